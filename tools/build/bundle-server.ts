import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { REFERENCE_FILES } from '../reference/reference-files.js';
import { BUNDLE_OPTIONS, MANIFEST_WORKER } from './bundle-options.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles the command line: one file for what every start needs and one for each command. Loading some 900 small files
 * instead costs a start more than twice the CPU time (ADR 10).
 */
await rm(join(root, 'packages/server/dist/bin'), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['packages/server/src/cli.ts', MANIFEST_WORKER],
  outdir: 'packages/server/dist/bin',
  ...BUNDLE_OPTIONS,
});

/** The API reference lies next to the command that serves it. */
for (const { file, generate } of REFERENCE_FILES) {
  const place = join(root, 'packages/server/dist', file);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, await generate());
}
