import { expect } from 'chai';
import fc from 'fast-check';
import * as v from 'valibot';
import { EvaluationsBody } from '../wire/authzen.js';
import { atOnce } from './at-once.js';
import { shapeOf } from './schema-shape.js';
import { validate } from './validate.js';

const Numbers = v.array(v.number());
const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isFinite);

describe('a schema that accepts valid input at once', () => {
  it('passes on the same value, and reports errors like the schema', () => {
    const quick = v.object({ list: atOnce(Numbers, isNumbers) });
    const list = [1, 2];
    const taken = v.parse(quick, { list });
    expect(taken.list).to.equal(list);
    const plain = v.object({ list: Numbers });
    for (const wrong of [{}, { list: 'a' }, { list: [1, 'a'] }])
      expect(validate(quick, wrong, 'body')).to.deep.equal(validate(plain, wrong, 'body'));
  });

  it('is read as the schema is', () => {
    expect(shapeOf(atOnce(Numbers, isNumbers))).to.deep.equal(shapeOf(Numbers));
  });

  it('says what is wrong with the questions of a batch, and where', () => {
    const part = fc.oneof(
      fc.constant({}),
      fc.constant({ action: { name: 'a' } }),
      fc.constantFrom(null, [], 'a', 1),
    );
    const isObject = (one: unknown): boolean =>
      typeof one === 'object' && one !== null && !Array.isArray(one);
    fc.assert(
      fc.property(
        fc.oneof(fc.array(part, { maxLength: 5 }), fc.constantFrom('a', {}, null)),
        (evaluations) => {
          const told = validate(EvaluationsBody, { evaluations }, 'body');
          if (Array.isArray(evaluations) && evaluations.every(isObject))
            expect(told).to.deep.equal({ ok: true, value: { evaluations } });
          else expect(told.ok ? '' : told.refusal.field?.split('.')[0]).to.equal('evaluations');
        },
      ),
    );
    const many = validate(EvaluationsBody, { evaluations: Array(1_001).fill({}) }, 'body');
    expect(many.ok ? '' : many.refusal.field).to.equal('evaluations');
  });
});
