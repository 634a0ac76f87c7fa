import { expect } from 'chai';
import type { PolicyEffect, PolicyManifest, PolicyRule } from '../manifest.js';
import { comparePolicies } from './compare-policies.js';

const rule = (rule_id: string, effect: PolicyEffect, over: Partial<PolicyRule> = {}): PolicyRule => ({
  rule_id,
  effect,
  subjects: {},
  targets: { server_ids: ['s'] },
  ...(effect === 'require_approval' && { approval: { approver_role: 'auditor', ttl_seconds: 60 } }),
  reason_code: 'because_test',
  ...over,
});

const policy = (...rules: readonly PolicyRule[]): PolicyManifest => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules,
});

/** The class of each change, with the rules that decide before and after. */
const changes = (before: PolicyManifest, after: PolicyManifest) =>
  comparePolicies(before, after).changes.map((one) => [one.class, one.before.ruleId, one.after.ruleId]);

describe('comparePolicies', () => {
  it('names each change of an effect for what it is', () => {
    const effects = ['allow', 'require_approval', 'deny'] as const;
    const classes = effects.map((before) =>
      effects.map((after) => changes(policy(rule('r', before)), policy(rule('r', after)))[0]?.[0] ?? null),
    );
    expect(classes).to.deep.equal([
      [null, 'approval_added', 'newly_denied'],
      ['approval_dropped', null, 'newly_denied'],
      ['newly_allowed', 'newly_approvable', null],
    ]);
  });

  it('finds what an unchanged rule asks approval for, once another rule lifts the default’s denial', () => {
    const ask = rule('ask', 'require_approval', {
      conditions: [{ attribute: 'x', operator: 'eq', value: true }],
    });
    expect(changes(policy(ask), policy(ask, rule('open', 'allow')))).to.deep.equal([
      ['newly_allowed', null, 'open'],
      ['newly_approvable', null, 'ask'],
    ]);
  });

  it('tells rules apart that differ in their risk tier alone', () => {
    const upTo = (max_risk_tier: 'low' | 'high') =>
      policy(rule('r', 'allow', { targets: { server_ids: ['s'], max_risk_tier } }));
    expect(changes(upTo('low'), upTo('high'))).to.deep.equal([['newly_allowed', null, 'r']]);
    expect(changes(upTo('high'), upTo('low'))).to.deep.equal([['newly_denied', 'r', null]]);
  });
});
