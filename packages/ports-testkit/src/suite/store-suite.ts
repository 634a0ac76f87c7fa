import type { MakeStore, StoreCase } from './bench.js';
import { auditCases } from './cases/audit-cases.js';
import { changeCases } from './cases/change-cases.js';
import { checkpointCases } from './cases/checkpoint-cases.js';
import { commitCases } from './cases/commit-cases.js';
import { evolveCases } from './cases/evolve-cases.js';
import { feedCases } from './cases/feed-cases.js';
import { handleCases } from './cases/handle-cases.js';
import { pageCases } from './cases/page-cases.js';
import { preconditionCases } from './cases/precondition-cases.js';
import { recordCases } from './cases/record-cases.js';
import { scopeCases } from './cases/scope-cases.js';
import { sealingCases } from './cases/sealing-cases.js';
import { trailListCases } from './cases/trail-list-cases.js';
import { whereCases } from './cases/where-cases.js';

/** Every promise of the store ports, as data. */
export const storeCases: readonly StoreCase[] = [
  ...recordCases,
  ...scopeCases,
  ...pageCases,
  ...whereCases,
  ...commitCases,
  ...preconditionCases,
  ...auditCases,
  ...checkpointCases,
  ...sealingCases,
  ...trailListCases,
  ...feedCases,
  ...changeCases,
  ...handleCases,
  ...evolveCases,
];

/** The two words of a test runner that the suite needs: those of mocha, of node:test, or one's own. */
export interface SuiteRunner {
  // biome-ignore lint/suspicious/noExplicitAny: runners return what they like
  describe(name: string, define: () => void): any;
  // biome-ignore lint/suspicious/noExplicitAny: runners return what they like
  it(name: string, test: () => Promise<void>): any;
}

/** Declares the complete suite for one adapter in the given runner. The store must know `suiteKinds`. */
export const runStoreSuite = (runner: SuiteRunner, name: string, makeStore: MakeStore): void => {
  runner.describe(`${name} keeps the promises of the store ports`, () => {
    for (const { id, promise, run } of storeCases) runner.it(`${id}: ${promise}`, () => run(makeStore));
  });
};
