import type { RunEvent } from './run-log.js';

/** What mocha's run came to. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Something that took its time. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** A file with its hooks, and the CPU time that it took where that is known. */
export interface TimedFile extends Timed {
  readonly cpuSeconds?: number;
}

/** What one file of a run came to. */
export interface FileRun {
  readonly file: string;
  /** The titles of its tests. */
  readonly passed: readonly string[];
  readonly failures: readonly Failure[];
  readonly skipped: number;
}

/** A failure as mocha reports it; without a test where one of the hooks around tests failed. */
export interface Failure {
  readonly report: string;
  readonly test?: string;
}

/** The result of a run, and what it reported about itself. */
export interface MochaResult extends Totals {
  /** Titles of the suites that hold skipped tests. */
  readonly skippedSuites: readonly string[];
  /** Failures as mocha reports them. */
  readonly reports: readonly string[];
  readonly files: readonly TimedFile[];
  readonly tests: readonly Timed[];
  /** What each file came to; a failure that is in none of them is the run's own. */
  readonly runs: readonly FileRun[];
  /** Whether mocha came to its end. */
  readonly ended: boolean;
  /** The test that was running at the last report. */
  readonly running?: string;
}

/** What the events of a run come to. */
export const resultOf = (events: readonly RunEvent[]): MochaResult => {
  const of = <K extends RunEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<RunEvent, { kind: K }> => event.kind === kind);
  const last = events.at(-1);
  return {
    passed: of('pass').length,
    failed: of('fail').length + of('unloadable').length,
    skipped: of('skip').length,
    skippedSuites: [...new Set(of('skip').map(({ suite }) => suite))],
    reports: [...of('unloadable'), ...of('fail')].map(({ report }) => report),
    files: of('file').map(({ file, seconds, cpuSeconds }) => ({
      name: file,
      seconds,
      ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
    })),
    tests: of('pass').map(({ test, seconds }) => ({ name: test, seconds })),
    runs: runsOf(events),
    ended: last?.kind === 'end',
    ...(last?.kind === 'begin' ? { running: last.test } : {}),
    ...(last?.kind === 'open' ? { running: last.file } : {}),
  };
};

const runsOf = (events: readonly RunEvent[]): readonly FileRun[] => {
  const runs: (FileRun & { passed: string[]; failures: Failure[]; skipped: number })[] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (event.kind === 'open') runs.push({ file: event.file, passed: [], failures: [], skipped: 0 });
    if (run === undefined) continue;
    if (event.kind === 'pass') run.passed.push(event.test);
    if (event.kind === 'skip') run.skipped += 1;
    if (event.kind === 'fail')
      run.failures.push({ report: event.report, ...(event.hook ? {} : { test: event.test }) });
  }
  return runs;
};

/** What several runs came to together. */
export const summed = (results: readonly MochaResult[]): MochaResult => {
  const sum = (of: (one: MochaResult) => number): number =>
    results.reduce((total, one) => total + of(one), 0);
  const all = <T>(of: (one: MochaResult) => readonly T[]): T[] => results.flatMap(of);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    skippedSuites: all(({ skippedSuites }) => skippedSuites),
    reports: all(({ reports }) => reports),
    files: all(({ files }) => files),
    tests: all(({ tests }) => tests),
    runs: all(({ runs }) => runs),
    ended: results.every(({ ended }) => ended),
  };
};

/** The last line of a test run, for people and scripts. */
export const closingLine = (totals: Totals): string =>
  `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`;

/** Whether a run succeeded. Nothing passed is no success, and in CI a skipped suite is none either. */
export const succeeded = (totals: Totals, strict: boolean): boolean =>
  totals.failed === 0 && totals.passed > 0 && !(strict && totals.skipped > 0);
