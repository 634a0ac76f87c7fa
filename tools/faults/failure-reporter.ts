import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** A test or hook that failed, and the name of the error at the bottom of it. */
export interface Failure {
  readonly title: string;
  readonly isHook: boolean;
  readonly error: string;
}

/** What a run of some specs came to. */
export interface SpecRun {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants;

/** Writes how a run ended to the file that GOVGATE_SEED_RESULT names; a run that breaks off writes none. */
export default class FailureReporter {
  constructor(runner: Mocha.Runner) {
    let passed = 0;
    const failures: Failure[] = [];
    runner.on(EVENT_TEST_PASS, () => {
      passed += 1;
    });
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: Error) => {
      failures.push({
        title: test.fullTitle(),
        isHook: 'type' in test && test.type === 'hook',
        error: rootName(error),
      });
    });
    runner.once(EVENT_RUN_END, () => {
      const run: SpecRun = { passed, failures };
      writeFileSync(process.env.GOVGATE_SEED_RESULT ?? '', JSON.stringify(run));
    });
  }
}

// A property's failure carries the error of the example that broke it.
const rootName = (error: Error): string =>
  error.cause instanceof Error ? rootName(error.cause) : error.name;
