import { expect } from 'chai';
import type { PolicyRule } from './manifest.js';
import { manifestReferences } from './manifest-references.js';
import { brief, ofRule, rules } from './testing/findings.js';
import { manifestOf, ruleOf } from './testing/policies.js';

describe('across rules', () => {
  const who = { subjects: { agents: ['a', 'b'] } };

  it('reports every later rule that repeats an id', () => {
    const body = rules(...['a', 'b', 'a', 'a'].map((rule_id) => ruleOf({ rule_id })));
    expect(brief(body)).to.deep.equal([
      ['duplicate_rule_id', '/rules/2/rule_id'],
      ['duplicate_rule_id', '/rules/3/rule_id'],
    ]);
  });

  it('reports an empty list, which matches nothing, but not in a disabled rule', () => {
    const empty = { subjects: { users: [] }, targets: { tool_ids: [] }, actions: [] };
    expect(ofRule(empty)).to.deep.equal([
      ['unreachable_rule', '/rules/0/subjects/users'],
      ['unreachable_rule', '/rules/0/targets/tool_ids'],
      ['unreachable_rule', '/rules/0/actions'],
    ]);
    expect(ofRule({ ...empty, enabled: false })).to.deep.equal([]);
  });

  it('allows a deny for everything beside rules that it overrides', () => {
    const stop = ruleOf({ rule_id: 'stop', effect: 'deny' });
    expect(brief(rules(stop, ruleOf({ rule_id: 'a', ...who })))).to.deep.equal([]);
  });

  it('reports two rules with the same matches and different effects, however they are written', () => {
    const first = ruleOf({
      rule_id: 'a',
      effect: 'allow',
      subjects: { agents: ['a', 'b'], users: ['*'] },
      actions: ['*'],
      conditions: [
        { attribute: 'x', operator: 'in', value: [1, 2] },
        { attribute: 'y', operator: 'eq', value: 'z' },
      ],
    });
    const second = ruleOf({
      rule_id: 'b',
      effect: 'deny',
      subjects: { agents: ['b', 'a', 'b'] },
      conditions: [
        { attribute: 'y', operator: 'eq', value: 'z' },
        { attribute: 'x', operator: 'in', value: [2, 1, 1] },
      ],
    });
    expect(brief(rules(first, second))).to.deep.equal([['conflicting_rule', '/rules/1/effect']]);
  });

  it('does not equate lists of tools whose names hold what separates entries', () => {
    const first = ruleOf({ rule_id: 'a', targets: { tool_ids: ['x', 'y'] } });
    for (const name of ['x,y', 'x","y'])
      expect(
        brief(
          rules(first, ruleOf({ ...first, effect: 'deny', targets: { tool_ids: [name] }, rule_id: 'b' })),
        ),
      ).to.deep.equal([]);
  });

  it('does not equate matches that differ in anything relevant', () => {
    const first = ruleOf({ rule_id: 'a', conditions: [{ attribute: 'x', operator: 'eq', value: 1 }] });
    const others: Partial<PolicyRule>[] = [
      { conditions: [{ attribute: 'x', operator: 'eq', value: '1' }] },
      { conditions: [{ attribute: 'x', operator: 'in', value: [1] }] },
      { conditions: [] },
      { targets: { server_ids: ['*'] } },
      { targets: { max_risk_tier: 'low' } },
      { actions: ['tool.list'] },
      { subjects: { agents: ['a'] } },
      { enabled: false },
      { effect: 'allow' },
    ];
    for (const other of others) {
      const second = ruleOf({ ...first, effect: 'deny', ...other, rule_id: 'b' });
      expect(brief(rules(first, second)), JSON.stringify(other)).to.deep.equal([]);
    }
  });
});

describe('references', () => {
  const body = manifestOf(
    ruleOf({
      rule_id: 'a',
      subjects: { agents: ['agt_1', '*'], users: ['usr_1'] },
      targets: { server_ids: ['srv_1'], operation_ids: ['op_1'] },
    }),
  );

  it('are listed with their target and position', () => {
    expect([...manifestReferences(body)]).to.deep.equal([
      { kind: 'agent', id: 'agt_1', path: '/rules/0/subjects/agents/0' },
      { kind: 'user', id: 'usr_1', path: '/rules/0/subjects/users/0' },
      { kind: 'mcp_server', id: 'srv_1', path: '/rules/0/targets/server_ids/0' },
      { kind: 'operation', id: 'op_1', path: '/rules/0/targets/operation_ids/0' },
    ]);
  });
});
