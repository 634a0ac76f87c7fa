import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const APP = 'packages/console/src/app';

/** Where the console's files lie: in its own package, and next to the command that serves them. */
const PLACES = ['packages/console/dist/public', 'packages/server/dist/console'];

/**
 * Builds the files that browsers load. Their names hold a hash of what is in them; a folder that has these very names is left alone, and
 * another is exchanged as a whole, so that a process that starts meanwhile never finds half a console.
 */
export const buildConsole = async (): Promise<void> => {
  for (const place of PLACES) await exchange(join(root, place));
};

const exchange = async (place: string): Promise<void> => {
  await mkdir(dirname(place), { recursive: true });
  const made = await mkdtemp(`${place}-`);
  await buildInto(made);
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

const buildInto = (outdir: string): Promise<unknown> =>
  build({
    absWorkingDir: root,
    entryPoints: {
      main: `${APP}/main.tsx`,
      style: `${APP}/style/style.css`,
      icon: `${APP}/style/icon.svg`,
    },
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    conditions: ['@govgate/source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
