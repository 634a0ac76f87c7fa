import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { InstrumenterContext } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import Mocha from 'mocha';

/** Where the tests stand that judge the mutants. */
const TEST_FOLDERS = [
  'packages/domain/src',
  'packages/worker/src/egress',
  'packages/adapter-http/src/operation',
];

// What a test starts as a process of its own runs the code without its mutants.
const STARTS_A_PROCESS = /(^|\/)isomorphic\.test\.ts$/;

// The instrumented code reads which mutant is on, and writes what it passed, in this global.
const shared = globalThis as { __stryker__?: InstrumenterContext };
shared.__stryker__ ??= {};
const context = shared.__stryker__;

/**
 * Runs mocha inside Stryker's sandbox. Ours, because Stryker's own runner of the line that works on Node 20 reaches into files that
 * mocha 12 has moved. The tests are loaded once; each mutant then runs the tests that pass it, up to the first that fails.
 */
class MochaRunner implements TestRunner {
  readonly #mocha = new Mocha({ reporter: Silent, timeout: 6_000 });
  #loaded = false;
  #collecting = false;

  /** Modules stay loaded, so that mutants in code that runs while loading cannot be told apart. */
  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    // One seed, so that a run can be repeated; no search for the smallest example, so that a kill is quick.
    fc.configureGlobal({ seed: 20_240_501, endOnFailure: true });
    this.#mocha.cleanReferencesAfterRun(false);
    for (const file of TEST_FOLDERS.flatMap(testsIn)) this.#mocha.addFile(file);
    const collecting = () => this.#collecting;
    this.#mocha.suite.beforeEach(function (this: Mocha.Context) {
      if (collecting()) context.currentTestId = this.currentTest?.fullTitle() ?? '';
    });
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    this.#collecting = options.coverageAnalysis === 'perTest';
    const tests = await this.#run(false);
    this.#collecting = false;
    const result: DryRunResult = { status: DryRunStatus.Complete, tests };
    return context.mutantCoverage ? { ...result, mutantCoverage: context.mutantCoverage } : result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    Object.assign(context, { hitLimit: options.hitLimit, hitCount: options.hitLimit ? 0 : undefined });
    this.#mocha.grep(options.testFilter ? exactly(options.testFilter) : /^/);
    const tests = await this.#run(!options.disableBail, options.activeMutant.id);
    const endless = determineHitLimitReached(context.hitCount, context.hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests });
  }

  async #run(bail: boolean, mutant?: string): Promise<TestResult[]> {
    if (!this.#loaded) await this.#mocha.loadFilesAsync();
    this.#loaded = true;
    Object.assign(context, { activeMutant: mutant });
    setBail(this.#mocha.suite, bail);
    return new Promise((resolve) => {
      const results: TestResult[] = [];
      const runner = this.#mocha.run(() => resolve(results));
      runner.on(EVENT_TEST_PASS, (test) => results.push({ ...named(test), status: TestStatus.Success }));
      runner.on(EVENT_TEST_FAIL, (test, error: Error) =>
        results.push({ ...named(test), status: TestStatus.Failed, failureMessage: error.message }),
      );
    });
  }
}

const { EVENT_TEST_PASS, EVENT_TEST_FAIL } = Mocha.Runner.constants;

/** Results are taken from the runner's events; nothing is to be printed for each of some thousand runs. */
class Silent extends Mocha.reporters.Base {}

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !STARTS_A_PROCESS.test(name))
    .map((name) => join(process.cwd(), folder, name));

const exactly = (titles: readonly string[]): RegExp =>
  new RegExp(titles.map((title) => `^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('|'));

// Mocha copies the setting to each suite when it is made.
const setBail = (suite: Mocha.Suite, bail: boolean): void => {
  suite.bail(bail);
  for (const child of suite.suites) setBail(child, bail);
};

/** A hook that fails counts for the test before which it ran. */
const named = (test: Mocha.Runnable) => {
  const title = test.ctx?.currentTest?.fullTitle() ?? test.fullTitle();
  return {
    id: title,
    name: title,
    timeSpentMs: test.duration ?? 0,
    ...(test.file && { fileName: test.file }),
  };
};

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'govgate-mocha', MochaRunner)];
