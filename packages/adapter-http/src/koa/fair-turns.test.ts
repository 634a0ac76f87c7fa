import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { FairTurns, type Leave } from './fair-turns.js';

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Sends calls of tenants in one burst; returns the order in which they began, and in which turn of the loop. */
const burst = async (
  tenants: readonly string[],
  costMs: number,
): Promise<readonly (readonly [string, number])[]> => {
  const turns = new FairTurns();
  const began: (readonly [string, number])[] = [];
  let turn = 0;
  let isOver = false;
  const count = async (): Promise<void> => {
    for (; !isOver; turn += 1) await nextTurn();
  };
  const counting = count();
  await Promise.all(
    tenants.map(async (tenant) => {
      const leave = await turns.enter(tenant, false);
      began.push([tenant, turn]);
      busyFor(costMs);
      leave();
    }),
  );
  isOver = true;
  await counting;
  return began;
};

describe('fair turns', () => {
  it('let cheap calls begin at once', async () => {
    const began = await burst(['a', 'a', 'a', 'b', 'b'], 0);
    expect(began.map(([tenant]) => tenant)).to.deep.equal(['a', 'a', 'a', 'b', 'b']);
    expect(new Set(began.map(([, turn]) => turn)).size).to.equal(1);
  });

  it('let waiting cheap calls begin together, and expensive ones each in its own turn of the loop', async () => {
    const cheap = await burst(['dear', ...Array.from({ length: 100 }, () => 'cheap')], 0);
    expect(new Set(cheap.map(([, turn]) => turn)).size).to.equal(1);
    const turns = new FairTurns();
    void turns.enter('a', false);
    busyFor(15);
    let turn = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turn += 1) await nextTurn();
    })();
    const ask = async (costMs: number): Promise<number> => {
      await turns.enter('a', false);
      busyFor(costMs);
      return turn;
    };
    const waited = await Promise.all(Array.from({ length: 100 }, () => ask(0)));
    void turns.enter('a', false);
    busyFor(15);
    const dear = await Promise.all(Array.from({ length: 5 }, () => ask(15)));
    isOver = true;
    await counting;
    expect(new Set(waited).size).to.be.within(1, 3);
    expect(new Set(dear).size).to.equal(5);
  });

  it('let tenants take turns after an expensive call', async () => {
    const turns = new FairTurns();
    const order: string[] = [];
    const ask = async (tenant: string): Promise<void> => {
      (await turns.enter(tenant, false))();
      order.push(tenant);
    };
    await ask('a');
    busyFor(15);
    await Promise.all(['a', 'a', 'a', 'b', 'c'].map(ask));
    expect(order).to.deep.equal(['a', 'a', 'b', 'c', 'a', 'a']);
  });

  it('let any number of one tenant’s cheap calls begin before another’s second expensive one', async () => {
    const turns = new FairTurns();
    const order: string[] = [];
    const ask = async (tenant: string, costMs: number): Promise<void> => {
      await turns.enter(tenant, false);
      order.push(tenant);
      busyFor(costMs);
    };
    await ask('dear', 15);
    await Promise.all([
      ...Array.from({ length: 4 }, () => ask('dear', 15)),
      ...Array.from({ length: 50 }, () => ask('cheap', 0)),
    ]);
    expect(order.slice(0, 2)).to.deep.equal(['dear', 'dear']);
    expect(order.slice(2, 52)).to.deep.equal(Array.from({ length: 50 }, () => 'cheap'));
    expect(order.slice(52)).to.deep.equal(['dear', 'dear', 'dear']);
  });

  it('give a returning tenant no credit for the time in which it was idle', async () => {
    const turns = new FairTurns();
    const order: string[] = [];
    const ask = async (tenant: string, costMs: number): Promise<void> => {
      await turns.enter(tenant, false);
      order.push(tenant);
      busyFor(costMs);
    };
    await ask('a', 15);
    const busy = Array.from({ length: 6 }, () => ask('a', 15));
    await Promise.all(busy.slice(0, 3));
    await Promise.all([...busy, ...Array.from({ length: 6 }, () => ask('b', 15))]);
    expect(order.slice(0, 4)).to.deep.equal(['a', 'a', 'a', 'a']);
    expect(order.slice(4, 10).filter((tenant) => tenant === 'b').length).to.be.within(2, 5);
  });

  it('allow at most eight reads of a tenant at a time, and make no write wait for them', async () => {
    const turns = new FairTurns();
    const leaves: Leave[] = [];
    for (let i = 0; i < 8; i += 1) leaves.push(await turns.enter('a', true));
    let ninth: Leave | undefined;
    const waiting = Promise.resolve(turns.enter('a', true)).then((leave) => {
      ninth = leave;
    });
    const write = await turns.enter('a', false);
    const other = await turns.enter('b', true);
    await nextTurn();
    expect([ninth, typeof write, typeof other]).to.deep.equal([undefined, 'function', 'function']);
    leaves[0]?.();
    await waiting;
    expect(typeof ninth).to.equal('function');
  });
});
