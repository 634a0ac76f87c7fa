import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedVenv } from '../test-services/python-venv.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PARENT = join(ROOT, '.cache', 'faults');

/**
 * Copies what git tracks or could track, as it stands in the working tree, into a folder of its own under .cache. What comes from npm is
 * linked; our own packages are links into the copy, or the tests would run the code that nothing was planted into.
 */
export const makePlantedTree = (): string => {
  mkdirSync(PARENT, { recursive: true });
  const tree = mkdtempSync(join(PARENT, 'tree-'));
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'];
  const tracked = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  // What was deleted and not committed yet is still tracked, and a node_modules that is a link is not ignored.
  for (const file of tracked.filter((name) => isFile(join(ROOT, name))))
    cpSync(join(ROOT, file), join(tree, file));
  linkFromNpm('node_modules', tree);
  linkOurs(tree);
  linkServers(tree);
  return tree;
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export const removePlantedTree = (tree: string): void => rmSync(tree, { recursive: true, force: true });

const linkFromNpm = (folder: string, tree: string): void => {
  mkdirSync(join(tree, folder), { recursive: true });
  for (const name of readdirSync(join(ROOT, folder)))
    if (name !== '@govgate') symlinkSync(join(ROOT, folder, name), join(tree, folder, name));
};

const linkOurs = (tree: string): void => {
  for (const home of workspacesIn(tree)) {
    const { name } = JSON.parse(readFileSync(join(tree, home, 'package.json'), 'utf8')) as { name: string };
    const link = join(tree, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(tree, home), link);
    // A package may have a version of its own of what another has too.
    if (existsSync(join(ROOT, home, 'node_modules'))) linkFromNpm(join(home, 'node_modules'), tree);
  }
};

// The MongoDB, and what else of Python's a checkout fetched for its tests, is looked for next to them.
const linkServers = (tree: string): void => {
  const cache = join(ROOT, '.cache');
  mkdirSync(join(tree, '.cache'), { recursive: true });
  for (const name of readdirSync(cache).filter((entry) => installedVenv(entry) !== undefined))
    symlinkSync(join(cache, name), join(tree, '.cache', name));
};

const workspacesIn = (tree: string): string[] =>
  ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(tree, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(tree, folder, entry.name, 'package.json')))
      .map((entry) => join(folder, entry.name)),
  );
