import { instantOf, NOTHING_DESIRED, type Revocation } from '@govgate/domain';
import { expect } from 'chai';
import { type Bench, PROD_SCOPE, STAGING, START, TENANT } from '../testing/use-case-bench.js';
import { DesiredStates } from './desired-states.js';
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
    expect(await new DesiredStates(ports).in(PROD_SCOPE)).to.deep.equal(NOTHING_DESIRED);
  });

  it('is its active policy since its publication, at once after every commit, and never another environment’s', async () => {
    const bench = await planeBench();
    const states = new DesiredStates(bench.ports);
    await states.in(PROD_SCOPE);
    await activate(bench, 'pv_2', START);
    expect(await states.in(PROD_SCOPE)).to.deep.equal({
      ...NOTHING_DESIRED,
      policyVersion: 'pv_2',
      policySince: START,
    });
    expect(await states.in({ tenantId: TENANT, environmentId: STAGING })).to.deep.equal(NOTHING_DESIRED);
  });

  it('stays the same object while it does not change, whatever else is committed', async () => {
    const bench = await planeBench();
    const states = new DesiredStates(bench.ports);
    const before = await states.wantedIn(PROD_SCOPE);
    await bench.grant('bob', 'viewer');
    expect(await states.wantedIn(PROD_SCOPE)).to.equal(before);
    await revoke(bench, START);
    expect(await states.wantedIn(PROD_SCOPE)).not.to.equal(before);
  });

  it('is the newest revocation older than 30 seconds, however many came since', async () => {
    for (const crowd of [0, 1, 40, 200]) {
      const bench = await planeBench();
      await revoke(bench, instantOf(START_MS - 60_000));
      await revoke(bench, instantOf(START_MS - 30_000));
      if (crowd > 0) await revoke(bench, START, crowd);
      const states = new DesiredStates(bench.ports);
      const due = async () => {
        const { revocationSequence, revocationAt } = await states.in(PROD_SCOPE);
        return [revocationSequence, revocationAt];
      };
      expect(await due()).to.deep.equal([1, instantOf(START_MS - 60_000)]);
      bench.clock.advance(1);
      expect(await due()).to.deep.equal([2, instantOf(START_MS - 30_000)]);
      bench.clock.advance(30_000);
      if (crowd > 0) expect(await due()).to.deep.equal([2 + crowd, START]);
    }
  });
});
