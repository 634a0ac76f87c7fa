/**
 * Proves that every layer rule can fail: builds a small tree of packages that keeps the rules, shows that nothing is
 * reported, plants one breach after the other into it and shows that each is reported under its rule's name.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruiseCheckout } from './cruise.js';
import { CIRCLES_BACK, GROUND, LAYER_FAULTS, type LayerFault } from './faults.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const cruise = async (tree: string) => {
  const summaries = (await cruiseCheckout(tree)).map(({ summary }) => summary);
  return {
    violations: summaries.flatMap(({ violations }) => violations),
    rules: summaries.flatMap(({ ruleSetUsed }) =>
      (ruleSetUsed?.forbidden ?? []).map(({ name = '' }) => name),
    ),
  };
};

const plantInto = async (tree: string, files: readonly Omit<LayerFault, 'rule'>[]): Promise<void> => {
  for (const { file, source } of files) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), `${source}\n`);
  }
};

// The packages of the tree carry the real package.json files; what comes from npm is the checkout's.
const linkPackages = async (tree: string): Promise<void> => {
  const modules = join(tree, 'node_modules');
  await mkdir(join(modules, '@govgate'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'packages'))) {
    const manifest = await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8');
    await mkdir(join(tree, 'packages', name, 'src'), { recursive: true });
    await writeFile(join(tree, 'packages', name, 'package.json'), manifest);
    await symlink(join(tree, 'packages', name), join(modules, '@govgate', name));
  }
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@govgate' && !name.startsWith('.')) {
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
    }
  }
};

const complaintsOf = async (tree: string): Promise<string[]> => {
  await linkPackages(tree);
  await writeFile(join(tree, 'package.json'), await readFile(join(ROOT, 'package.json')));
  await mkdir(join(tree, 'examples'));
  await plantInto(tree, GROUND);
  const clean = await cruise(tree);
  await plantInto(tree, [...LAYER_FAULTS, ...CIRCLES_BACK]);
  const planted = await cruise(tree);
  const caught = new Set(
    planted.violations.flatMap(({ rule, from, to }) => [`${rule.name} ${from}`, `${rule.name} ${to}`]),
  );
  const covered = new Set(LAYER_FAULTS.map((one) => one.rule));
  return [
    ...clean.violations.map(({ rule, from, to }) => `caught without a breach: ${rule.name} ${from} -> ${to}`),
    ...LAYER_FAULTS.filter(
      ({ rule, file }) => ![file, dirname(file)].some((at) => caught.has(`${rule} ${at}`)),
    ).map((one) => `not caught: ${one.rule} in ${one.file}`),
    ...planted.rules.filter((rule) => !covered.has(rule)).map((rule) => `no breach planted for ${rule}`),
  ];
};

const tree = await mkdtemp(join(tmpdir(), 'govgate-layers-'));
try {
  const complaints = await complaintsOf(tree);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length === 0)
    console.log(`layers canary: ${LAYER_FAULTS.length} planted breaches, each caught by its rule`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
} finally {
  await rm(tree, { recursive: true, force: true });
}
