import { expect } from 'chai';
import { brief, ofRule, rules } from './testing/findings.js';

const condition = (operator: string, value: unknown, attribute = 'region'): unknown[] =>
  ofRule({ conditions: [{ attribute, operator, value }] });

describe('a rule', () => {
  it('is an object with its five required fields', () => {
    expect(brief(rules('x', {}))).to.deep.equal([
      ['schema_violation', '/rules/0'],
      ['missing_field', '/rules/1/rule_id'],
      ['missing_field', '/rules/1/effect'],
      ['missing_field', '/rules/1/subjects'],
      ['missing_field', '/rules/1/targets'],
      ['missing_field', '/rules/1/reason_code'],
    ]);
  });

  it('names users like identity providers', () => {
    expect(ofRule({ subjects: { users: ['auth0|1234', 'ada@example.com', '*'] } })).to.deep.equal([]);
  });

  const wrong: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
    ['an id that is none', { rule_id: 'no id' }, ['invalid_value', '/rules/0/rule_id']],
    ['an id that is no text', { rule_id: 7 }, ['schema_violation', '/rules/0/rule_id']],
    ['a long description', { description: 'x'.repeat(1025) }, ['limit_exceeded', '/rules/0/description']],
    ['a description of null', { description: null }, ['schema_violation', '/rules/0/description']],
    ['enabled as text', { enabled: 'yes' }, ['schema_violation', '/rules/0/enabled']],
    ['an effect unheard of', { effect: 'audit' }, ['invalid_value', '/rules/0/effect']],
    ['a subject unheard of', { subjects: { robots: [] } }, ['unknown_field', '/rules/0/subjects/robots']],
    ['a bare star', { subjects: { agents: '*' } }, ['schema_violation', '/rules/0/subjects/agents']],
    [
      'an agent called as only users are',
      { subjects: { agents: ['auth0|1234'] } },
      ['invalid_value', '/rules/0/subjects/agents/0'],
    ],
    ['a user with a space', { subjects: { users: ['a b'] } }, ['invalid_value', '/rules/0/subjects/users/0']],
    [
      'an entry that is no id',
      { targets: { server_ids: ['a b'] } },
      ['invalid_value', '/rules/0/targets/server_ids/0'],
    ],
    [
      'a tool with a control character',
      { targets: { tool_ids: ['a\u0007b'] } },
      ['invalid_value', '/rules/0/targets/tool_ids/0'],
    ],
    [
      'all servers beside one',
      { targets: { server_ids: ['srv_crm', '*'] } },
      ['invalid_value', '/rules/0/targets/server_ids/1'],
    ],
    [
      'all tools beside a prefix',
      { targets: { tool_ids: ['*', 'get_*'] } },
      ['invalid_value', '/rules/0/targets/tool_ids/0'],
    ],
    [
      'a prefix of API sources',
      { targets: { api_source_ids: ['api_*'] } },
      ['invalid_value', '/rules/0/targets/api_source_ids/0'],
    ],
    [
      'too many entries',
      { targets: { tool_ids: Array.from({ length: 1001 }, () => 'a') } },
      ['limit_exceeded', '/rules/0/targets/tool_ids'],
    ],
    [
      'a tier unheard of',
      { targets: { max_risk_tier: 'extreme' } },
      ['invalid_value', '/rules/0/targets/max_risk_tier'],
    ],
    ['an action unheard of', { actions: ['tool.call'] }, ['invalid_value', '/rules/0/actions/0']],
    ['a reason code with capitals', { reason_code: 'No' }, ['invalid_value', '/rules/0/reason_code']],
    [
      'an approval without need',
      { approval: { approver_role: 'viewer', ttl_seconds: 1 } },
      ['schema_violation', '/rules/0/approval'],
    ],
    [
      'no approval where it is needed',
      { effect: 'require_approval' },
      ['missing_field', '/rules/0/approval'],
    ],
    [
      'an approval by a role that does not exist',
      { effect: 'require_approval', approval: { approver_role: 'securty_admin', ttl_seconds: 1 } },
      ['unknown_reference', '/rules/0/approval/approver_role'],
    ],
    [
      'an approval that never ends',
      { effect: 'require_approval', approval: { approver_role: 'viewer', ttl_seconds: 604_801 } },
      ['invalid_value', '/rules/0/approval/ttl_seconds'],
    ],
    [
      'an obligation unheard of',
      { obligations: [{ type: 'pray' }] },
      ['invalid_value', '/rules/0/obligations/0/type'],
    ],
    [
      'a rate of nothing',
      { obligations: [{ type: 'rate_limit', limit: 0, window_seconds: 60 }] },
      ['invalid_value', '/rules/0/obligations/0/limit'],
    ],
    [
      'a rate in half seconds',
      { obligations: [{ type: 'rate_limit', limit: 1, window_seconds: 0.5 }] },
      ['invalid_value', '/rules/0/obligations/0/window_seconds'],
    ],
    [
      'a level with the fields of a rate',
      { obligations: [{ type: 'audit_level', value: 'full', limit: 1 }] },
      ['unknown_field', '/rules/0/obligations/0/limit'],
    ],
  ];
  for (const [what, fields, finding] of wrong)
    it(`has not ${what}`, () => expect(ofRule(fields)).to.deep.equal([finding]));

  it('has prefixes of servers and tools, whatever else is in their names', () => {
    const targets = { server_ids: ['srv_*', 'api'], tool_ids: ['get_*', 'a/b *', '\u00f6*', '**'] };
    expect(ofRule({ targets })).to.deep.equal([]);
  });

  it('with an arbitrary unknown key is reported only by its own pointer', () => {
    expect(ofRule({ 'a/b': 1 })).to.deep.equal([['unknown_field', '/rules/0']]);
    expect(ofRule({ ['x'.repeat(200)]: 1 })).to.deep.equal([['unknown_field', '/rules/0']]);
  });
});

describe('a condition', () => {
  it('has a value of the kind that its operator accepts', () => {
    expect(condition('eq', 'x')).to.deep.equal([]);
    expect(condition('eq', ['x'])).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
    expect(condition('gt', '2026')).to.deep.equal([]);
    expect(condition('gt', true)).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
    expect(condition('in', 'x')).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
    expect(condition('in', [null])).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value/0']]);
    expect(condition('contains', 7)).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
  });

  it('must not always or never hold', () => {
    expect(condition('not_in', [])).to.deep.equal([['invalid_value', '/rules/0/conditions/0/value']]);
    expect(condition('starts_with', '')).to.deep.equal([['invalid_value', '/rules/0/conditions/0/value']]);
  });

  it('names an attribute and an operator', () => {
    expect(condition('matches', 'x')).to.deep.equal([['invalid_value', '/rules/0/conditions/0/operator']]);
    expect(condition('constructor', 'x')).to.deep.equal([
      ['invalid_value', '/rules/0/conditions/0/operator'],
    ]);
    expect(condition('eq', 'x', '1st')).to.deep.equal([['invalid_value', '/rules/0/conditions/0/attribute']]);
  });

  it('does not compare secrets', () => {
    expect(condition('eq', 'x', 'api_key')).to.deep.equal([
      ['forbidden_material', '/rules/0/conditions/0/attribute'],
    ]);
  });
});
