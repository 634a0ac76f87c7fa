/**
 * `npm run test:watch -- PATTERN... [MOCHA'S OPTIONS]`: runs the test files that the patterns name, and then, at each change,
 * those of them that import what changed.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { affectedTests, importsOf } from './affected-tests.js';
import { mochaCommand } from './mocha-command.js';
import { runCommand } from './run-command.js';
import { selectTests } from './selection.js';

const FOLDERS = ['packages', 'tools', 'examples'];
/** An editor writes a file in several steps, and a branch is many files. */
const SETTLE_MS = 200;

// Leaving through exit() lets the exit hooks end what we started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { files, services, mochaArguments } = await selectTests(
  "npm run test:watch -- 'packages/domain/src/audit/*.test.ts'",
);
const run = (some: readonly string[]): Promise<unknown> =>
  runCommand(process.execPath, mochaCommand([...mochaArguments, ...some]), {
    env: services.env,
    show: true,
  });

const changed = new Set<string>();
let wake = (): void => undefined;
for (const folder of FOLDERS)
  watch(folder, { recursive: true }, (_, name) => {
    if (name === null || /(^|\/)(node_modules|dist)\/|\.tsbuildinfo$/.test(name)) return;
    changed.add(join(folder, name));
    wake();
  });

let next: readonly string[] = files;
for (;;) {
  if (next.length > 0) {
    await run(next);
    console.log(`Waiting for changes (${files.length} files) ...`);
  }
  if (changed.size === 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  await delay(SETTLE_MS);
  const now = new Set(changed);
  changed.clear();
  // A file that cannot be read yet is reported by the run itself.
  const imports = await importsOf(files).catch(() => new Map<string, readonly string[]>());
  next = imports.size === 0 ? files : affectedTests(files, imports, now);
}
