import { expect } from 'chai';
import { affectedTests, importsOf } from './affected-tests.js';

const CHAIN = 'packages/domain/src/audit/chain.test.ts';
const PROCESSES = 'packages/adapter-sqlite/src/several-processes.test.ts';
const TESTS = [CHAIN, PROCESSES];

describe('the tests that a change affects', function () {
  this.timeout(90_000);

  it('are those that import what changed, also across packages, or start it as a process', async () => {
    const imports = await importsOf(TESTS);
    const affected = (file: string): readonly string[] => affectedTests(TESTS, imports, new Set([file]));
    expect([
      affected('packages/domain/src/audit/chain.ts'),
      affected('packages/ports-testkit/src/memory/memory-store.ts'),
      affected('packages/adapter-sqlite/src/testing/writer-process.ts'),
      affected(CHAIN),
      affected('packages/server/src/cli.ts'),
    ]).to.deep.equal([TESTS, [PROCESSES], [PROCESSES], [CHAIN], []]);
  });
});
