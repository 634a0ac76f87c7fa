import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import type { MochaResult } from './totals.js';

const { EVENT_RUN_END, EVENT_TEST_BEGIN, EVENT_TEST_PENDING } = Mocha.Runner.constants;

/**
 * Mocha's dots, and mocha's own counts written to the file that GOVGATE_TEST_RESULT names. Until the end that file tells
 * the test that runs, so that a run which hangs or is killed can be laid at a door.
 */
export default class ResultReporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const skippedSuites = new Set<string>();
    runner.on(EVENT_TEST_PENDING, (test) => skippedSuites.add(test.parent?.fullTitle() ?? test.title));
    const file = process.env.GOVGATE_TEST_RESULT;
    if (!file) return;
    const write = (running?: string) =>
      writeFileSync(file, JSON.stringify({ ...resultOf(this.stats, [...skippedSuites]), running }));
    runner.on(EVENT_TEST_BEGIN, (test) => write(test.fullTitle()));
    runner.once(EVENT_RUN_END, () => write());
  }
}

const resultOf = (stats: Mocha.Stats, skippedSuites: readonly string[]): MochaResult => ({
  passed: stats.passes,
  failed: stats.failures,
  skipped: stats.pending,
  skippedSuites,
});
