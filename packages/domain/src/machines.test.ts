import { expect } from 'chai';
import fc from 'fast-check';
import { step } from './machine/machine.js';
import { toMermaid } from './machine/mermaid.js';
import { ALL_MACHINES } from './machines.js';

describe('every state machine', () => {
  it('has a name of its own', () => {
    expect(new Set(ALL_MACHINES.map((machine) => machine.name)).size).to.equal(ALL_MACHINES.length);
  });

  for (const machine of ALL_MACHINES) {
    it(`${machine.name} walks only along its rows, whatever the guards say`, () => {
      const turn = fc.record({
        on: fc.constantFrom(...machine.triggers),
        facts: fc.record(Object.fromEntries(machine.guards.map((guard) => [guard, fc.boolean()]))),
      });
      fc.assert(
        fc.property(
          fc.constantFrom(...machine.initial),
          fc.array(turn, { maxLength: 30 }),
          (start, turns) => {
            turns.reduce((state, { on, facts }) => {
              const stepped = step(machine, state, on, facts);
              const row = machine.rows.find((candidate) => candidate.from === state && candidate.on === on);
              const open = row?.when?.every((guard) => facts[guard]) ?? row !== undefined;
              expect(stepped.moved).to.equal(open);
              if (!stepped.moved) return state;
              expect(machine.final).not.to.include(state);
              expect(stepped.to).to.equal(row?.to);
              return stepped.to;
            }, start);
          },
        ),
        { numRuns: 50 },
      );
    });

    it(`${machine.name} can be drawn`, () => {
      expect(toMermaid(machine).split('\n')).to.have.length(
        1 + machine.initial.length + machine.rows.length + machine.final.length,
      );
    });
  }
});
