/**
 * Mutation testing of what decides and what guards (`npm run stryker`; one folder: `npm run stryker -- packages/domain/src/policy`).
 *
 * Only code that must never be wrong is mutated: the domain, the egress guard, and the checks that every request and answer
 * passes. No mutator is switched off. Mutants in tables that are read once while loading are left out (`ignoreStatic`): each
 * would need a process of its own, and the tables are held by the tests over every row and by the generated documents.
 */
const GUARDS = 'body-safety,query-string,validate,projector,intake';

export default {
  mutate: [
    'packages/domain/src/**/*.ts',
    'packages/worker/src/egress/**/*.ts',
    `packages/adapter-http/src/operation/{${GUARDS}}.ts`,
    '!packages/**/*.test.ts',
    '!packages/**/testing/**',
    '!packages/**/index.ts',
  ],
  // The sandbox needs these folders only; copying the rest takes longer than many a mutant.
  ignorePatterns: [
    '**',
    '!tsconfig*.json',
    '!package.json',
    '!packages/{domain,worker,adapter-http}/**/*.{ts,json}',
    'packages/*/dist',
    'packages/*/node_modules',
  ],
  testRunner: 'govgate-mocha',
  plugins: ['./tools/stryker/mocha-runner.ts'],
  testRunnerNodeArgs: ['--import=tsx', '--conditions=@govgate/source', '--no-experimental-require-module'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  checkers: [],
  concurrency: 1,
  // Restarting the process loads all tests again, so it is done for a run that hangs and not for a slow one.
  timeoutMS: 8_000,
  timeoutFactor: 2,
  incremental: true,
  incrementalFile: '.cache/stryker/incremental.json',
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  allowEmpty: false,
};
