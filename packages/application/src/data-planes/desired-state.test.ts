import { instantOf, type Revocation } from '@govgate/domain';
import { NOTHING_DESIRED } from '@govgate/domain/internal';
import { expect } from 'chai';
import { type Bench, PROD_SCOPE, STAGING, START, TENANT } from '../testing/use-case-bench.js';
import { desiredStateIn } from './desired-state.js';
import { activate, planeBench, START_MS } from './testing/planes.js';

const revoke = async (bench: Bench, effectiveAt: string, count = 1): Promise<void> => {
  const page = await bench.store.auditTrail.page(TENANT, { filter: {}, direction: 'desc', limit: 1 });
  const { prevHash: _p, hash: _h, sequence: _s, ...event } = page.items[0] as (typeof page.items)[number];
  const revocations = Array.from(
    { length: count },
    (): Revocation => ({
      revocationId: bench.ports.ids.mint('revocation'),
      ...PROD_SCOPE,
      subjectType: 'user',
      subjectId: 'bob',
      effectiveAt,
      reasonCode: 'requested',
    }),
  );
  await bench.store.unitOfWork.commit({
    changes: [],
    audit: [{ ...event, auditEventId: bench.ports.ids.mint('auditEvent') }],
    revocations,
  });
};

describe('the desired state of an environment’s planes', () => {
  it('is empty where no policy is active and nothing was revoked', async () => {
    const { ports } = await planeBench();
    expect(await desiredStateIn(ports, PROD_SCOPE)).to.deep.equal(NOTHING_DESIRED);
  });

  it('is its active policy since its publication, and never another environment’s', async () => {
    const bench = await planeBench();
    await activate(bench, 'pv_2', START);
    expect(await desiredStateIn(bench.ports, PROD_SCOPE)).to.deep.equal({
      ...NOTHING_DESIRED,
      policyVersion: 'pv_2',
      policySince: START,
    });
    expect(await desiredStateIn(bench.ports, { tenantId: TENANT, environmentId: STAGING })).to.deep.equal(
      NOTHING_DESIRED,
    );
  });

  it('is the last revocation older than a minute, and older than ten, however many came since', async () => {
    for (const crowd of [0, 1, 40, 200]) {
      const bench = await planeBench();
      await revoke(bench, instantOf(START_MS - 600_001));
      await revoke(bench, instantOf(START_MS - 600_000), 3);
      await revoke(bench, instantOf(START_MS - 60_001));
      await revoke(bench, instantOf(START_MS - 60_000));
      if (crowd > 0) await revoke(bench, START, crowd);
      const told = async () => {
        const { revocationsDue, revocationsOverdue } = await desiredStateIn(bench.ports, PROD_SCOPE);
        return [revocationsDue, revocationsOverdue];
      };
      expect(await told()).to.deep.equal([5, 1]);
      bench.clock.advance(1);
      expect(await told()).to.deep.equal([6, 4]);
      bench.clock.advance(60_000);
      expect(await told()).to.deep.equal([6 + crowd, 4]);
    }
  });
});
