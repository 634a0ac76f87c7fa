import { ok } from '@govgate/domain';
import type { UnitOfWork } from '@govgate/ports';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { CallContext } from './context.js';
import { type Decision, decideAndCommit } from './decide-and-commit.js';
import { makeTurns } from './turns.js';

const context = { requestId: 'req_1', correlationId: null } as CallContext;
const decision: Decision<string> = { commit: { changes: [], audit: [] as never }, output: 'done' };

/** How often is decided, and what comes of it, when each commit takes so long and the first ones conflict. */
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
  const result = await decideAndCommit(
    { unitOfWork, clock, turns: makeTurns(() => () => undefined) },
    context,
    {
      admit: () => ok(undefined),
      decide: () => {
        decided += 1;
        return ok(decision);
      },
    },
  );
  return { decided, came: result.ok ? result.value : result.refusal.reasonCode };
};

describe('deciding and committing', () => {
  it('starts over when somebody else was first', async () => {
    expect(await decideOver(2, 20)).to.deep.equal({ decided: 3, came: 'done' });
  });

  it('is a conflict when somebody else is first again and again', async () => {
    expect(await decideOver(99, 20)).to.deep.equal({ decided: 20, came: 'conflict' });
  });

  it('does not start over when the store took long to tell of a conflict', async () => {
    expect(await decideOver(99, 4_000)).to.deep.equal({ decided: 1, came: 'conflict' });
  });

  it('ends a call that goes on behind its commit outside of its turn', async () => {
    const turns = makeTurns(() => () => undefined);
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const commit = async () => ({ committed: true, audit: [], revocations: [] });
    const unitOfWork = { commit } as unknown as UnitOfWork;
    let isFree = false;
    const ends = async () => {
      isFree = turns.take('item a') !== undefined;
      return 'ended';
    };
    const result = await decideAndCommit({ unitOfWork, clock, turns }, context, {
      turn: 'item a',
      admit: () => ok(undefined),
      decide: () => ok({ ...decision, ends }),
    });
    expect([result, isFree]).to.deep.equal([ok('ended'), true]);
  });
});
