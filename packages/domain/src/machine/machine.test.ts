import { expect } from 'chai';
import fc from 'fast-check';
import { defineMachine, type Machine, step } from './machine.js';
import { toMermaid } from './mermaid.js';
import { soundnessProblems } from './soundness.js';

const door = defineMachine({
  name: 'door',
  states: ['open', 'closed', 'walled'],
  initial: ['open'],
  final: ['walled'],
  triggers: ['close', 'open', 'wall'],
  guards: ['unlocked', 'daylight'],
  rows: [
    { from: 'open', on: 'close', to: 'closed' },
    { from: 'closed', on: 'open', to: 'open', when: ['unlocked', 'daylight'] },
    { from: 'closed', on: 'wall', to: 'walled' },
  ],
});

describe('step', () => {
  it('follows the row when its guards hold', () => {
    expect(step(door, 'closed', 'open', { unlocked: true, daylight: true })).to.deep.equal({
      moved: true,
      to: 'open',
    });
    expect(step(door, 'open', 'close', { unlocked: false, daylight: false })).to.deep.equal({
      moved: true,
      to: 'closed',
    });
  });

  it('reports the first guard of the row that does not hold', () => {
    expect(step(door, 'closed', 'open', { unlocked: false, daylight: false })).to.deep.equal({
      moved: false,
      because: 'guard',
      guard: 'unlocked',
    });
    expect(step(door, 'closed', 'open', { unlocked: true, daylight: false })).to.deep.equal({
      moved: false,
      because: 'guard',
      guard: 'daylight',
    });
  });

  it('reports that there is no row', () => {
    expect(step(door, 'walled', 'open', { unlocked: true, daylight: true })).to.deep.equal({
      moved: false,
      because: 'no_transition',
    });
  });

  it('stays within the states, and never leaves a final one', () => {
    const facts = fc.record({ unlocked: fc.boolean(), daylight: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...door.triggers), facts)), (walk) => {
        let state = door.states[0] ?? 'open';
        for (const [trigger, known] of walk) {
          const stepped = step(door, state, trigger, known);
          if (!stepped.moved) continue;
          expect(state).not.to.equal('walled');
          state = stepped.to;
          expect(door.states).to.include(state);
        }
      }),
    );
  });
});

describe('defineMachine', () => {
  it('rejects an unsound table', () => {
    expect(() => defineMachine({ ...door, final: [] })).to.throw(
      'door: state walled is a dead end but not marked final',
    );
  });
});

describe('soundnessProblems', () => {
  const broken = (changes: Partial<Machine>): string[] =>
    soundnessProblems({ ...door, ...changes } as Machine);

  it('finds none in a sound table', () => {
    expect(soundnessProblems(door)).to.deep.equal([]);
  });

  it('reports a state that cannot be reached', () => {
    expect(broken({ states: [...door.states, 'painted'], final: ['walled', 'painted'] })).to.deep.equal([
      'door: state painted cannot be reached',
    ]);
  });

  it('reports a dead end that is not marked final', () => {
    expect(broken({ final: [] })).to.deep.equal(['door: state walled is a dead end but not marked final']);
  });

  it('reports a final state that can be left, but allows transitions to itself', () => {
    const left = { from: 'walled', on: 'open', to: 'open' };
    expect(broken({ rows: [...door.rows, left] })).to.deep.equal([
      'door: final state walled is left by open',
    ]);
    expect(broken({ rows: [...door.rows, { ...left, to: 'walled' }] })).to.deep.equal([]);
  });

  it('reports two rows for one state and trigger', () => {
    const again = { from: 'open', on: 'close', to: 'open' };
    expect(broken({ rows: [...door.rows, again] })).to.deep.equal(['door: two rows for (open, close)']);
  });

  it('reports triggers and guards that no row uses', () => {
    expect(
      broken({ triggers: [...door.triggers, 'knock'], guards: [...door.guards, 'night'] }),
    ).to.deep.equal(['door: trigger knock is used by no row', 'door: guard night is used by no row']);
  });
});

describe('toMermaid', () => {
  it('draws every row with its guards, and the start and the end', () => {
    expect(toMermaid(door)).to.equal(
      [
        'stateDiagram-v2',
        '  [*] --> open',
        '  open --> closed: close',
        '  closed --> open: open [unlocked, daylight]',
        '  closed --> walled: wall',
        '  walled --> [*]',
      ].join('\n'),
    );
  });
});
