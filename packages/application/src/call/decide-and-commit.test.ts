import { ok, refuse } from '@govgate/domain';
import type { UnitOfWork } from '@govgate/ports';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { CallContext } from './context.js';
import { type Decision, decideAndCommit } from './decide-and-commit.js';
import { makeKeyLock } from './key-lock.js';

const context = { requestId: 'req_1', correlationId: null } as CallContext;
const decision: Decision<string> = { commit: { changes: [], audit: [] as never }, output: 'done' };

/** The number of decisions and their outcome, when each commit takes this long and the first ones conflict. */
const decideOver = async (conflicts: number, commitMs: number) => {
  const clock = manualClock('2026-01-01T00:00:00.000Z');
  let decided = 0;
  const unitOfWork = {
    commit: async () => {
      clock.advance(commitMs);
      return decided <= conflicts
        ? { committed: false, conflict: { because: 'version', kind: 'item', id: 'a' } }
        : { committed: true, audit: [], revocations: [] };
    },
  } as unknown as UnitOfWork;
  const result = await decideAndCommit({ unitOfWork, clock, locks: makeKeyLock() }, context, {
    admit: () => ok(undefined),
    decide: () => {
      decided += 1;
      return ok(decision);
    },
  });
  return { decided, came: result.ok ? result.value : result.refusal.reasonCode };
};

describe('deciding and committing', () => {
  it('starts over when somebody else committed first', async () => {
    expect(await decideOver(2, 20)).to.deep.equal({ decided: 3, came: 'done' });
  });

  it('is a conflict when somebody else is first a hundred times', async () => {
    expect(await decideOver(999, 20)).to.deep.equal({ decided: 100, came: 'conflict' });
  });

  it('does not start over when the store took long to report a conflict', async () => {
    expect(await decideOver(99, 4_000)).to.deep.equal({ decided: 1, came: 'conflict' });
  });

  it('ends a call that goes on behind its commit outside of its lock', async () => {
    const locks = makeKeyLock();
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const commit = async () => ({ committed: true, audit: [], revocations: [] });
    const unitOfWork = { commit } as unknown as UnitOfWork;
    const result = await decideAndCommit({ unitOfWork, clock, locks }, context, {
      lock: 'item a',
      admit: () => ok(undefined),
      decide: () => ok({ ...decision, ends: () => locks.run('item a', async () => 'ended') }),
    });
    expect(result).to.deep.equal(ok('ended'));
  });

  it('decides one caller after the other, each on what the one before committed', async () => {
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const locks = makeKeyLock();
    const came: string[] = [];
    const commit = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      came.push('committed');
      return { committed: true, audit: [], revocations: [] };
    };
    const unitOfWork = { commit } as unknown as UnitOfWork;
    const call = (name: string) =>
      decideAndCommit({ unitOfWork, clock, locks }, context, {
        lock: 'item a',
        admit: () => ok(undefined),
        decide: () => {
          came.push(name);
          return ok({ ...decision, output: name });
        },
      });
    expect(await Promise.all(['one', 'two'].map(call))).to.deep.equal([ok('one'), ok('two')]);
    expect(came).to.deep.equal(['one', 'committed', 'two', 'committed']);
  });

  it('refuses who had to wait for too long before deciding', async () => {
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const locks = makeKeyLock();
    const commit = async () => {
      clock.advance(4_000);
      await Promise.resolve();
      return { committed: true, audit: [], revocations: [] };
    };
    const call = () =>
      decideAndCommit({ unitOfWork: { commit } as unknown as UnitOfWork, clock, locks }, context, {
        lock: 'item a',
        admit: () => ok(undefined),
        decide: () => ok(decision),
      });
    const [first, second] = await Promise.all([call(), call()]);
    expect([first, second]).to.deep.equal([ok('done'), refuse('conflict')]);
  });
});
