import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { newFolder } from './bundled-entry.js';
import { isUnbundled } from './bundled-file.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The process that runs bundled tests. */
export const LANE = 'tools/test-run/lane-process.ts';

/**
 * Bundles test files, and the lane that runs them, from the sources as they are now, each source once; returns the folder, which goes
 * with this process. A process loads them in a tenth of the time that it takes where a compiler is among the imports.
 */
export const bundleTests = async (files: readonly string[]): Promise<string> => {
  const folder = newFolder('tests-');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...files.filter((file) => !isUnbundled(file)), LANE],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@govgate/source'],
    // Stacks name the sources.
    sourcemap: true,
    sourcesContent: false,
    keepNames: true,
    define: { 'import.meta.url': PLACE },
    plugins: [oursOnly],
    logLevel: 'warning',
  });
  return folder;
};

// Once several files are in one, each still looks for others from where its source is.
const PLACE = '__placeOfSource';

/** Puts our sources into the bundle, and nothing else. */
const oursOnly: Plugin = {
  name: 'ours only',
  setup: ({ onLoad, onResolve, resolve }) => {
    onResolve({ filter: /^[^./]/ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@govgate/') || pluginData === FROM_HERE)
        return undefined;
      if (!hasOwnVersion(path, importer)) return { path, external: true };
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: FROM_HERE });
      return { path: found.path, external: true };
    });
    onLoad({ filter: /[/\\](packages|tools|examples)[/\\].*\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: `const ${PLACE} = ${JSON.stringify(pathToFileURL(path).href)}; ${await readFile(path, 'utf8')}`,
    }));
  },
};

const FROM_HERE = 'from here';

/** Whether one of our packages has a version of another that is not the one which the bundle would find. */
const hasOwnVersion = (path: string, importer: string): boolean => {
  const [group, name] = relative(ROOT, importer).split(sep);
  return existsSync(join(ROOT, group ?? '', name ?? '', 'node_modules', path));
};
