import { expect } from 'chai';
import { makeRepeatingJob } from './repeating-job.js';

describe('a repeating job', () => {
  it('runs again after a failure, and not after it was stopped', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    let enough: () => void = () => undefined;
    const twice = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const job = makeRepeatingJob({
      name: 'fails_once',
      everyMs: 1,
      jitter: 0,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('the first run fails');
        enough();
      },
      onFailure: (fault) => failures.push(fault),
    });
    // The job's timer keeps no process alive, so the test does.
    const alive = setInterval(() => undefined, 1000);
    await twice;
    await job.stop();
    clearInterval(alive);
    const runsAtStop = runs;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(failures).to.have.length(1);
    expect(runs).to.equal(runsAtStop);
  });

  it('starts its runs at a fixed interval, however long they take', async () => {
    const starts: number[] = [];
    const job = makeRepeatingJob({
      name: 'steady',
      everyMs: 60,
      jitter: 0,
      run: async () => {
        starts.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 45));
      },
      onFailure: () => undefined,
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await job.stop();
    // Sixteen of them; nine if the time of the runs were added.
    expect(starts.length).to.be.within(11, 17);
  });

  it('never overlaps itself', async () => {
    let under = 0;
    let most = 0;
    let runs = 0;
    const job = makeRepeatingJob({
      name: 'slow',
      everyMs: 1,
      run: async () => {
        under += 1;
        runs += 1;
        most = Math.max(most, under);
        await new Promise((resolve) => setTimeout(resolve, 10));
        under -= 1;
      },
      onFailure: () => undefined,
    });
    await new Promise((resolve) => setTimeout(resolve, 80));
    await job.stop();
    expect(runs).to.be.greaterThan(1);
    expect(most).to.equal(1);
    expect(under).to.equal(0);
  });
});
