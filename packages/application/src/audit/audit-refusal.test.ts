import type { Principal, SealedAuditEvent } from '@govgate/domain';
import { createMemoryStore, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { CallContext } from '../call/context.js';
import { makeRefusalAuditor } from './audit-refusal.js';

const TENANT = 'acme';
const START = '2026-01-01T00:00:00.000Z';

const callerNamed = (actorId: string): CallContext => ({
  principal: { actorId, actorType: 'user', tenantId: TENANT, authMethod: 'jwt' } as Principal,
  requestId: `req_${actorId}`,
  correlationId: null,
});

const REFUSED = {
  eventType: 'policy.published',
  action: 'publish',
  environmentId: 'production',
  resourceId: 'pv_1',
  refusal: { reasonCode: 'permission_denied' },
} as const;
const OTHER = {
  ...REFUSED,
  eventType: 'session.terminated',
  action: 'terminate',
  refusal: { reasonCode: 'invalid_state' },
} as const;

const makeBench = () => {
  const store = createMemoryStore();
  const clock = manualClock(START);
  const faults: Error[] = [];
  const unitOfWork: typeof store.unitOfWork = {
    ...store.unitOfWork,
    commit: async (batch) => {
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      return store.unitOfWork.commit(batch);
    },
  };
  const auditor = makeRefusalAuditor({ unitOfWork, clock, ids: sequentialIds() }, 60);
  const told = async (): Promise<readonly SealedAuditEvent[]> =>
    (await store.auditTrail.page(TENANT, { filter: {}, direction: 'asc', limit: 1_000 })).items;
  const summaries = async () =>
    (await told())
      .filter(({ eventType }) => eventType === 'audit.refusals_summarised')
      .map(({ actor, outcome, reason }) => [actor.actorId, outcome, reason]);
  const refuse = async (times: number, actorId = 'ada', change: typeof REFUSED | typeof OTHER = REFUSED) => {
    for (let i = 0; i < times; i += 1) await auditor.audit(callerNamed(actorId), change);
  };
  return { auditor, clock, faults, told, summaries, refuse };
};

describe('the audit of refusals', () => {
  it('records 60 per caller and minute individually, and the rest in one event at the end of the minute', async () => {
    const { auditor, clock, told, summaries, refuse } = makeBench();
    await refuse(100);
    await refuse(7, 'ada', OTHER);
    await auditor.sumUp();
    expect((await told()).length).to.equal(60);
    clock.advance(60_000);
    await auditor.sumUp();
    await auditor.sumUp();
    expect(await summaries()).to.deep.equal([
      ['ada', 'failure', `since ${START}: policy.published=40 session.terminated=7`],
    ]);
    const last = (await told()).at(-1);
    expect([last?.resource, last?.reasonCode, last?.environmentId]).to.deep.equal([
      { resourceType: 'audit', resourceId: '', version: null },
      'refusals_summarised',
      null,
    ]);
  });

  it('counts each caller separately, and afresh each minute', async () => {
    const { auditor, clock, told, summaries, refuse } = makeBench();
    await refuse(61);
    await refuse(60, 'bob');
    clock.advance(60_000);
    await refuse(60);
    await auditor.sumUp();
    expect([(await told()).length, await summaries()]).to.deep.equal([
      181,
      [['ada', 'denied', `since ${START}: policy.published=1`]],
    ]);
  });

  it('writes pending summaries at once when the process ends', async () => {
    const { auditor, summaries, refuse } = makeBench();
    await refuse(65);
    await auditor.sumUp('all');
    expect(await summaries()).to.deep.equal([['ada', 'denied', `since ${START}: policy.published=5`]]);
  });

  it('keeps what could not be written to the trail, with what comes meanwhile', async () => {
    const { auditor, clock, faults, summaries, refuse } = makeBench();
    await refuse(65);
    clock.advance(60_000);
    faults.push(new Error('the store is away'));
    const failed = await auditor.sumUp().then(
      () => 'summed up',
      ({ message }: Error) => message,
    );
    await refuse(62);
    await auditor.sumUp();
    expect([failed, await summaries()]).to.deep.equal([
      'the store is away',
      [['ada', 'denied', `since ${START}: policy.published=7`]],
    ]);
  });

  it('records callers individually when there are too many to be counted', async () => {
    const { auditor, told, refuse } = makeBench();
    for (let caller = 0; caller < 10_000; caller += 1) await refuse(1, `caller_${caller}`);
    await refuse(61, 'one more');
    await auditor.sumUp('all');
    expect((await told()).length).to.equal(1_000);
    expect((await told()).some(({ eventType }) => eventType === 'audit.refusals_summarised')).to.equal(false);
  });
});
