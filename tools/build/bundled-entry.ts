import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, MANIFEST_WORKER } from './bundle-options.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, '.cache');

// Whatever is bundled lies within the checkout, where packages that stay outside of it are found, and goes with this process.
const bundles = new Map<string, Promise<string>>();

/**
 * The file of an entry in TypeScript, bundled from its sources as they are now: once in a process, for tests that start
 * processes again and again. A start of it takes a tenth of the time that a start of the sources takes.
 */
export const bundledEntry = (entry: string): Promise<string> => {
  const file = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, file);
  return file;
};

const bundle = async (entry: string): Promise<string> => {
  mkdirSync(CACHE, { recursive: true });
  const outdir = mkdtempSync(join(CACHE, 'entry-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry, MANIFEST_WORKER],
    outdir,
    ...BUNDLE_OPTIONS,
    outExtension: { '.js': '.mjs' },
  });
  return join(outdir, basename(entry).replace(/\.ts$/, '.mjs'));
};
