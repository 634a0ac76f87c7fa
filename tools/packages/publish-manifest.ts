import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * npm's hooks around packing, in the folder of a package: what is published names no source file, which is not in it, no door that
 * only sources have, and no script or tool of this repository.
 */
const [, , when] = process.argv;
const [file, kept] = [join(process.cwd(), 'package.json'), join(process.cwd(), '.package.json')];

/** What a package has only where its sources are. */
const OF_SOURCES = ['@govgate/source', './testing'];

const withoutSources = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !OF_SOURCES.includes(key))
          .map(([key, inner]) => [key, withoutSources(inner)]),
      )
    : value;

if (when === 'prepack') {
  const text = readFileSync(file, 'utf8');
  const { scripts: _, devDependencies: __, exports, ...rest } = JSON.parse(text);
  renameSync(file, kept);
  writeFileSync(file, `${JSON.stringify({ ...rest, exports: withoutSources(exports) }, null, 2)}\n`);
} else if (existsSync(kept)) renameSync(kept, file);
