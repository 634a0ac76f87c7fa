import { fileURLToPath } from 'node:url';
import { HOME, laterKinds, noteKind, put, richerNoteKind, write } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { bundledEntry } from '../../../tools/build/bundled-entry.js';
import { killAfterLines } from '../../../tools/build/kill-after-lines.js';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { withDatabase } from './testing/with-stores.js';

const SCRIPT = fileURLToPath(new URL('./testing/rebuild-process.ts', import.meta.url));
const RECORDS = 1_200;
const KILLS = 20;

const noteOf = (i: number, title: string) => ({ ...HOME, noteId: `n${String(i).padStart(5, '0')}`, title });
const firstTitle = (i: number): string => `${'a'.repeat(i % 7)} ${10_000 + i}`;

describeWithMongo('a rebuild on MongoDB', (serverUrl) => {
  it(`completes despite being killed ${KILLS} times, beside a writer of the older version`, () =>
    withDatabase(serverUrl, async ({ url, open }) => {
      const program = await bundledEntry(SCRIPT);
      const older = await open();
      const all = Array.from({ length: RECORDS }, (_, i) => put(noteKind, noteOf(i, firstTitle(i))));
      for (let start = 0; start < RECORDS; start += 300) await write(older, all.slice(start, start + 300));
      for (let kill = 1; kill <= KILLS; kill += 1) {
        expect(await killAfterLines(program, [url], 1 + (kill % 4))).to.equal('SIGKILL');
        await write(older, [put(noteKind, noteOf(kill, `changed ${kill}`), 1)]);
      }
      const newer = await open({ kinds: laterKinds(richerNoteKind) });
      const [behind] = await newer.projections.behind();
      expect(behind?.left).to.be.within(1, RECORDS - KILLS * 10);
      expect(await killAfterLines(program, [url])).to.equal(null);
      expect(await newer.projections.behind()).to.deep.equal([]);
      const lengths = new Map<string | number, number>();
      for (let i = 0; i < RECORDS; i += 1) {
        const { length } = i >= 1 && i <= KILLS ? `changed ${i}` : firstTitle(i);
        lengths.set(length, (lengths.get(length) ?? 0) + 1);
      }
      expect(await newer.records.countBy(richerNoteKind, HOME, 'length')).to.deep.equal(lengths);
      expect(await newer.records.count(richerNoteKind, HOME, { has: { word: 'changed' } })).to.equal(KILLS);
    })).timeout(240_000);
});
