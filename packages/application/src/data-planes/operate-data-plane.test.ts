import type { Result } from '@govgate/domain';
import { reportedArbitrary } from '@govgate/domain/testing';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CallContext, UseCase } from '../call/context.js';
import { answerOf, type Bench, PROD_SCOPE, refusalOf, TENANT } from '../testing/use-case-bench.js';
import { changesOfPlanes, type OperateInput } from './change-data-plane.js';
import type { DataPlaneView } from './data-plane-view.js';
import { makeDeregisterDataPlane } from './deregister-data-plane.js';
import { makeReadDataPlane } from './read-data-plane.js';
import { makeRegisterDataPlane, type RegisterDataPlaneInput } from './register-data-plane.js';
import { makeReportHeartbeat } from './report-heartbeat.js';
import { observationOf, planeBench, planeOf } from './testing/planes.js';

const { resync, ...others } = changesOfPlanes;
const ORDERS = { ...others, deregister: makeDeregisterDataPlane, resync_policy: resync };
type Order = keyof typeof ORDERS;

const ref = { scope: PROD_SCOPE, dataPlaneId: 'dp' };
const input: OperateInput = { ...ref, reasonCode: 'because', reason: 'A reason' };

const order = (bench: Bench, context: CallContext, action: Order): Promise<Result<DataPlaneView>> =>
  (ORDERS[action](bench.ports) as UseCase<OperateInput, DataPlaneView>)(context, input);

const registration: RegisterDataPlaneInput = {
  scope: PROD_SCOPE,
  dataPlaneId: 'dp',
  displayName: 'Frankfurt',
  deploymentMode: 'hybrid',
  location: planeOf('dp').location,
  trustBoundary: planeOf('dp').trustBoundary,
  readinessProbeRef: 'env:PROBE_URL',
};

describe('an order to a data plane', () => {
  it('succeeds and is audited exactly when the plane offered it', async () => {
    await fc.assert(
      fc.asyncProperty(
        reportedArbitrary('dp'),
        fc.constantFrom(...(Object.keys(ORDERS) as Order[])),
        async (reported, action) => {
          const bench = await planeBench([reported]);
          const ada = await bench.as('ada');
          const before = answerOf(await makeReadDataPlane(bench.ports)(ada, ref));
          const offered = before.allowedActions.find((view) => view.action === action)?.allowed;
          const outcome = await order(bench, ada, action);
          const said = await bench.events();
          expect([offered, outcome.ok && said.length === 1]).to.deep.equal([offered, offered]);
          if (!offered) expect(said).to.deep.equal([]);
          if (outcome.ok && action !== 'deregister')
            expect(outcome.value).to.deep.equal(answerOf(await makeReadDataPlane(bench.ports)(ada, ref)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reaches the plane with the answer to its next heartbeat, and is identified by its time', async () => {
    const bench = await planeBench([[planeOf('dp'), observationOf('dp', { upgradeState: 'available' })]]);
    const ada = await bench.as('ada');
    const times: string[] = [];
    for (const action of ['drain', 'resync_policy', 'upgrade'] as const) {
      bench.clock.advance(1_000);
      times.push(bench.clock.now());
      answerOf(await order(bench, ada, action));
    }
    const answer = answerOf(await makeReportHeartbeat(bench.ports)(ada, { ...ref, report: {} }));
    const [drainRequestedAt, resyncRequestedAt, upgradeRequestedAt] = times;
    expect(answer.orders).to.deep.equal({ drainRequestedAt, resyncRequestedAt, upgradeRequestedAt });
    answerOf(await order(bench, ada, 'resume'));
    const resumed = answerOf(await makeReportHeartbeat(bench.ports)(ada, { ...ref, report: {} }));
    expect([resumed.orders.drainRequestedAt, resumed.drain.state]).to.deep.equal([null, 'not_draining']);
  });

  it('is audited with its reason and what it changed', async () => {
    const bench = await planeBench([[planeOf('dp'), observationOf('dp')]]);
    answerOf(await order(bench, await bench.as('ada'), 'resync_policy'));
    const { items } = await bench.store.auditTrail.page(TENANT, {
      filter: { resourceType: 'data_plane' },
      direction: 'desc',
      limit: 1,
    });
    expect(items[0]).to.deep.include({
      eventType: 'data_plane.resynced',
      action: 'resync_policy',
      resource: { resourceType: 'data_plane', resourceId: 'dp', version: null },
      reasonCode: 'because',
      reason: 'A reason',
      changedFields: ['resyncRequestedAt'],
    });
  });
});

describe('a data plane', () => {
  it('is registered as never seen, and its probe reference is shown to nobody', async () => {
    const bench = await planeBench();
    const ada = await bench.as('ada');
    const registered = answerOf(await makeRegisterDataPlane(bench.ports)(ada, registration));
    expect(registered).to.deep.equal(answerOf(await makeReadDataPlane(bench.ports)(ada, ref)));
    expect([registered.heartbeat.status, registered.healthReasonCodes]).to.deep.equal([
      'never_seen',
      ['never_seen'],
    ]);
    expect(JSON.stringify(registered)).not.to.contain('PROBE_URL');
    const stored = await bench.store.records.get(dataPlaneKind, PROD_SCOPE, 'dp');
    expect(stored?.record.readinessProbeRef).to.equal('env:PROBE_URL');
    expect(refusalOf(await makeRegisterDataPlane(bench.ports)(ada, registration))).to.equal(
      'already_exists dataPlaneId',
    );
    expect(await bench.events()).to.deep.equal(['data_plane.registered']);
  });

  it('is not registered with a malformed reference; its target is checked when it is resolved', async () => {
    const bench = await planeBench();
    const ada = await bench.as('ada');
    for (const readinessProbeRef of ['https://plane.example/ready', 'file:/etc/passwd', ''])
      expect(
        refusalOf(await makeRegisterDataPlane(bench.ports)(ada, { ...registration, readinessProbeRef })),
      ).to.equal('invalid_request readinessProbeRef');
    const readinessProbeRef = 'file:nobody/put/it/there';
    answerOf(await makeRegisterDataPlane(bench.ports)(ada, { ...registration, readinessProbeRef }));
  });

  it('is removed with all observations, and comes back as never seen', async () => {
    const bench = await planeBench([[planeOf('dp'), observationOf('dp')]]);
    const ada = await bench.as('ada');
    answerOf(await order(bench, ada, 'deregister'));
    expect(refusalOf(await order(bench, ada, 'deregister'))).to.equal('not_found');
    expect(await bench.store.records.get(dataPlaneObservationKind, PROD_SCOPE, 'dp')).to.equal(undefined);
    const again = answerOf(await makeRegisterDataPlane(bench.ports)(ada, registration));
    expect(again.heartbeat.status).to.equal('never_seen');
  });
});

describe('a heartbeat', () => {
  it('is recorded without an event, and answered with the desired state', async () => {
    const bench = await planeBench();
    const ada = await bench.as('ada');
    answerOf(await makeRegisterDataPlane(bench.ports)(ada, { ...registration, readinessProbeRef: null }));
    bench.clock.advance(5_000);
    const answer = answerOf(
      await makeReportHeartbeat(bench.ports)(ada, {
        ...ref,
        report: {
          readiness: { status: 'ready', serving: true },
          policySync: { observedVersion: 'v1' },
          activeSessions: { total: 2 },
        },
      }),
    );
    expect(answer).to.deep.equal(answerOf(await makeReadDataPlane(bench.ports)(ada, ref)));
    expect(answer.heartbeat).to.deep.equal({
      status: 'healthy',
      lastSeenAt: bench.clock.now(),
      secondsSinceLast: 0,
      reasonCode: 'ok',
    });
    expect(answer.activeSessions).to.deep.equal({ total: 2, stateful: 0, draining: 0, reconnectable: 0 });
    expect(await bench.events()).to.deep.equal(['data_plane.registered']);
  });

  it('loses nothing that a probe or another heartbeat wrote in between', async () => {
    const bench = await planeBench([[planeOf('dp'), observationOf('dp')]]);
    const { unitOfWork } = bench.store;
    let races = 2;
    const raced = {
      ...unitOfWork,
      observe: async (changes: Parameters<typeof unitOfWork.observe>[0]) => {
        races -= 1;
        if (races >= 0) {
          const record = observationOf('dp', { lastRevocationSequence: 10 - races });
          await unitOfWork.observe([{ kind: dataPlaneObservationKind, record, expectedVersion: 'any' }]);
        }
        return unitOfWork.observe(changes);
      },
    };
    const report = { activeSessions: { total: 7 } };
    answerOf(
      await makeReportHeartbeat({ ...bench.ports, unitOfWork: raced })(await bench.as('ada'), {
        ...ref,
        report,
      }),
    );
    const seen = await bench.store.records.get(dataPlaneObservationKind, PROD_SCOPE, 'dp');
    expect([seen?.record.activeSessions.total, seen?.record.lastRevocationSequence]).to.deep.equal([7, 10]);
  });

  it('of a plane that was deregistered meanwhile leaves nothing behind', async () => {
    const bench = await planeBench([[planeOf('dp'), observationOf('dp')]]);
    const ada = await bench.as('ada');
    const { unitOfWork } = bench.store;
    const raced = {
      ...unitOfWork,
      observe: async (changes: Parameters<typeof unitOfWork.observe>[0]) => {
        await order(bench, ada, 'deregister');
        return unitOfWork.observe(changes);
      },
    };
    const outcome = await makeReportHeartbeat({ ...bench.ports, unitOfWork: raced })(ada, {
      ...ref,
      report: {},
    });
    expect(refusalOf(outcome)).to.equal('not_found');
    expect(await bench.store.records.get(dataPlaneObservationKind, PROD_SCOPE, 'dp')).to.equal(undefined);
  });
});
