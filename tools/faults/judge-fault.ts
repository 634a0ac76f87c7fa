import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './bugs.js';
import { patchedFiles } from './patch.js';
import { runSpec } from './run-spec.js';
import { firstTypeError } from './type-errors.js';
import { type FaultVerdict, type SpecVerdict, specVerdict } from './verdict.js';

/** Plants a fault into a tree, asks the specs that have to notice it, and takes it out again. */
export type JudgeFault = (fault: Fault) => Promise<FaultVerdict>;

type Env = Readonly<Record<string, string>>;

/** Judges the faults of one tree. A spec that fails, or runs nothing, without any bug cannot notice one. */
export const makeJudgeFault = (tree: string, env: Env): JudgeFault => {
  const known = new Map<string, Promise<string | undefined>>();
  const faultOf = (spec: string, only: readonly string[]): Promise<string | undefined> => {
    const key = [spec, ...only].join(' ');
    const fault = known.get(key) ?? faultWithoutBug(tree, spec, env, only);
    known.set(key, fault);
    return fault;
  };
  return async ({ id, bug, patches, specs, grep }) => {
    const only = grep === undefined ? [] : ['--grep', grep];
    const faults = await inTurn(specs, (spec) => faultOf(spec, only));
    const files = patchedFiles(patches, (file) => readFileSync(join(tree, file), 'utf8'));
    const judge = async (spec: string, at: number, broken: string | undefined): Promise<SpecVerdict> => {
      const missed = faults[at] ?? broken;
      return missed === undefined
        ? specVerdict(spec, await runSpec(tree, spec, env, '--bail', ...only))
        : { spec, missed };
    };
    const verdicts = await withFiles(tree, files, () => {
      const broken = firstTypeError(tree, files.keys());
      return inTurn(specs, (spec, at) => judge(spec, at, broken));
    });
    return { id, bug, specs: verdicts };
  };
};

const faultWithoutBug = async (
  tree: string,
  spec: string,
  env: Env,
  only: readonly string[],
): Promise<string | undefined> => {
  const run = await runSpec(tree, spec, env, ...only);
  if (run === undefined) return 'it breaks off without the bug, too';
  const [failure] = run.failures;
  if (failure !== undefined) return `"${failure.title}" fails without the bug, too`;
  return run.passed === 0 ? 'it has no test that could run' : undefined;
};

const withFiles = async <T>(
  tree: string,
  files: ReadonlyMap<string, string>,
  work: () => Promise<T>,
): Promise<T> => {
  const before = [...files.keys()].map((file) => [file, readFileSync(join(tree, file), 'utf8')] as const);
  for (const [file, text] of files) writeFileSync(join(tree, file), text);
  try {
    return await work();
  } finally {
    for (const [file, text] of before) writeFileSync(join(tree, file), text);
  }
};

// One at a time: a run has the machine for itself, and its times are those of an ordinary run.
const inTurn = async <T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const [at, item] of items.entries()) results.push(await work(item, at));
  return results;
};
