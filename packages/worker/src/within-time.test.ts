import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { endWithin, withinTime } from './within-time.js';

const late = (): never => {
  throw new Error('late');
};

const never = new Promise<never>(() => undefined);

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (fault: Error) => fault.message,
  );

describe('a time limit', () => {
  it('returns or throws what the work does, in time', async () => {
    expect(await withinTime(Promise.resolve('done'), 1_000, late)).to.equal('done');
    expect(await faultOf(withinTime(Promise.reject(new Error('broken')), 1_000, late))).to.equal('broken');
  });

  it('returns or throws the result for lateness', async () => {
    expect(await withinTime(never, 1, () => 'late')).to.equal('late');
    expect(await faultOf(withinTime(never, 1, late))).to.equal('late');
    expect(await endWithin(never, 1)).to.equal(undefined);
  });

  it('ignores work that fails too late', async () => {
    const failing = delay(5).then(() => Promise.reject(new Error('too late')));
    expect(await withinTime(failing, 1, () => 'late')).to.equal('late');
    await delay(10);
  });
});
