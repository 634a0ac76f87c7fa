import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeProcessPatience } from './process-patience.js';

describe('the patience of a process', () => {
  it('waits as long as asked', async () => {
    expect(await makeProcessPatience().wait(1)).to.equal('elapsed');
  });

  it('ends every wait when the process stops, and starts none afterwards', async () => {
    const patience = makeProcessPatience();
    const waits = [patience.wait(60_000), patience.wait(90_000)];
    patience.stop();
    expect(await Promise.all([...waits, patience.wait(60_000)])).to.deep.equal([
      'stopping',
      'stopping',
      'stopping',
    ]);
  });
});
