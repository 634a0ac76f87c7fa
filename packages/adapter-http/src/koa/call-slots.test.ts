import { setImmediate as nextTurn } from 'node:timers/promises';
import { TenantQueue } from '@govgate/application';
import { expect } from 'chai';
import { CallSlots, type Leave } from './call-slots.js';

/** How many calls began in each turn of the event loop, where `many` arrive at once and each ends two turns after it began. */
const beganByTurn = async (
  many: number,
  kind: { readonly isRead: boolean; readonly isExpensive: boolean },
): Promise<readonly number[]> => {
  const slots = new CallSlots(new TenantQueue(() => nextTurn()));
  const began: number[] = [];
  let turn = 0;
  const serve = async (): Promise<void> => {
    const leave = await slots.enter('acme', kind.isRead, kind.isExpensive);
    began[turn] = (began[turn] ?? 0) + 1;
    await nextTurn();
    await nextTurn();
    leave();
  };
  let isOver = false;
  const serving = Promise.all(Array.from({ length: many }, serve)).finally(() => {
    isOver = true;
  });
  for (; !isOver; turn += 1) await nextTurn();
  await serving;
  return began.filter((count) => count !== undefined);
};

describe('calls of a tenant in progress', () => {
  it('are sixteen changes, and those that waited begin together, so that they share a commit', async () => {
    expect(await beganByTurn(48, { isRead: false, isExpensive: false })).to.deep.equal([16, 16, 16]);
  });

  it('are eight reads, and those that waited begin one in each turn', async () => {
    const [first, ...later] = await beganByTurn(20, { isRead: true, isExpensive: false });
    expect([first, new Set(later)]).to.deep.equal([8, new Set([1])]);
  });

  it('begin one in each turn where they are expensive', async () => {
    expect(new Set(await beganByTurn(8, { isRead: false, isExpensive: true }))).to.deep.equal(new Set([1]));
  });

  it('hold up no other tenant', async () => {
    const slots = new CallSlots(new TenantQueue(() => nextTurn()));
    const leaves: Leave[] = [];
    for (let i = 0; i < 16; i += 1) leaves.push(await slots.enter('acme', false, false));
    expect(slots.enter('acme', false, false)).to.be.instanceOf(Promise);
    expect(slots.enter('globex', false, false)).to.be.a('function');
    for (const leave of leaves) leave();
  });
});
