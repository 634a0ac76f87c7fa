import { existsSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE_OPTIONS } from './bundle-options.js';

/**
 * Copies what the bundled command needs besides itself, and what that needs in turn, out of node_modules: `node --import tsx
 * tools/build/image-modules.ts FOLDER`. The image takes this and no more: neither compilers nor links into a checkout.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [into = ''] = process.argv.slice(2);
if (into === '') throw new Error('name the folder that the modules go to');

/** The folder that a package is found in from another's, as node looks for it; undefined: an optional one that is not installed. */
const folderOf = (name: string, from: string): string | undefined => {
  const place = join(from, 'node_modules', name);
  if (existsSync(place)) return place;
  return from === join(ROOT, '.') || dirname(from) === from ? undefined : folderOf(name, dirname(from));
};

const needsOf = (folder: string): string[] => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, string>> | undefined>
  >;
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
};

const taken = new Set<string>();
const take = (name: string, from: string): void => {
  const folder = folderOf(name, from);
  if (folder === undefined || taken.has(folder)) return;
  taken.add(folder);
  for (const need of needsOf(folder)) take(need, folder);
};
for (const name of BUNDLE_OPTIONS.external) take(name, join(ROOT, 'packages/server'));

await rm(into, { recursive: true, force: true });
for (const folder of [...taken].sort()) {
  const place = relative(join(ROOT, 'node_modules'), folder);
  if (place.startsWith('..')) throw new Error(`${folder} lies outside of the root's node_modules`);
  const isOwn = (path: string): boolean => !relative(folder, path).split('/').includes('node_modules');
  await cp(folder, join(into, place), { recursive: true, filter: isOwn });
}
