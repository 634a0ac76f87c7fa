import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { IS_PROOF } from '../testing/proof-record.js';
import { allTalliesAreRight, DECLARED_TALLIES } from '../testing/tallies/all-tallies.js';
import { anyTalliedWork, doTalliedWork } from '../testing/tallies/tallied-work.js';

const RUNS = IS_PROOF ? 150 : 15;
const FAILPOINTS = ['before_txn', 'after_state_write', 'after_audit_write', 'after_commit'] as const;

/** What happens to a store: commits and imports, some of which end with the process at one of their steps. */
const steps = fc.record({
  work: anyTalliedWork,
  diesAt: fc.option(fc.constantFrom(...FAILPOINTS), { nil: undefined, freq: 2 }),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

describe('the tallies of a store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-tallies-'));
  const ids = sequentialIds();
  let diesAt: string | undefined;
  let imports = 0;
  let deaths = 0;

  const open = (file: string) =>
    openSqliteStore({
      file,
      kinds: ALL_KINDS,
      failpoint: (reached) => {
        if (reached === diesAt) throw new Error(`died at ${reached}`);
      },
    });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Tells whether the process died of it. */
  const dies = async (store: GovernanceStore, step: Step): Promise<boolean> => {
    diesAt = step.diesAt;
    try {
      const report = await doTalliedWork(store, ids, step.work);
      expect(report?.problems ?? []).to.deep.equal([]);
      if (report?.accepted) imports += 1;
      return false;
    } catch (thrown) {
      if (step.diesAt === undefined) throw thrown;
      deaths += 1;
      return true;
    } finally {
      diesAt = undefined;
    }
  };

  it('equal a count from scratch, after random commits, imports and deaths at each of their steps', async () => {
    let run = 0;
    const runsWith = new Map(DECLARED_TALLIES.map((name) => [name, 0]));
    const empty = join(folder, 'empty.db');
    await (await open(empty)).close();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (done) => {
        run += 1;
        const file = join(folder, `${run}.db`);
        copyFileSync(empty, file);
        let store = await open(file);
        for (const step of done)
          if (await dies(store, step)) {
            await store.close();
            store = await open(file);
          }
        for (const tally of await allTalliesAreRight(store))
          runsWith.set(tally, (runsWith.get(tally) ?? 0) + 1);
        await store.close();
      }),
      { numRuns: RUNS },
    );
    expect([...runsWith].filter(([, runs]) => runs <= RUNS / 2)).to.deep.equal([]);
    expect([imports > 2, deaths > 2]).to.deep.equal([true, true]);
  }).timeout(IS_PROOF ? 600_000 : 120_000);
});
