import { allOperations } from '@govgate/adapter-http';
import type { GovernanceStore } from '@govgate/ports';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { withoutRequestId } from '../../testing/expectations.js';
import { SAMPLE_RECORDS } from '../../testing/samples/operation-samples.js';
import { sendSample } from '../../testing/samples/send-sample.js';
import { type Answered, startTestService, type TestService } from '../../testing/test-service.js';
import { makeWorld, putRecords, TENANT, type Tokens } from '../../testing/worlds/world.js';

/** Operations that are already done when requested again, so that a lost race leaves nothing to write. */
const SETTLED_BY_OTHERS = [
  'disableDestination',
  'disableAgent',
  'disableMcpServer',
  'addGroupMember',
  'terminateSession',
];

describe('K17: a lost race does not spoil an Idempotency-Key', () => {
  let service: TestService;
  // Within one process callers of one record take turns, and none of them loses.
  let other: TestService;
  let tokens: Tokens;
  let beforeCommit: (() => Promise<unknown>) | undefined;

  beforeEach(async () => {
    beforeCommit = undefined;
    const store = createMemoryStore();
    service = await startTestService({ store: overtaken(store, () => beforeCommit) });
    other = await startTestService({ store });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
  });

  afterEach(() => Promise.all([service.stop(), other.stop()]));

  for (const id of SETTLED_BY_OTHERS)
    it(`${id}: what somebody else already did is answered, kept and replayed`, async () => {
      const operation = allOperations.find((one) => one.id === id);
      if (operation === undefined) throw new Error(`no operation ${id}`);
      let overtaking: Answered | undefined;
      beforeCommit = async () => {
        beforeCommit = undefined;
        overtaking = await sendSample(other.call, operation, tokens.second);
      };
      const send = (): Promise<Answered> =>
        sendSample(service.call, operation, tokens.admin, { headers: { 'idempotency-key': 'overtaken' } });
      const first = await send();
      expect([overtaking?.status, first.status]).to.deep.equal([200, 200]);
      const again = await send();
      expect([again.status, again.json.reasonCode, withoutRequestId(again)]).to.deep.equal([
        200,
        first.json.reasonCode,
        withoutRequestId(first),
      ]);
    });
});

/** A store in which somebody else commits just before the next commit. */
const overtaken = (
  good: GovernanceStore,
  next: () => (() => Promise<unknown>) | undefined,
): GovernanceStore => {
  const commit: GovernanceStore['unitOfWork']['commit'] = async (batch) => {
    await next()?.();
    return good.unitOfWork.commit(batch);
  };
  return {
    ...good,
    unitOfWork: { ...good.unitOfWork, commit, observe: (changes) => good.unitOfWork.observe(changes) },
  };
};
