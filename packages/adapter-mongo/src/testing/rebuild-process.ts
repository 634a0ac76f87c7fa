// A separate process that derives again what lists need: `rebuild-process.ts <url>`. It says after each step how many
// records it has made, and ends when nothing is behind.
import { laterKinds, noteKind, richerNoteKind } from '@govgate/ports-testkit';
import { openMongoStore } from '../index.js';

const [, , url = ''] = process.argv;

const store = await openMongoStore({ url, kinds: laterKinds(richerNoteKind) });
for (let made = 1; made > 0; ) {
  made = await store.projections.step(noteKind.name, 10);
  process.stdout.write(`${made}\n`);
}
await store.close();
process.exit(0);
