import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, MANIFEST_WORKER } from './bundle-options.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, '.cache');
const SERVER = 'packages/server/src';

/** What many test files start: the command line, services that are the same but for one part, and a gateway. */
const SHARED = [
  `${SERVER}/cli.ts`,
  ...['failpoint-service', 'hasty-service', 'hasty-worker', 'queueing-service', 'watched-service'].map(
    (name) => `${SERVER}/testing/processes/${name}.ts`,
  ),
  'examples/data-plane/src/main.ts',
];

/** Where the processes of a test run find what `bundleForRun` bundled. */
const FOLDER = 'GOVGATE_TEST_BUNDLES';

const bundles = new Map<string, Promise<string>>();

/**
 * The file of an entry in TypeScript, bundled from its sources as they are now: once in a process, for tests that start
 * processes again and again. A start of it takes a tenth of the time that a start of the sources takes.
 */
export const bundledEntry = (entry: string): Promise<string> => {
  const file = bundles.get(entry) ?? bundleAlone(entry);
  bundles.set(entry, file);
  return file;
};

/** Bundles what many test files start, once for all processes of a test run; they inherit the variable that is returned. */
export const bundleForRun = async (): Promise<Readonly<Record<string, string>>> => ({
  [FOLDER]: await bundleInto(newFolder('entry-'), SHARED),
});

/** The file of an entry among what the test run has bundled. */
export const sharedBundle = (entry: string): string | undefined => {
  const folder = process.env[FOLDER];
  // A copy of the checkout, with a planted fault for example, inherits the variable and has its own sources.
  if (!folder?.startsWith(CACHE) || !SHARED.some((one) => join(ROOT, one) === entry)) return undefined;
  return fileIn(folder, entry);
};

const bundleAlone = async (entry: string): Promise<string> =>
  sharedBundle(entry) ?? fileIn(await bundleInto(newFolder('entry-'), [entry]), entry);

/** A folder within the checkout, where packages are found that stay outside of a bundle; it goes with this process. */
const newFolder = (prefix: string): string => {
  mkdirSync(CACHE, { recursive: true });
  if (made.length === 0) process.once('exit', removeMade);
  const folder = mkdtempSync(join(CACHE, prefix));
  made.push(folder);
  return folder;
};

const made: string[] = [];

const removeMade = (): void => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
};

const bundleInto = async (outdir: string, entries: readonly string[]): Promise<string> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...entries, MANIFEST_WORKER],
    outdir,
    ...BUNDLE_OPTIONS,
    outExtension: { '.js': '.mjs' },
  });
  return outdir;
};

const fileIn = (folder: string, entry: string): string =>
  join(folder, basename(entry).replace(/\.ts$/, '.mjs'));
