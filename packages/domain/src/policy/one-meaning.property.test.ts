import { expect } from 'chai';
import fc from 'fast-check';
import { compilePolicy } from './compile-policy.js';
import { evaluatePolicy } from './evaluate-policy.js';
import type { PolicyManifest } from './manifest.js';
import type { PolicyOutcome } from './policy-outcome.js';
import type { PolicyRequest } from './policy-request.js';
import { anyCall, anyPolicy } from './testing/any-policy.js';
import { naiveOutcome } from './testing/naive-evaluator.js';

/** 10,000 pairs of manifest and call in the long form (GOVGATE_TEST_LONG=1). */
const RUNS = process.env.GOVGATE_TEST_LONG === '1' ? 10_000 : 400;

const outcomeOf = (manifest: PolicyManifest, request: PolicyRequest): PolicyOutcome => {
  const { trace: _, ...outcome } = evaluatePolicy(manifest, request);
  return outcome;
};

describe('evaluatePolicy, compilePolicy and an evaluator written from the text of the decisions', function () {
  this.timeout(600_000);

  for (const [what, mostRules, calls] of [
    ['a few rules', 8, 10],
    ['rules enough that columns decide', 80, 4],
  ] as const) {
    it(`agree on effect, deciding rules and obligations: ${what}`, () => {
      fc.assert(
        fc.property(
          anyPolicy(mostRules),
          fc.array(anyCall, { minLength: 1, maxLength: calls }),
          (manifest, requests) => {
            const compiled = compilePolicy(manifest);
            const expected = requests.map((request) => naiveOutcome(manifest, request));
            expect(requests.map((request) => outcomeOf(manifest, request))).to.deep.equal(expected);
            expect(compiled.decideMany(requests)).to.deep.equal(expected);
            expect(requests.map(compiled.decide)).to.deep.equal(expected);
          },
        ),
        { numRuns: RUNS },
      );
    });
  }
});
