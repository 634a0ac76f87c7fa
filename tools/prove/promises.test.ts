import { expect } from 'chai';
import { BUGS } from '../faults/bugs.js';
import { PROMISE_FAULTS } from '../faults/promise-faults.js';
import { stemOf } from '../faults/verdict.js';
import { HOLD_OWN_FAULTS, PROMISES, type Promised } from './promises.js';

const SEEDED = PROMISE_FAULTS.map(stemOf);

/** `B4` and `B5` of `B4, B5`. */
const namesOf = ({ id }: Promised): readonly string[] => id.split(/[^A-Z0-9]+/);

const isOf = (spec: string, { specs }: Promised): boolean =>
  specs.some((pattern) => {
    const [start = '', end] = pattern.split('*');
    return end === undefined ? spec === start : spec.startsWith(start) && spec.endsWith(end);
  });

describe('the promises of the proof page', () => {
  it('each have faults in their tests, or two as patches', () => {
    const without = PROMISES.filter(
      (promised) =>
        !HOLD_OWN_FAULTS.includes(promised.id) &&
        SEEDED.filter((stem) => namesOf(promised).includes(stem)).length < 2,
    );
    expect(without.map(({ id }) => id)).to.deep.equal([]);
  });

  it('have faults of their own only for existing promises', () => {
    const known = PROMISES.map(({ id }) => id);
    expect(HOLD_OWN_FAULTS.filter((id) => !known.includes(id))).to.deep.equal([]);
  });

  for (const fault of PROMISE_FAULTS) {
    it(`have their own tests notice ${fault.id}: ${fault.bug}`, () => {
      const promised = PROMISES.filter((one) => namesOf(one).includes(stemOf(fault)));
      expect(promised).to.have.length(1);
      expect(promised.map(({ grep }) => grep)).to.deep.equal([fault.grep]);
      expect(fault.specs.filter((spec) => !promised.some((one) => isOf(spec, one)))).to.deep.equal([]);
    });
  }

  it('have faults with unique ids', () => {
    const ids = [...BUGS, ...PROMISE_FAULTS].map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });
});
