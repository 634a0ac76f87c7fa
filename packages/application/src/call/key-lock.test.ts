import { expect } from 'chai';
import { makeKeyLock } from './key-lock.js';

/** Work that ends when it is told to. */
const heldWork = (order: string[], name: string) => {
  let end: (outcome?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve(name) : reject(failure));
  });
  const work = (): Promise<string> => {
    order.push(name);
    return ended;
  };
  return { work, end };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the lock of a key', () => {
  it('runs one caller after the other, in the order in which they came', async () => {
    const [lock, order] = [makeKeyLock(), [] as string[]];
    const held = ['first', 'second', 'third'].map((name) => heldWork(order, name));
    const all = Promise.all(held.map(({ work }) => lock.run('a', work)));
    await settled();
    expect(order).to.deep.equal(['first']);
    held[0]?.end();
    await settled();
    expect(order).to.deep.equal(['first', 'second']);
    held[2]?.end();
    held[1]?.end();
    expect(await all).to.deep.equal(['first', 'second', 'third']);
  });

  it('lets callers of other keys run', async () => {
    const [lock, order] = [makeKeyLock(), [] as string[]];
    const held = ['a', 'b'].map((key) => ({ key, ...heldWork(order, key) }));
    const all = Promise.all(held.map(({ key, work }) => lock.run(key, work)));
    await settled();
    expect(order).to.deep.equal(['a', 'b']);
    for (const { end } of held) end();
    await all;
  });

  it('passes on after work that fails', async () => {
    const [lock, order] = [makeKeyLock(), [] as string[]];
    const [first, second] = [heldWork(order, 'first'), heldWork(order, 'second')];
    const failing = lock.run('a', first.work).catch((error: Error) => error.message);
    const next = lock.run('a', second.work);
    first.end(new Error('no store'));
    second.end();
    expect(await Promise.all([failing, next])).to.deep.equal(['no store', 'second']);
  });
});
