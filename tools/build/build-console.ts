import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const APP = 'packages/console/src/app';

/** Where the console's files lie: in its own package, and next to the command that serves them. */
const PLACES = ['packages/console/dist/public', 'packages/server/dist/console'];

/**
 * Builds the files that browsers load. Their names hold a hash of what is in them; a folder that has these very names is left alone, and
 * another is exchanged as a whole, so that a process that starts meanwhile never finds half a console.
 */
export const buildConsole = async (): Promise<void> => {
  const built = await mkdtemp(join(tmpdir(), 'govgate-console-'));
  await buildInto(built);
  for (const place of PLACES) await exchange(join(root, place), built);
  await rm(built, { recursive: true });
};

const exchange = async (place: string, built: string): Promise<void> => {
  await mkdir(dirname(place), { recursive: true });
  const made = await mkdtemp(`${place}-`);
  await cp(built, made, { recursive: true });
  // A temporary folder is its owner's alone; what it becomes is served by whoever runs the command.
  await chmod(made, 0o755);
  const had = existsSync(place) ? readdirSync(place) : undefined;
  if (had?.sort().join() === readdirSync(made).sort().join()) {
    await chmod(place, 0o755);
    return rm(made, { recursive: true });
  }
  const old = `${made}-old`;
  if (had !== undefined) await rename(place, old);
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
};

const buildInto = async (outdir: string): Promise<void> => {
  await build({
    ...COMMON,
    ...JSX,
    outdir,
    entryPoints: { main: `${APP}/main.tsx` },
    chunkNames: 'chunk-[hash]',
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: BROWSERS,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await build({
    ...COMMON,
    outdir,
    entryPoints: { style: `${APP}/style/style.css`, icon: `${APP}/style/icon.svg` },
    assetNames: '[name]-[hash]',
    minify: true,
    target: BROWSERS,
    loader: { '.svg': 'copy', '.woff2': 'file' },
  });
};

/**
 * Bundles modules of the console's app for Node, where its tests read what pages declare.
 * @param entryPoints paths below the app's folder
 */
export const bundleAppForNode = async (outdir: string, entryPoints: readonly string[]): Promise<void> => {
  await build({
    ...COMMON,
    ...JSX,
    outdir,
    outbase: APP,
    entryNames: '[dir]/[name]',
    entryPoints: entryPoints.map((path) => `${APP}/${path}`),
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
};

const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

const COMMON = {
  absWorkingDir: root,
  entryNames: '[name]-[hash]',
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

const JSX = {
  conditions: ['@govgate/source'],
  jsx: 'automatic',
  // Components name their styles; style.css loads them, in one file and in order.
  loader: { '.css': 'empty' },
} as const satisfies BuildOptions;
