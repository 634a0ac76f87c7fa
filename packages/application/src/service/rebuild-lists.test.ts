import type { Projections } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeRebuildLists } from './rebuild-lists.js';

interface Bench {
  readonly lines: readonly unknown[];
  readonly calls: readonly string[];
  readonly run: (signal?: { aborted: boolean }) => Promise<void>;
}

/** A store with this many records to rebuild, and a clock on which a step takes two seconds. */
const bench = (left: number, given: Partial<Projections> = {}): Bench => {
  const lines: unknown[] = [];
  const calls: string[] = [];
  let [nowMs, rest] = [0, left];
  const projections: Projections = {
    behind: async () => (rest === 0 ? [] : [{ kind: 'group', left: rest, clashing: 0 }]),
    step: async (_, most) => {
      const made = Math.min(rest, most);
      [rest, nowMs] = [rest - made, nowMs + 2_000];
      calls.push(`step ${made}`);
      return made;
    },
    settle: async () => 0,
    claim: async (holder) => {
      calls.push(`claim ${holder}`);
      return true;
    },
    release: async (holder) => {
      calls.push(`release ${holder}`);
    },
    ...given,
  };
  const note = (what: string, about = {}) => void lines.push([what, about]);
  const run = makeRebuildLists({
    projections,
    clock: { epochMs: () => nowMs },
    log: { info: note, warn: note },
    holder: 'me',
    wait: async () => undefined,
  });
  return { lines, calls, run: (signal = { aborted: false }) => run(signal) };
};

describe('rebuilding lists', () => {
  it('works step by step, keeps its lease, and reports its progress', async () => {
    const { run, lines, calls } = bench(350);
    await run();
    expect(calls).to.deep.equal([
      'claim me',
      ...['step 100', 'step 100', 'step 100'],
      'claim me',
      ...['step 50', 'step 0'],
      'release me',
    ]);
    expect(lines).to.deep.equal([
      ['lists are being rebuilt', { kind: 'group', records: 350 }],
      ['lists are being rebuilt', { kind: 'group', records: 350, done: 300 }],
      ['lists were rebuilt', { kind: 'group', done: 350 }],
    ]);
  });

  it('makes no calls where everything is complete', async () => {
    const { run, calls } = bench(0);
    await run();
    expect(calls).to.deep.equal([]);
  });

  it('leaves it to the process that has the lease', async () => {
    const { run, calls } = bench(350, { claim: async () => false });
    await run();
    expect(calls).to.deep.equal([]);
  });

  it('ends where the lease was lost, and where the process stops', async () => {
    let claims = 0;
    const lost = bench(1_000, { claim: async () => ++claims === 1 });
    await lost.run();
    expect(lost.calls).to.deep.equal(['step 100', 'step 100', 'step 100', 'release me']);
    const stopped = bench(350);
    await stopped.run({ aborted: true });
    expect(stopped.calls).to.deep.equal(['claim me', 'release me']);
  });

  it('releases the lease when the store fails', async () => {
    const { run, calls } = bench(350, { step: async () => Promise.reject(new Error('away')) });
    expect(await run().catch((fault: Error) => fault.message)).to.equal('away');
    expect(calls).to.deep.equal(['claim me', 'release me']);
  });

  it('warns once about records that break a unique rule', async () => {
    const behind = async () => [{ kind: 'group', left: 0, clashing: 2 }];
    const { run, lines } = bench(0, { behind, settle: async () => 2 });
    await run();
    await run();
    expect(lines).to.deep.equal([
      [
        'records hold a value that a unique rule gives to another: change them',
        { kind: 'group', records: 2 },
      ],
    ]);
  });
});
