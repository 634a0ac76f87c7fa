import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundleTests } from '../build/bundled-tests.js';
import { type Queue, runLane } from './run-lane.js';
import type { MochaResult } from './totals.js';

const FIXTURES = 'tools/test-run/testing';

const countsOf = ({ passed, failed, skipped }: MochaResult) => ({ passed, failed, skipped });
const filesOf = ({ files }: MochaResult) => files.map(({ name }) => name);

describe('a lane', function () {
  this.timeout(60_000);
  const folders: string[] = [];

  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const queueOf = (...names: readonly string[]): Omit<Queue, 'bundle'> => {
    const taken = mkdtempSync(join(tmpdir(), 'govgate-lane-test-'));
    folders.push(taken);
    return { files: names.map((name) => `${FIXTURES}/${name}.ts`), taken };
  };

  const runQuietly = async (queue: Omit<Queue, 'bundle'>): Promise<MochaResult> =>
    runLane({ ...queue, bundle: await bundleTests(queue.files) }, {}, { show: false });

  it('returns mocha’s counts, each failure in full, and how long each file took', async () => {
    const result = await runQuietly(queueOf('passes-and-fails'));
    expect(countsOf(result)).to.deep.equal({ passed: 1, failed: 1, skipped: 1 });
    expect(result.skippedSuites).to.deep.equal(['a file of all sorts']);
    expect(filesOf(result)).to.deep.equal([`${FIXTURES}/passes-and-fails.ts`]);
    const [report = ''] = result.reports;
    for (const part of ['a file of all sorts', 'fails', '-  "a": 1', '+  "a": 2', 'passes-and-fails.ts:'])
      expect(report).to.contain(part);
  });

  it('takes each file that no other lane has taken', async () => {
    const queue = queueOf('passes-and-fails', 'passes');
    const results = await Promise.all([runQuietly(queue), runQuietly(queue)]);
    expect(results.flatMap(filesOf).sort()).to.deep.equal([...queue.files].sort());
    expect(countsOf(await runQuietly(queue))).to.deep.equal({ passed: 0, failed: 0, skipped: 0 });
  });

  it('that dies is a failure, even where it ends with code 0, names the test that ran, and leaves the rest to others', async () => {
    const queue = queueOf('leaves-at-once', 'passes');
    const result = await runQuietly(queue);
    expect(countsOf(result)).to.deep.equal({ passed: 1, failed: 1, skipped: 0 });
    expect(result.reports).to.deep.equal([
      'mocha ended with code 0 in "a file that leaves ends the process"',
    ]);
    expect(countsOf(await runQuietly(queue))).to.deep.equal({ passed: 1, failed: 0, skipped: 0 });
  });

  it('counts a file that does not load as a failure, and continues', async () => {
    const result = await runQuietly(queueOf('does-not-load', 'passes'));
    expect(countsOf(result)).to.deep.equal({ passed: 1, failed: 1, skipped: 0 });
    expect(result.reports.join()).to.match(/does-not-load\.ts does not load: Error: planted/);
  });

  it('refuses what runs alone where that is forbidden', async () => {
    const result = await runQuietly({ ...queueOf('runs-alone'), forbidOnly: true });
    expect(countsOf(result)).to.deep.equal({ passed: 0, failed: 1, skipped: 0 });
  });
});
