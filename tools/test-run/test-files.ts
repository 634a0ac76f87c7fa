import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where tests stand. */
export const TESTS = ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'];

/** Tests that need a service or start processes of ours. */
export const SERVICE_TESTS = ['packages/*/src/**/*.{contract,e2e}.test.ts', 'tools/**/*.test.ts'];

/** The files that patterns name, as paths from the checkout's root, in the order of their names. */
export const filesOf = (patterns: readonly string[], ignore: readonly string[] = []): string[] =>
  globSync([...patterns], {
    cwd: ROOT,
    ignore: ['**/node_modules/**', ...ignore],
    expandDirectories: false,
  }).sort();

/** What somebody chooses: a pattern or a file as it is; a folder (`packages/ports`) stands for all tests in it, and no others. */
export const chosenTests = (chosen: readonly string[]): string[] =>
  filesOf(chosen.map((one) => (isFolder(one) ? join(one, '**/*.test.ts') : one)));

const isFolder = (path: string): boolean =>
  statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
