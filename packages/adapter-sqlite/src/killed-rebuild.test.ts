import { fileURLToPath } from 'node:url';
import { HOME, laterKinds, noteKind, put, richerNoteKind, write } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { bundledEntry } from '../../../tools/build/bundled-entry.js';
import { killAfterLines } from '../../../tools/build/kill-after-lines.js';
import { TempFolder } from './testing/temp-folder.js';

const SCRIPT = fileURLToPath(new URL('./testing/rebuild-process.ts', import.meta.url));
const RECORDS = 4_000;
const KILLS = 20;

const noteOf = (i: number, title: string) => ({ ...HOME, noteId: `n${String(i).padStart(5, '0')}`, title });
const firstTitle = (i: number): string => `${'a'.repeat(i % 7)} ${10_000 + i}`;

describe('a rebuild on the embedded store', () => {
  let program: string;
  let folder: TempFolder;

  before(async () => {
    program = await bundledEntry(SCRIPT);
  });

  beforeEach(() => {
    folder = new TempFolder();
  });

  afterEach(() => folder.dispose());

  it(`completes despite being killed ${KILLS} times, beside a writer of the older version`, async () => {
    const older = await folder.open();
    const all = Array.from({ length: RECORDS }, (_, i) => put(noteKind, noteOf(i, firstTitle(i))));
    for (let start = 0; start < RECORDS; start += 500) await write(older, all.slice(start, start + 500));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      expect(await killAfterLines(program, [folder.file], 1 + (kill % 5))).to.equal('SIGKILL');
      await write(older, [put(noteKind, noteOf(kill, `changed ${kill}`), 1)]);
    }
    const newer = await folder.open({ kinds: laterKinds(richerNoteKind) });
    const [behind] = await newer.projections.behind();
    expect(behind?.left).to.be.within(1, RECORDS - KILLS * 20);
    expect(await killAfterLines(program, [folder.file])).to.equal(null);
    expect(await newer.projections.behind()).to.deep.equal([]);
    const lengths = new Map<string | number, number>();
    for (let i = 0; i < RECORDS; i += 1) {
      const { length } = i >= 1 && i <= KILLS ? `changed ${i}` : firstTitle(i);
      lengths.set(length, (lengths.get(length) ?? 0) + 1);
    }
    expect(await newer.records.countBy(richerNoteKind, HOME, 'length')).to.deep.equal(lengths);
    expect(await newer.records.count(richerNoteKind, HOME, { has: { word: 'changed' } })).to.equal(KILLS);
  }).timeout(120_000);
});
