import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, MANIFEST_WORKER } from '../../../../tools/build/bundle-options.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A file that starts in a tenth of the time, for tests that start a process again and again. */
export interface BundledEntry {
  readonly file: string;
  dispose(): void;
}

/** Bundles an entry of the tests, within the checkout: packages that stay outside are found there. */
export const bundleEntry = async (entry: string): Promise<BundledEntry> => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const outdir = mkdtempSync(join(ROOT, '.cache', 'entry-'));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry, MANIFEST_WORKER],
    outdir,
    ...BUNDLE_OPTIONS,
    outExtension: { '.js': '.mjs' },
  });
  return {
    file: join(outdir, basename(entry).replace(/\.ts$/, '.mjs')),
    dispose: () => rmSync(outdir, { recursive: true, force: true }),
  };
};
