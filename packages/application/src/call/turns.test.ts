import { expect } from 'chai';
import { type Later, makeTurns } from './turns.js';

const never: Later = () => () => undefined;

describe('turns', () => {
  it('are taken by one at a time, in the order in which they were asked for', async () => {
    const turns = makeTurns(never);
    const order: string[] = [];
    const leave = turns.take('a');
    const waiting = ['second', 'third', 'fourth'].map(async (name) => {
      const next = await turns.wait('a');
      order.push(name);
      await Promise.resolve();
      order.push(`${name} is done`);
      next?.();
    });
    order.push('first is done');
    expect(turns.take('a')).equal(undefined);
    leave?.();
    await Promise.all(waiting);
    expect(order).deep.equal([
      'first is done',
      'second',
      'second is done',
      'third',
      'third is done',
      'fourth',
      'fourth is done',
    ]);
  });

  it('go first to those whose decision was lost, for as long as they can wait', async () => {
    const waits: number[] = [];
    const turns = makeTurns((ms) => {
      waits.push(ms);
      return () => undefined;
    });
    const order: string[] = [];
    const leave = turns.take('a');
    const come = (name: string, place: Promise<(() => void) | undefined>) =>
      place.then((next) => {
        order.push(name);
        next?.();
      });
    const all = [
      come('first', turns.wait('a')),
      come('again', turns.waitAgain('a', 700)),
      come('again too', turns.waitAgain('a', 300)),
    ];
    leave?.();
    await Promise.all(all);
    expect(order).deep.equal(['again', 'again too', 'first']);
    expect(waits).deep.equal([4_000, 700, 300]);
    expect(typeof (await turns.waitAgain('a', 100))).equal('function');
  });

  it('at different keys are independent', () => {
    const turns = makeTurns(never);
    expect([turns.take('a'), turns.take('b')].map((leave) => typeof leave)).deep.equal([
      'function',
      'function',
    ]);
  });

  it('are free again once the last one has left', async () => {
    const turns = makeTurns(never);
    turns.take('a')?.();
    expect(turns.take('a')).a('function');
  });

  it('do not go to those who waited too long, and those behind them keep their place', async () => {
    const late: (() => void)[] = [];
    const turns = makeTurns((_ms, run) => {
      late.push(run);
      return () => undefined;
    });
    const leave = turns.take('a');
    const waiting = turns.wait('a');
    late[0]?.();
    expect(await waiting).equal(undefined);
    const behind = turns.wait('a');
    leave?.();
    const next = await behind;
    next?.();
    expect([typeof next, typeof turns.take('a')]).deep.equal(['function', 'function']);
  });
});
