import { expect } from 'chai';
import fc from 'fast-check';
import { compilePolicy } from './compile-policy.js';
import { evaluatePolicy } from './evaluate-policy.js';
import type { PolicyManifest, PolicyRule } from './manifest.js';
import { FAILED_EVALUATION, type PolicyOutcome } from './policy-outcome.js';
import type { PolicyRequest } from './policy-request.js';
import { anyCall, anyPolicy } from './testing/any-policy.js';
import { manifestOf, requestOf, ruleOf } from './testing/policies.js';

const outcomeOf = (manifest: PolicyManifest, request: PolicyRequest): PolicyOutcome => {
  const { trace: _, ...outcome } = evaluatePolicy(manifest, request);
  return outcome;
};

const compact = (outcome: PolicyOutcome): unknown => JSON.parse(JSON.stringify(outcome));

describe('compilePolicy', () => {
  const rate = { type: 'rate_limit', limit: 10, window_seconds: 60 } as const;

  it('decides as evaluatePolicy does, without the trace', () => {
    const manifest = manifestOf(
      ruleOf({ rule_id: 'search', subjects: { groups: ['grp_sales'] }, obligations: [rate] }),
      ruleOf({ rule_id: 'other', targets: { tool_ids: ['erase'] } }),
    );
    expect(compilePolicy(manifest).decide(requestOf())).to.deep.equal({
      effect: 'allow',
      reasonCode: 'because_test',
      decidedBy: ['search'],
      approvals: [],
      obligations: [rate],
    });
  });

  it('decides many requests independently, including the broken one', () => {
    const policy = compilePolicy(manifestOf(ruleOf({ rule_id: 'a', subjects: { users: ['usr_ada'] } })));
    const requests = [requestOf(), null as unknown as PolicyRequest, requestOf({ userId: 'usr_eve' })];
    expect(policy.decideMany(requests).map(({ effect, reasonCode }) => [effect, reasonCode])).to.deep.equal([
      ['allow', 'because_test'],
      ['deny', 'evaluation_error'],
      ['deny', 'no_rule_matched'],
    ]);
  });

  it('lists hundreds of deciding rules in order too', () => {
    const rules = Array.from({ length: 300 }, (_, i) =>
      ruleOf({
        rule_id: `r${i}`,
        reason_code: `reason_${i}`,
        conditions: i % 2 ? [] : [{ attribute: 'x', operator: 'gte', value: i }],
      }),
    );
    const request = requestOf({ attributes: { x: 500 } });
    const manifest = manifestOf(...rules);
    const decision = compilePolicy(manifest).decide(request);
    expect(decision).to.deep.equal(outcomeOf(manifest, request));
    expect(compact(decision)).to.deep.equal(outcomeOf(manifest, request));
    expect(decision.decidedBy).to.have.length(300);
  });

  it('keeps its decisions unchanged by later ones', () => {
    const rules = Array.from({ length: 100 }, (_, i) =>
      ruleOf({ rule_id: `r${i}`, subjects: { users: ['usr_ada'] } }),
    );
    const policy = compilePolicy(manifestOf(...rules));
    const decision = policy.decide(requestOf());
    policy.decide(requestOf({ userId: 'usr_eve' }));
    expect(decision.decidedBy).to.have.length(100);
  });

  it('is not affected by later changes to the manifest or to a decision', () => {
    const rule = {
      ...ruleOf({ rule_id: 'a', subjects: { users: ['usr_ada'] } }),
      obligations: [{ ...rate }],
    };
    const manifest = manifestOf(rule);
    const policy = compilePolicy(manifest);
    const expected = compact(policy.decide(requestOf()));
    (rule.subjects.users as string[]).push('usr_eve');
    (rule.obligations[0] as { limit: number }).limit = 1_000_000;
    const [obligation] = policy.decide(requestOf()).obligations as unknown as [{ limit: number }];
    expect(() => {
      obligation.limit = 1_000_000;
    }).to.throw(TypeError);
    expect(policy.decide(requestOf({ userId: 'usr_eve' })).effect).to.equal('deny');
    expect(compact(policy.decide(requestOf()))).to.deep.equal(expected);
  });

  it('orders numbers that are next to each other', () => {
    const above = (rule_id: string, value: number) =>
      ruleOf({ rule_id, subjects: {}, conditions: [{ attribute: 'x', operator: 'gt', value }] });
    const manifest = manifestOf(
      ...[0, 5e-324, 1, 1 + Number.EPSILON].map((value, i) => above(`r${i}`, value)),
    );
    for (const x of [-1, 0, 5e-324, 0.5, 1, 1 + Number.EPSILON, 2]) {
      const request = requestOf({ attributes: { x } });
      expect(compilePolicy(manifest).decide(request), String(x)).to.deep.equal(outcomeOf(manifest, request));
    }
  });

  it('denies everything under an undecidable manifest', () => {
    const broken = manifestOf({ ...ruleOf({ rule_id: 'a' }), effect: 'permit' } as unknown as PolicyRule);
    expect(compilePolicy(broken).decide(requestOf())).to.deep.equal({
      ...FAILED_EVALUATION,
      field: 'manifest.rules[0].effect',
    });
    expect(compilePolicy(undefined as unknown as PolicyManifest).decide(requestOf())).to.include({
      effect: 'deny',
      reasonCode: 'evaluation_error',
    });
  });

  it('agrees with evaluatePolicy on junk too, and never throws', () => {
    const junk = fc.constantFrom<unknown>(null, 0, '', 'x', [], {}, ['x'], [null], true, -1);
    const spoilt = <T extends object>(of: fc.Arbitrary<T>): fc.Arbitrary<T> =>
      fc
        .tuple(of, fc.nat(1_000), junk)
        .map(([value, at, with_]) => spoil(JSON.parse(JSON.stringify(value)) as T, at, with_));
    fc.assert(
      fc.property(spoilt(anyPolicy(4)), fc.oneof(anyCall, spoilt(anyCall)), (manifest, request) => {
        expect(compilePolicy(manifest).decide(request)).to.deep.equal(outcomeOf(manifest, request));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Puts junk in one place of a document. */
const spoil = <T extends object>(document: T, at: number, junk: unknown): T => {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      visit((value as Record<string, unknown>)[key]);
    }
  };
  visit(document);
  const [owner, key] = places[at % Math.max(1, places.length)] ?? [];
  if (owner !== undefined && key !== undefined) owner[key] = junk;
  return document;
};
