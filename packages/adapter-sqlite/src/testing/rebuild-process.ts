// A separate process that derives again what lists need: `rebuild-process.ts <file>`. It says after each step how many
// records it has made, and ends when nothing is behind.
import { laterKinds, noteKind, richerNoteKind } from '@govgate/ports-testkit';
import { openSqliteStore } from '../open/open-sqlite-store.js';

const [, , file = ''] = process.argv;

const store = await openSqliteStore({ file, kinds: laterKinds(richerNoteKind) });
for (let made = 1; made > 0; ) {
  made = await store.projections.step(noteKind.name, 20);
  process.stdout.write(`${made}\n`);
}
await store.close();
