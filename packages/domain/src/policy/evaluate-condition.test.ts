import { expect } from 'chai';
import { evaluateCondition, type Verdict } from './evaluate-condition.js';
import type { ConditionOperator, PolicyCondition } from './manifest.js';
import type { AttributeValue } from './policy-request.js';

type Row = readonly [AttributeValue | undefined, ConditionOperator, PolicyCondition['value'], Verdict];

const ROWS: readonly Row[] = [
  ['eu', 'eq', 'eu', 'holds'],
  ['eu', 'eq', 'EU', 'fails'],
  [1, 'eq', 1, 'holds'],
  [true, 'eq', false, 'fails'],
  ['1', 'eq', 1, 'undecidable'],
  [['eu'], 'eq', 'eu', 'undecidable'],
  ['us', 'ne', 'eu', 'holds'],
  ['eu', 'ne', 'eu', 'fails'],
  [1, 'ne', 'eu', 'undecidable'],
  [2, 'gt', 1, 'holds'],
  [1, 'gt', 1, 'fails'],
  [1, 'gte', 1, 'holds'],
  [1, 'lt', 1, 'fails'],
  [0, 'lt', 1, 'holds'],
  [1, 'lte', 1, 'holds'],
  [2, 'lte', 1, 'fails'],
  ['2026-02-01', 'gt', '2026-01-31', 'holds'],
  // By code point: an emoji sorts after U+FFFF, which UTF-16 units would reverse.
  ['\u{1f600}', 'gt', '\uffff', 'holds'],
  ['10', 'gt', 9, 'undecidable'],
  [true, 'gt', 0, 'undecidable'],
  [Number.NaN, 'lt', 1, 'undecidable'],
  ['eu', 'in', ['eu', 'us'], 'holds'],
  ['cn', 'in', ['eu', 'us'], 'fails'],
  [1, 'in', ['1', 2], 'fails'],
  [1, 'in', ['1'], 'undecidable'],
  [['eu'], 'in', ['eu'], 'undecidable'],
  ['cn', 'not_in', ['eu', 'us'], 'holds'],
  ['eu', 'not_in', ['eu'], 'fails'],
  [7, 'not_in', ['eu'], 'undecidable'],
  [['pii', 'eu'], 'contains', 'pii', 'holds'],
  [['pii'], 'contains', 'pi', 'fails'],
  ['has pii inside', 'contains', 'pii', 'holds'],
  [7, 'contains', '7', 'undecidable'],
  [[], 'not_contains', 'pii', 'holds'],
  [['pii'], 'not_contains', 'pii', 'fails'],
  [false, 'not_contains', 'pii', 'undecidable'],
  ['/srv/a', 'starts_with', '/srv', 'holds'],
  ['/etc/a', 'starts_with', '/srv', 'fails'],
  [['/srv'], 'starts_with', '/srv', 'undecidable'],
  ['/etc/a', 'not_starts_with', '/srv', 'holds'],
  ['/srv/a', 'not_starts_with', '/srv', 'fails'],
  [1, 'not_starts_with', '/srv', 'undecidable'],
  [undefined, 'eq', 'eu', 'undecidable'],
  [undefined, 'ne', 'eu', 'undecidable'],
  [undefined, 'not_in', ['eu'], 'undecidable'],
  [undefined, 'not_contains', 'eu', 'undecidable'],
];

describe('evaluateCondition', () => {
  for (const [actual, operator, value, expected] of ROWS) {
    it(`${JSON.stringify(actual) ?? 'an absent attribute'} ${operator} ${JSON.stringify(value)}: ${expected}`, () => {
      const attributes = actual === undefined ? {} : { region: actual };
      expect(evaluateCondition({ attribute: 'region', operator, value }, attributes)).to.equal(expected);
    });
  }

  it('sees no inherited attribute', () => {
    const condition = { attribute: 'constructor', operator: 'ne', value: 'x' } as const;
    expect(evaluateCondition(condition, {})).to.equal('undecidable');
  });

  it('throws for what no valid manifest contains', () => {
    const odd = [
      { attribute: 'a', operator: 'matches', value: 'x' },
      { attribute: 'a', operator: 'toString', value: 'x' },
      { attribute: 'a', operator: 'in', value: 'x' },
      { attribute: 'a', operator: 'contains', value: 1 },
    ] as unknown as PolicyCondition[];
    for (const condition of odd) expect(() => evaluateCondition(condition, { a: 'x' })).to.throw();
  });
});
