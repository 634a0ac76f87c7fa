import type { Failure, FileRun, MochaResult } from './totals.js';

/** More files than these do not fail of a hiccup. */
const MOST_UNSTEADY = 2;

/** A file that failed beside others and passed alone, with the first thing that it said. */
export interface Unsteady {
  readonly file: string;
  readonly failure: string;
}

/** What a run came to when its failed files were given a second try. */
export interface Settled {
  readonly result: MochaResult;
  readonly unsteady: readonly Unsteady[];
}

/**
 * What looks for a rare fault by many tries has found it when one of them fails; that the next time none does says nothing.
 * A failure of these files counts as it is.
 */
const SEARCHES = [
  /[.-](property|walk)\.test\.ts$/,
  /\/machines\.test\.ts$/,
  /-races?\b/,
  /-race-/,
  /linearizable/,
  /many-writers/,
  /revoke-at-once/,
  /contract-fuzz/,
  /killed-/,
  /crash/,
];
/** What fast-check says when values that it drew break a property. */
const COUNTEREXAMPLE = /Property failed after \d+ tests/;

/**
 * Gives each failed file one more try, alone; those that pass it are unsteady, and count as passed. Nothing is tried again where that
 * could not save the run: too many files failed, one of them cannot be unsteady, or something failed that is in no file's tests
 * (a process that ended, a file that does not load).
 */
export const repeatFailed = async (
  first: MochaResult,
  runAlone: (file: string) => Promise<MochaResult>,
): Promise<Settled> => {
  const failed = first.runs.filter(({ failures }) => failures.length > 0);
  if (!mayBeSaved(first, failed)) return { result: first, unsteady: [] };
  const unsteady: Unsteady[] = [];
  let result = first;
  for (const run of failed) {
    const again = await runAlone(run.file);
    if (!passesAll(run, again)) continue;
    unsteady.push({ file: run.file, failure: run.failures[0]?.report.trim() ?? '' });
    result = withSecond(result, run, again);
  }
  return { result, unsteady };
};

const mayBeSaved = (first: MochaResult, failed: readonly FileRun[]): boolean =>
  first.ended &&
  first.failed === failed.reduce((sum, { failures }) => sum + failures.length, 0) &&
  failed.length <= MOST_UNSTEADY &&
  failed.every(
    ({ file, failures }) =>
      !SEARCHES.some((one) => one.test(file)) && !failures.some(({ report }) => COUNTEREXAMPLE.test(report)),
  );

/** Whether a second try came to its end, and every test that ran or failed in the first one passed in it. */
const passesAll = (first: FileRun, again: MochaResult): boolean => {
  const [run] = again.runs;
  if (!again.ended || again.failed > 0 || again.runs.length !== 1 || run?.file !== first.file) return false;
  const passed = new Set(run.passed);
  return (
    passed.size > 0 &&
    run.skipped <= first.skipped &&
    [...first.passed, ...first.failures.flatMap(titleOf)].every((test) => passed.has(test))
  );
};

const titleOf = ({ test }: Failure): readonly string[] => (test === undefined ? [] : [test]);

/** The result with a file's second try in the place of its first. */
const withSecond = (result: MochaResult, first: FileRun, again: MochaResult): MochaResult => {
  const reports = new Set(first.failures.map(({ report }) => report));
  return {
    ...result,
    passed: result.passed - first.passed.length + again.passed,
    failed: result.failed - first.failures.length,
    skipped: result.skipped - first.skipped + again.skipped,
    reports: result.reports.filter((report) => !reports.has(report)),
    runs: result.runs.flatMap((run) => (run === first ? again.runs : [run])),
  };
};

/** What the end of a run says of its unsteady files; "" where there is none. */
export const unsteadyText = (unsteady: readonly Unsteady[]): string =>
  unsteady.length === 0
    ? ''
    : [
        `${unsteady.length} unsteady: failed beside others, passed alone: a defect to mend (ADR 56)`,
        ...unsteady.map(({ file, failure }) => `${file}\n${failure}`),
      ].join('\n');
