import { ok } from '@govgate/domain';
import type { UnitOfWork } from '@govgate/ports';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { CallContext } from './context.js';
import { type Decision, decideAndCommit } from './decide-and-commit.js';
import { makeTurns } from './turns.js';

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
  it('starts over when somebody else committed first', async () => {
    expect(await decideOver(2, 20)).to.deep.equal({ decided: 3, came: 'done' });
  });

  it('is a conflict when somebody else is first again and again', async () => {
    expect(await decideOver(99, 20)).to.deep.equal({ decided: 40, came: 'conflict' });
  });

  it('does not start over when the store took long to report a conflict', async () => {
    expect(await decideOver(99, 4_000)).to.deep.equal({ decided: 1, came: 'conflict' });
  });

  it('starts over as long as one more try is likely to end in time', async () => {
    expect(await decideOver(99, 1_000)).to.deep.equal({ decided: 5, came: 'conflict' });
    expect(await decideOver(3, 1_000)).to.deep.equal({ decided: 4, came: 'done' });
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

  /** Two callers, one after the other, at a store that answers when it is told to. */
  const twoCallers = (passesOn: boolean, admitsEarly = false) => {
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const turns = makeTurns(() => () => undefined);
    const came: string[] = [];
    const admitted: string[] = [];
    const answers: ((outcome: 'committed' | 'conflict' | 'broken') => void)[] = [];
    const commit = () =>
      new Promise((resolve, reject) => {
        answers.push((outcome) => {
          if (outcome === 'broken') return reject(new Error('no store'));
          return resolve(
            outcome === 'committed'
              ? { committed: true, audit: [], revocations: [] }
              : { committed: false, conflict: { because: 'version', kind: 'item', id: 'a' } },
          );
        });
      });
    const call = (name: string) =>
      decideAndCommit({ unitOfWork: { commit } as unknown as UnitOfWork, clock, turns }, context, {
        turn: 'item a',
        admit: () => {
          admitted.push(name);
          return ok(undefined);
        },
        admitsEarly,
        decide: (_, tried) => {
          came.push(`${name} decides ${tried}`);
          return ok({
            ...decision,
            output: name,
            underway: () => passesOn,
            settled: (committed) => {
              if (!committed) came.push(`${name} is lost`);
            },
          });
        },
      }).catch((error: Error) => error.message);
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    return { call, came, admitted, answers, settled, turns };
  };

  it('lets the next one decide while the commit is under way, where the call allows it', async () => {
    const { call, came, answers, settled, turns } = twoCallers(true);
    const both = [call('one'), call('two')];
    await settled();
    expect(came).to.deep.equal(['one decides 0', 'two decides 0']);
    for (const answer of answers) answer('committed');
    expect(await Promise.all(both)).to.deep.equal([ok('one'), ok('two')]);
    expect([came.length, turns.take('item a') !== undefined]).to.deep.equal([2, true]);
  });

  it('otherwise lets nobody decide before the commit is done', async () => {
    const { call, came, answers, settled } = twoCallers(false);
    const both = [call('one'), call('two')];
    await settled();
    expect(came).to.deep.equal(['one decides 0']);
    answers[0]?.('committed');
    await settled();
    expect(came).to.deep.equal(['one decides 0', 'two decides 0']);
    answers[1]?.('committed');
    expect(await Promise.all(both)).to.deep.equal([ok('one'), ok('two')]);
  });

  for (const [early, times] of [
    [true, 2],
    [false, 3],
  ] as const)
    it(`admits who waits ${early ? 'while they wait, and not again' : 'once more'} when the turn comes`, async () => {
      const { call, admitted, answers, settled } = twoCallers(false, early);
      const both = [call('one'), call('two')];
      await settled();
      answers[0]?.('committed');
      await settled();
      answers[1]?.('conflict');
      await settled();
      answers[2]?.('committed');
      expect(await Promise.all(both)).to.deep.equal([ok('one'), ok('two')]);
      expect(admitted).to.deep.equal(['one', ...Array.from({ length: times }, () => 'two')]);
    });

  it('says what was lost, and decides again in a turn of its own', async () => {
    const { call, came, answers, settled, turns } = twoCallers(true);
    const both = [call('one'), call('two')];
    await settled();
    answers[0]?.('broken');
    answers[1]?.('conflict');
    await settled();
    expect(came).to.deep.equal([
      'one decides 0',
      'two decides 0',
      'one is lost',
      'two is lost',
      'two decides 1',
    ]);
    answers[2]?.('committed');
    expect(await Promise.all(both)).to.deep.equal(['no store', ok('two')]);
    expect(turns.take('item a') !== undefined).to.equal(true);
  });
});
