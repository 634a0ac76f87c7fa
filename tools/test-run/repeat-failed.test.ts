import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundleTests } from '../build/bundled-tests.js';
import { repeatFailed, unsteadyText } from './repeat-failed.js';
import { runLane } from './run-lane.js';
import type { MochaResult } from './totals.js';

const FIXTURES = 'tools/test-run/testing';
const fileOf = (name: string): string => `${FIXTURES}/${name}.ts`;

describe('the second try of a failed file', function () {
  this.timeout(120_000);
  let folder: string;
  let tries: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-repeat-test-'));
    tries = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (files: readonly string[], then: string): Promise<MochaResult> =>
    runLane(
      { files, taken: mkdtempSync(join(folder, 'taken-')), bundle: await bundleTests(files) },
      { GOVGATE_TEST_PLANTED: folder, GOVGATE_TEST_THEN: then },
      { show: false },
    );

  /** The result of a run of planted files: its counts, what was unsteady, and what was retried. */
  const settle = async (names: readonly string[], then = '') => {
    const { result, unsteady } = await repeatFailed(await run(names.map(fileOf), then), (file) => {
      tries.push(file);
      return run([file], then);
    });
    const { passed, failed, skipped } = result;
    return { counts: [passed, failed, skipped], unsteady: unsteady.map(({ file }) => file), tries };
  };

  it('does not rescue a file that always fails', async () => {
    expect(await settle(['passes', 'fails-always'])).to.deep.equal({
      counts: [1, 1, 0],
      unsteady: [],
      tries: [fileOf('fails-always')],
    });
  });

  it('reports a file that fails once as unsteady, and counts its second try', async () => {
    const names = ['passes', 'fails-once-one', 'hook-fails-once'];
    const files = names.slice(1).map(fileOf);
    expect(await settle(names)).to.deep.equal({ counts: [4, 0, 0], unsteady: files, tries: files });
  });

  it('does not help where one of two fails again', async () => {
    expect(await settle(['fails-once-one', 'fails-always'])).to.deep.equal({
      counts: [2, 1, 0],
      unsteady: [fileOf('fails-once-one')],
      tries: ['fails-once-one', 'fails-always'].map(fileOf),
    });
  });

  it('is not made where three files fail', async () => {
    expect(await settle(['fails-once-one', 'fails-once-two', 'fails-once-three'])).to.deep.equal({
      counts: [3, 3, 0],
      unsteady: [],
      tries: [],
    });
  });

  for (const then of ['has-no-tests', 'skips', 'leaves-out', 'ends'])
    it(`is not passed by a file that then ${then.replaceAll('-', ' ')}`, async () => {
      expect(await settle(['fails-then'], then)).to.deep.equal({
        counts: [1, 1, 0],
        unsteady: [],
        tries: [fileOf('fails-then')],
      });
    });

  it('is not made beside a file that ended its process or does not load', async () => {
    for (const name of ['leaves-at-once', 'does-not-load'])
      expect((await settle(['fails-once-one', name])).tries, name).to.deep.equal([]);
  });

  it('is not made for generated values that broke a property', async () => {
    expect(await settle(['finds-counterexample'])).to.deep.equal({
      counts: [0, 1, 0],
      unsteady: [],
      tries: [],
    });
  });

  it('is not made for searches for rare faults', async () => {
    const failure = { report: 'a grant was lost', test: 'races' };
    for (const file of [
      'packages/server/src/e2e/prove/a5-approvals-race.e2e.test.ts',
      'packages/server/src/e2e/prove/k17-lost-race-keeps-the-key.e2e.test.ts',
      'packages/server/src/e2e/prove/f1-contract-fuzz.e2e.test.ts',
      'packages/server/src/e2e/mongo/revoke-at-once.e2e.test.ts',
      'packages/domain/src/agent/agent-walk.test.ts',
    ]) {
      const first: MochaResult = {
        ...{ passed: 0, failed: 1, skipped: 0, skippedSuites: [], files: [], tests: [], ended: true },
        reports: [failure.report],
        runs: [{ file, passed: [], failures: [failure], skipped: 0 }],
      };
      const again = () => expect.fail(`${file} was tried again`);
      expect(await repeatFailed(first, again)).to.deep.equal({ result: first, unsteady: [] });
    }
  });

  it('is reported plainly at the end, with what failed first', () => {
    expect([
      unsteadyText([]),
      unsteadyText([{ file: 'a.test.ts', failure: '1) a waits:\n Timeout' }]),
    ]).to.deep.equal([
      '',
      '1 unsteady: failed beside others, passed alone: a defect to mend (ADR 56)\na.test.ts\n1) a waits:\n Timeout',
    ]);
  });
});
