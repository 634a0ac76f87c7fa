import { stat } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeProcessTimer } from './process-timer.js';

describe('the timer of a process', () => {
  it('waits as long as asked', async () => {
    expect(await makeProcessTimer().wait(1)).to.equal('elapsed');
  });

  it('lets others have a turn in a wait of no time, and takes no longer', async () => {
    // Behind input and output, turns come before timers.
    await stat('.');
    const before: string[] = [];
    setTimeout(() => before.push('timer'), 0);
    setImmediate(() => before.push('turn'));
    expect(await makeProcessTimer().wait(0)).to.equal('elapsed');
    expect(before).to.deep.equal(['turn']);
  });

  it('ends every wait when the process stops, and starts none afterwards', async () => {
    const timer = makeProcessTimer();
    const waits = [timer.wait(60_000), timer.wait(90_000)];
    timer.stop();
    expect(await Promise.all([...waits, timer.wait(60_000)])).to.deep.equal([
      'stopping',
      'stopping',
      'stopping',
    ]);
  });
});
