import { expect } from 'chai';
import { neededServices } from './needed-services.js';
import { runCommand } from './run-command.js';
import { chosenTests, filesOf } from './test-files.js';

const FIXTURES = 'tools/test-run/testing';

const testOnly = (...args: readonly string[]): ReturnType<typeof runCommand> =>
  runCommand('npm', ['run', '--silent', 'test:only', '--', ...args], {
    env: { GOVGATE_TEST_REDIS_URL: '', GOVGATE_TEST_MONGO_URL: '' },
  });

describe('npm run test:only', function () {
  this.timeout(60_000);

  it('runs the chosen files and no others, followed by mocha’s options', async () => {
    const { code, output } = await testOnly(`${FIXTURES}/passes-*.ts`, '--grep', 'of all sorts passes');
    expect([code, output.match(/\d+ passing|\d+ failing|\d+ pending/g)]).to.deep.equal([0, ['1 passing']]);
  });

  it('fails where a test fails', async () => {
    const { code, output } = await testOnly(`${FIXTURES}/passes-and-fails.ts`);
    expect([code, output.match(/\d+ passing|\d+ failing|\d+ pending/g)]).to.deep.equal([
      1,
      ['1 passing', '1 pending', '1 failing'],
    ]);
  });

  it('says so where nothing is chosen', async () => {
    const { code, output } = await testOnly('packages/none/src/*.test.ts');
    expect([code, output.trim()]).to.deep.equal([2, 'no file matches packages/none/src/*.test.ts']);
  });

  it('selects all tests of a package, and no other’s', () => {
    const chosen = chosenTests(['packages/adapter-sqlite']);
    expect(chosen).to.deep.equal(filesOf(['packages/adapter-sqlite/src/**/*.test.ts']));
    expect(chosen.filter((file) => !file.startsWith('packages/adapter-sqlite/src/'))).to.deep.equal([]);
    expect(chosen).to.include('packages/adapter-sqlite/src/same-as-memory.test.ts');
  });

  it('starts the services that chosen files need, and no others', () => {
    const needs = (pattern: string): readonly string[] => neededServices(filesOf([pattern]));
    expect([
      needs('packages/domain/src/**/*.test.ts'),
      needs('packages/worker/src/queue/*.test.ts'),
      needs('packages/adapter-mongo/src/**/*.test.ts'),
      needs('packages/server/src/e2e/bundled-command.e2e.test.ts'),
    ]).to.deep.equal([[], ['Redis'], ['MongoDB'], ['Redis', 'MongoDB']]);
  });
});
