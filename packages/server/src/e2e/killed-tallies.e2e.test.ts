import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS } from '@govgate/ports';
import { expect } from 'chai';
import { bundledEntry } from '../../../../tools/build/bundled-entry.js';
import { killAfterLines } from '../../../../tools/build/kill-after-lines.js';
import { IS_PROOF, tellProof } from '../testing/proof-record.js';
import { allTalliesAreRight, DECLARED_TALLIES } from '../testing/tallies/all-tallies.js';

const SCRIPT = fileURLToPath(new URL('../testing/tallies/tallies-process.ts', import.meta.url));
const KILLS = IS_PROOF ? 60 : 8;
/** A process is killed before it has done so much, and does more than that if nobody kills it. */
const MOST_COMMITS = 80;

describe('the tallies of a store whose process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-tallies-'));
  const file = join(folder, 'govgate.db');

  after(() => rmSync(folder, { recursive: true, force: true }));

  const filledTallies = async (): Promise<readonly string[]> => {
    const store = await openSqliteStore({ file, kinds: ALL_KINDS });
    try {
      return await allTalliesAreRight(store);
    } finally {
      await store.close();
    }
  };

  it(`are what counting from scratch gives after each of ${KILLS} kills amid commits and imports`, async () => {
    const program = await bundledEntry(SCRIPT);
    const missed = new Map(DECLARED_TALLIES.map((name) => [name, 0]));
    const broken: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const seed = randomInt(2 ** 31);
      const died = await killAfterLines(program, [file, String(seed)], 1 + (seed % MOST_COMMITS));
      expect(died, `seed ${seed}`).to.equal('SIGKILL');
      const filled = await filledTallies().catch((fault: Error) => {
        broken.push(`seed ${seed}: ${fault.message}`);
        return DECLARED_TALLIES;
      });
      for (const [name, kills] of missed) if (!filled.includes(name)) missed.set(name, kills + 1);
    }
    const what = 'tallies after a kill amid commits and imports, SQLite';
    tellProof({ id: 'A2', what, trials: KILLS, broken: broken.length });
    expect(broken).to.deep.equal([]);
    expect([...missed].filter(([, kills]) => kills > KILLS / 2)).to.deep.equal([]);
  }).timeout(IS_PROOF ? 300_000 : 60_000);
});
