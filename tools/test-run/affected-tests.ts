import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** For each file the files that it imports or starts as a process, all from the checkout's root. */
export type Imports = ReadonlyMap<string, readonly string[]>;

// What comes from npm does not change while one works.
const oursOnly: Plugin = {
  name: 'ours-only',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@govgate/') ? undefined : { path, external: true },
    ),
};

/** What test files import, and what that imports in turn. */
export const importsOf = async (tests: readonly string[]): Promise<Imports> => {
  const imports = new Map<string, readonly string[]>();
  for (let unread = [...tests]; unread.length > 0; ) {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: unread,
      outdir: 'nowhere',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@govgate/source'],
      plugins: [oursOnly],
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    for (const [file, input] of Object.entries(metafile.inputs)) {
      const imported = input.imports.filter(({ external }) => external !== true).map(({ path }) => path);
      imports.set(file, [...imported, ...startedBy(file)]);
    }
    unread = [...new Set([...imports.values()].flat())].filter((file) => !imports.has(file));
  }
  return imports;
};

/** Entries that a file names by `new URL('./entry.ts', import.meta.url)`, to start them as processes. */
const startedBy = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(
    ([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)),
  );

/** The tests whose outcome changed files can change. */
export const affectedTests = (
  tests: readonly string[],
  imports: Imports,
  changed: ReadonlySet<string>,
): readonly string[] => tests.filter((test) => reaches(test, imports, changed));

const reaches = (test: string, imports: Imports, changed: ReadonlySet<string>): boolean => {
  const seen = new Set([test]);
  for (const file of seen) {
    if (changed.has(file)) return true;
    for (const next of imports.get(file) ?? []) seen.add(next);
  }
  return false;
};
