import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { TenantQueue } from './tenant-queue.js';

describe('turns by tenant', () => {
  it('go to each tenant in rotation, however much another one wants', async () => {
    const turns = new TenantQueue(() => nextTurn());
    const order: string[] = [];
    const want = (tenant: string): Promise<void> => turns.next(tenant).then(() => void order.push(tenant));
    await Promise.all([...['a', 'a', 'a', 'a'].map(want), want('b'), want('c'), want('b')]);
    expect(order).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
    expect(turns.waiting('a')).to.equal(0);
  });

  it('come one by one, each when the one before allows', async () => {
    const allow: (() => void)[] = [];
    const turns = new TenantQueue(() => new Promise<void>((resolve) => allow.push(resolve)));
    let went = 0;
    for (const tenant of ['a', 'a', 'b']) void turns.next(tenant).then(() => (went += 1));
    await nextTurn();
    expect([went, turns.waiting('a'), allow.length]).to.deep.equal([0, 2, 1]);
    allow[0]?.();
    await nextTurn();
    expect([went, turns.waiting('a'), allow.length]).to.deep.equal([1, 1, 2]);
  });
});
