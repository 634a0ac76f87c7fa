/** What mocha's run came to. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The result file that the reporter writes for the runner. */
export interface MochaResult extends Totals {
  /** Titles of the suites that hold skipped tests. */
  readonly skippedSuites: readonly string[];
  /** The test that was running when the file was written last; absent once mocha is through. */
  readonly running?: string;
}

/** The last line of a test run, for people and scripts. */
export const closingLine = (totals: Totals): string =>
  `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`;

/** Whether a run succeeded. Nothing passed is no success, and in CI a skipped suite is none either. */
export const succeeded = (totals: Totals, strict: boolean): boolean =>
  totals.failed === 0 && totals.passed > 0 && !(strict && totals.skipped > 0);
