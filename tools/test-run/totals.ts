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

/** The result of a run, and what it reported about itself. */
export interface MochaResult extends Totals {
  /** Titles of the suites that hold skipped tests. */
  readonly skippedSuites: readonly string[];
  /** Failures as mocha reports them. */
  readonly reports: readonly string[];
  /** Each file with its hooks. */
  readonly files: readonly Timed[];
  readonly tests: readonly Timed[];
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
    failed: of('fail').length,
    skipped: of('skip').length,
    skippedSuites: [...new Set(of('skip').map(({ suite }) => suite))],
    reports: of('fail').map(({ report }) => report),
    files: of('file').map(({ file, seconds }) => ({ name: file, seconds })),
    tests: of('pass').map(({ test, seconds }) => ({ name: test, seconds })),
    ended: last?.kind === 'end',
    ...(last?.kind === 'begin' ? { running: last.test } : {}),
  };
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
    ended: results.every(({ ended }) => ended),
  };
};

/** The last line of a test run, for people and scripts. */
export const closingLine = (totals: Totals): string =>
  `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`;

/** Whether a run succeeded. Nothing passed is no success, and in CI a skipped suite is none either. */
export const succeeded = (totals: Totals, strict: boolean): boolean =>
  totals.failed === 0 && totals.passed > 0 && !(strict && totals.skipped > 0);
