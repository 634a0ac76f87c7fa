import type { SuiteRunner } from '../suite/store-suite.js';
import type { MakeQueue } from './queue-bench.js';
import { queueCases } from './queue-cases.js';

/** Declares the queue suite for one adapter in the given runner. */
export const runQueueSuite = (runner: SuiteRunner, name: string, makeQueue: MakeQueue): void => {
  runner.describe(`${name} keeps the promises of the queue port`, () => {
    for (const { id, promise, run } of queueCases) runner.it(`${id}: ${promise}`, () => run(makeQueue));
  });
};
