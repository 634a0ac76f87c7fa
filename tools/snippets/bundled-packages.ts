import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, MANIFEST_WORKER } from '../build/bundle-options.js';
import { ROOT } from './page-files.js';

/** The packages that the programs of pages import. */
const PACKAGES = ['client', 'domain', 'ports-testkit', 'server'];

/**
 * Bundles packages from their sources, and installs them where the programs below a folder look first: to load their thousand
 * files one by one takes each program seconds.
 */
export const installBundled = async (bundles: string, folder: string): Promise<void> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...PACKAGES.map((name) => ({ in: `packages/${name}/src/index.ts`, out: name })),
      { in: MANIFEST_WORKER, out: 'manifest-worker' },
    ],
    outdir: bundles,
    ...BUNDLE_OPTIONS,
    outExtension: { '.js': '.mjs' },
  });
  for (const name of PACKAGES) install(name, join(bundles, `${name}.mjs`), folder);
};

const install = (name: string, file: string, folder: string): void => {
  const place = join(folder, 'node_modules/@govgate', name);
  mkdirSync(place, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
  const manifest = { name: `@govgate/${name}`, version, type: 'module', exports: './index.js' };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(place, 'index.js'), `export * from '${pathToFileURL(file)}';\n`);
};
