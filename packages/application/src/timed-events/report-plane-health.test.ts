import { instantOf } from '@govgate/domain';
import { dataPlaneObservationKind, planeHealthReportedKind } from '@govgate/ports';
import { expect } from 'chai';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import { observationOf, planeBench, planeOf, removePlane } from '../data-planes/testing/planes.js';
import { type Bench, PROD_SCOPE, TENANT } from '../testing/use-case-bench.js';
import { makeReportPlaneHealth } from './report-plane-health.js';

const JOB = {
  job: 'report_plane_health',
  jobId: 'x',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const GO_ON = { aborted: false };

const toldOf = async ({ store }: Bench) => {
  const filter = { eventType: 'data_plane.health_changed' } as const;
  const { items } = await store.auditTrail.page(TENANT, { filter, direction: 'asc', limit: 1_000 });
  return items.map(({ resource, outcome, reasonCode, reason }) => [
    resource.resourceId,
    outcome,
    reasonCode,
    reason,
  ]);
};

const beat = (bench: Bench, id: string): Promise<void> =>
  bench.put(dataPlaneObservationKind, observationOf(id, { lastSeenAt: instantOf(bench.clock.epochMs()) }));

const benchOf = (...ids: string[]): Promise<Bench> =>
  planeBench(ids.map((id) => [planeOf(id), observationOf(id)] as const));

describe('the health of data planes in the trail', () => {
  it('records a plane that goes silent, and one that is back, once each', async () => {
    const bench = await benchOf('dp_1', 'dp_2');
    const rounds = () =>
      Promise.all([
        makeReportPlaneHealth(bench.ports)(JOB, GO_ON),
        makeReportPlaneHealth(bench.ports)(JOB, GO_ON),
      ]);
    await rounds();
    expect(await toldOf(bench)).to.deep.equal([]);
    bench.clock.advance(60_000);
    await beat(bench, 'dp_2');
    await rounds();
    bench.clock.advance(100_000);
    await beat(bench, 'dp_2');
    await rounds();
    await rounds();
    await beat(bench, 'dp_1');
    await rounds();
    expect(await toldOf(bench)).to.deep.equal([
      ['dp_1', 'success', 'heartbeat_late', 'from healthy to degraded'],
      ['dp_1', 'failure', 'heartbeat_lost', 'from degraded to unhealthy'],
      ['dp_1', 'success', 'ok', 'from unhealthy to healthy'],
    ]);
  });

  it('records a plane that revocations do not reach, that is otherwise healthy', async () => {
    const bench = await benchOf('dp_1');
    const round = makeReportPlaneHealth(bench.ports);
    await round(JOB, GO_ON);
    await bench.store.unitOfWork.commit({
      changes: [],
      audit: [
        auditEventBy(bench.ports, systemCaller('cli', TENANT, 'req_1'), {
          eventType: 'tenant.imported',
          action: 'import',
          environmentId: null,
          resourceId: TENANT,
        }),
      ],
      revocations: [
        {
          revocationId: 'rev_1',
          ...PROD_SCOPE,
          subjectType: 'user',
          subjectId: 'bob',
          effectiveAt: instantOf(bench.clock.epochMs()),
          reasonCode: 'left',
        },
      ],
    });
    bench.clock.advance(40_000);
    await beat(bench, 'dp_1');
    bench.clock.advance(20_001);
    await round(JOB, GO_ON);
    await bench.put(
      dataPlaneObservationKind,
      observationOf('dp_1', { lastRevocationSequence: 1, lastSeenAt: instantOf(bench.clock.epochMs()) }),
    );
    await round(JOB, GO_ON);
    expect(await toldOf(bench)).to.deep.equal([
      ['dp_1', 'failure', 'revocation_feed_behind', 'from healthy to degraded'],
      ['dp_1', 'success', 'ok', 'from degraded to healthy'],
    ]);
  });

  it('records a whole region that goes silent at once, in small commits', async () => {
    const ids = Array.from({ length: 260 }, (_, index) => `dp_${String(index).padStart(3, '0')}`);
    const bench = await benchOf(...ids);
    let largest = 0;
    const unitOfWork = {
      ...bench.ports.unitOfWork,
      commit: (batch: Parameters<typeof bench.ports.unitOfWork.commit>[0]) => {
        largest = Math.max(largest, batch.audit.length);
        return bench.ports.unitOfWork.commit(batch);
      },
    };
    const round = makeReportPlaneHealth({ ...bench.ports, unitOfWork });
    await round(JOB, GO_ON);
    bench.clock.advance(300_000);
    await round(JOB, GO_ON);
    expect((await toldOf(bench)).map(([id]) => id)).to.deep.equal(ids);
    expect(largest).to.equal(50);
  });

  it('forgets a deregistered plane, so that one of the same name starts over', async () => {
    const bench = await benchOf('dp_1');
    const round = makeReportPlaneHealth(bench.ports);
    await round(JOB, GO_ON);
    await removePlane(bench, 'dp_1');
    await round(JOB, GO_ON);
    expect(await bench.store.records.get(planeHealthReportedKind, PROD_SCOPE, 'dp_1')).to.equal(undefined);
    expect(await toldOf(bench)).to.deep.equal([]);
  });
});
