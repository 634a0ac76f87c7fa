import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeProcessTimer } from './process-timer.js';

describe('the timer of a process', () => {
  it('waits as long as asked', async () => {
    expect(await makeProcessTimer().wait(1)).to.equal('elapsed');
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
