import { expect } from 'chai';
import fc from 'fast-check';
import { evaluatePolicy } from './evaluate-policy.js';
import type { PolicyEffect, PolicyRule } from './manifest.js';
import { anyManifest, anyRequest } from './testing/policies.js';

describe('evaluatePolicy, whatever the manifest and the request', () => {
  const shuffled = anyManifest.chain((manifest) =>
    fc.tuple(
      fc.constant(manifest),
      fc
        .shuffledSubarray([...manifest.rules], { minLength: manifest.rules.length })
        .map((rules) => ({ ...manifest, rules })),
    ),
  );

  it('the order of the rules never matters', () => {
    fc.assert(
      fc.property(shuffled, anyRequest, ([manifest, other], request) => {
        const { trace: lines, ...decision } = evaluatePolicy(manifest, request);
        const { trace: otherLines, ...same } = evaluatePolicy(other, request);
        expect(same).to.deep.equal(decision);
        expect(new Map(otherLines.map((line) => [line.ruleId, line]))).to.deep.equal(
          new Map(lines.map((line) => [line.ruleId, line])),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('the effect follows from the trace: deny overrides approval overrides allow', () => {
    fc.assert(
      fc.property(anyManifest, anyRequest, (manifest, request) => {
        const { effect, trace } = evaluatePolicy(manifest, request);
        const some = (wanted: PolicyEffect, ...outcomes: string[]): boolean =>
          trace.some((line) => line.effect === wanted && outcomes.includes(line.outcome));
        const open = some('allow', 'matched') || manifest.default_effect === 'allow';
        const expected: readonly (readonly [boolean, PolicyEffect])[] = [
          [some('deny', 'matched', 'undecidable'), 'deny'],
          [some('require_approval', 'matched'), 'require_approval'],
          [!open, 'deny'],
          [some('require_approval', 'undecidable'), 'require_approval'],
          [true, 'allow'],
        ];
        expect(effect).to.equal(expected.find(([holds]) => holds)?.[1]);
      }),
      { numRuns: 500 },
    );
  });

  it('an additional deny never allows anything', () => {
    fc.assert(
      fc.property(anyManifest, anyManifest, anyRequest, (manifest, more, request) => {
        const denies = more.rules.map((rule, i): PolicyRule => {
          const { approval: _, ...rest } = rule;
          return { ...rest, rule_id: `more_${i}`, effect: 'deny' };
        });
        const before = evaluatePolicy(manifest, request).effect;
        const after = evaluatePolicy({ ...manifest, rules: [...manifest.rules, ...denies] }, request).effect;
        expect([before, 'deny']).to.include(after);
      }),
    );
  });
});
