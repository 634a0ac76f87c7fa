import { expect } from 'chai';
import fc from 'fast-check';
import { type Machine, step } from './machine/machine.js';
import { toMermaid } from './machine/mermaid.js';
import { ALL_MACHINES } from './machines.js';
import { domainExports } from './testing/domain-modules.js';

const isMachine = (value: unknown): value is Machine =>
  typeof value === 'object' && value !== null && 'states' in value && 'triggers' in value && 'rows' in value;

describe('every state machine', () => {
  it('is in the list of all machines, which the documentation draws', async () => {
    const declared = (await domainExports()).map(([, value]) => value).filter(isMachine);
    expect([...ALL_MACHINES]).to.have.members(declared);
  });

  it('has a unique name', () => {
    expect(new Set(ALL_MACHINES.map((machine) => machine.name)).size).to.equal(ALL_MACHINES.length);
  });

  for (const machine of ALL_MACHINES) {
    it(`${machine.name} moves only along its rows, whatever the guards say`, () => {
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
