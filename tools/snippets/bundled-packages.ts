import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, MANIFEST_WORKER } from '../build/bundle-options.js';
import { ROOT } from './page-files.js';

/** The packages that the programs of pages import, with their entries. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  client: ['index'],
  domain: ['index', 'gateway/index'],
  'ports-testkit': ['index'],
  server: ['index'],
};

/**
 * Bundles packages from their sources, and installs them where the programs below a folder look first: to load their thousand
 * files one by one takes each program seconds.
 */
export const installBundled = async (bundles: string, folder: string): Promise<void> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...Object.entries(PACKAGES).flatMap(([name, entries]) =>
        entries.map((entry) => ({ in: `packages/${name}/src/${entry}.ts`, out: `${name}-${flat(entry)}` })),
      ),
      { in: MANIFEST_WORKER, out: 'manifest-worker' },
    ],
    outdir: bundles,
    ...BUNDLE_OPTIONS,
    outExtension: { '.js': '.mjs' },
  });
  for (const [name, entries] of Object.entries(PACKAGES)) install(name, entries, bundles, folder);
};

// All bundles are in one folder.
const flat = (entry: string): string => entry.replace('/', '-');

const install = (name: string, entries: readonly string[], bundles: string, folder: string): void => {
  const place = join(folder, 'node_modules/@govgate', name);
  mkdirSync(place, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
  const exported = entries.map((entry) => [`./${entry}`.replace(/\/?index$/, ''), `./${flat(entry)}.js`]);
  const manifest = {
    name: `@govgate/${name}`,
    version,
    type: 'module',
    exports: Object.fromEntries(exported),
  };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  for (const entry of entries) {
    const file = pathToFileURL(join(bundles, `${name}-${flat(entry)}.mjs`));
    writeFileSync(join(place, `${flat(entry)}.js`), `export * from '${file}';\n`);
  }
};
