import { expect } from 'chai';
import fc from 'fast-check';
import type { PolicyRule } from './manifest.js';
import { VALIDATION_REASONS } from './manifest-finding.js';
import { manifestReferences } from './manifest-references.js';
import { anyManifest, manifestOf, ruleOf } from './testing/policies.js';
import { validateManifest } from './validate-manifest.js';

const brief = (body: unknown): unknown[] =>
  validateManifest(body).map(({ reasonCode, path }) => [reasonCode, path]);

const rules = (...list: unknown[]): unknown => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: list,
});

/** The findings of one rule that is right but for these fields; an undefined field is left out. */
const ofRule = (fields: Record<string, unknown>): unknown[] =>
  brief(rules(JSON.parse(JSON.stringify({ ...ruleOf({ rule_id: 'r' }), ...fields }))));

const condition = (operator: string, value: unknown, attribute = 'region'): unknown[] =>
  ofRule({ conditions: [{ attribute, operator, value }] });

// Put together here, so that no scanner of this repository takes them for real ones.
const FAKE_JWT = ['eyJhbGciOiJub25lIn0', 'eyJleGFtcGxlIjoxfQ', 'example'].join('.');

const KEYS = [
  '__proto__',
  'constructor',
  'rules',
  'rule_id',
  'effect',
  'subjects',
  'targets',
  'conditions',
  'value',
];

describe('validateManifest', () => {
  it('finds nothing wrong with a manifest that uses everything', () => {
    const full: PolicyRule = {
      rule_id: 'crm.search:1',
      description: 'Sales agents may search, the token budget being what it is',
      enabled: true,
      effect: 'require_approval',
      subjects: { agents: ['agt_a', '*'], client_surfaces: ['cs'], groups: ['g'], users: ['u'] },
      targets: {
        server_ids: ['srv'],
        tool_ids: ['search'],
        api_source_ids: ['api'],
        operation_ids: ['op'],
        max_risk_tier: 'medium',
      },
      actions: ['tool.list', 'tool.invoke', 'resource.read', 'prompt.get', '*'],
      conditions: [
        { attribute: 'region', operator: 'in', value: ['eu', 1, true] },
        { attribute: 'hour', operator: 'gte', value: 8 },
        { attribute: 'path.of-file', operator: 'not_starts_with', value: '/etc' },
      ],
      approval: { approver_role: 'security_admin', ttl_seconds: 3600 },
      obligations: [
        { type: 'rate_limit', limit: 10, window_seconds: 60 },
        { type: 'audit_level', value: 'detailed' },
      ],
      reason_code: 'crm_search',
    };
    expect(validateManifest(manifestOf(full))).to.deep.equal([]);
    expect(validateManifest(manifestOf())).to.deep.equal([]);
  });

  it('finds nothing wrong with any manifest of the sound format but conflicts', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        expect(
          brief(manifest).filter((finding) => (finding as string[])[0] !== 'conflicting_rule'),
        ).to.deep.equal([]);
      }),
    );
  });

  it('tells a finding whole, with a fixed message and no place', () => {
    expect(validateManifest({ manifest_version: '1.0', default_effect: 'deny' })).to.deep.equal([
      {
        reasonCode: 'missing_field',
        message: 'A required field is missing.',
        line: null,
        column: null,
        path: '/rules',
      },
    ]);
  });

  describe('the document', () => {
    it('is an object', () => {
      for (const body of [null, 1, 'x', true, [], undefined])
        expect(brief(body)).to.deep.equal([['schema_violation', '']]);
    });

    it('has its three fields and no others', () => {
      expect(brief({ extra: 1 })).to.deep.equal([
        ['missing_field', '/manifest_version'],
        ['missing_field', '/default_effect'],
        ['missing_field', '/rules'],
        ['unknown_field', '/extra'],
      ]);
    });

    it('is of a known version, else nothing more is said of it', () => {
      expect(brief({ manifest_version: '2.0', rules: 7 })).to.deep.equal([
        ['unsupported_version', '/manifest_version'],
      ]);
      expect(brief({ manifest_version: 1, default_effect: 'deny', rules: [] })).to.deep.equal([
        ['schema_violation', '/manifest_version'],
      ]);
    });

    it('denies or allows by default', () => {
      expect(brief({ manifest_version: '1.0', default_effect: 'require_approval', rules: [] })).to.deep.equal(
        [['invalid_value', '/default_effect']],
      );
    });

    it('has 1,000 rules at most', () => {
      const many = (count: number): unknown =>
        rules(...Array.from({ length: count }, (_, i) => ruleOf({ rule_id: `r${i}` })));
      expect(brief(many(1000))).to.deep.equal([]);
      expect(brief(many(1001))).to.deep.equal([['limit_exceeded', '/rules']]);
    });
  });

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
        'an entry that is no id',
        { targets: { tool_ids: ['a b'] } },
        ['invalid_value', '/rules/0/targets/tool_ids/0'],
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

    it('with an unknown key that could be anything is told by its own pointer only', () => {
      expect(ofRule({ 'a/b': 1 })).to.deep.equal([['unknown_field', '/rules/0']]);
      expect(ofRule({ ['x'.repeat(200)]: 1 })).to.deep.equal([['unknown_field', '/rules/0']]);
    });
  });

  describe('a condition', () => {
    it('has a value of the kind that its operator takes', () => {
      expect(condition('eq', 'x')).to.deep.equal([]);
      expect(condition('eq', ['x'])).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
      expect(condition('gt', '2026')).to.deep.equal([]);
      expect(condition('gt', true)).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
      expect(condition('in', 'x')).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
      expect(condition('in', [null])).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value/0']]);
      expect(condition('contains', 7)).to.deep.equal([['schema_violation', '/rules/0/conditions/0/value']]);
    });

    it('is not one that always or never holds', () => {
      expect(condition('not_in', [])).to.deep.equal([['invalid_value', '/rules/0/conditions/0/value']]);
      expect(condition('starts_with', '')).to.deep.equal([['invalid_value', '/rules/0/conditions/0/value']]);
    });

    it('names an attribute and an operator', () => {
      expect(condition('matches', 'x')).to.deep.equal([['invalid_value', '/rules/0/conditions/0/operator']]);
      expect(condition('constructor', 'x')).to.deep.equal([
        ['invalid_value', '/rules/0/conditions/0/operator'],
      ]);
      expect(condition('eq', 'x', '1st')).to.deep.equal([
        ['invalid_value', '/rules/0/conditions/0/attribute'],
      ]);
    });

    it('does not compare secrets', () => {
      expect(condition('eq', 'x', 'api_key')).to.deep.equal([
        ['forbidden_material', '/rules/0/conditions/0/attribute'],
      ]);
    });
  });

  describe('across rules', () => {
    const who = { subjects: { agents: ['a', 'b'] } };

    it('tells every later rule that repeats an id', () => {
      const body = rules(...['a', 'b', 'a', 'a'].map((rule_id) => ruleOf({ rule_id })));
      expect(brief(body)).to.deep.equal([
        ['duplicate_rule_id', '/rules/2/rule_id'],
        ['duplicate_rule_id', '/rules/3/rule_id'],
      ]);
    });

    it('tells an empty list, as it matches nothing, but not in a rule that is off', () => {
      const empty = { subjects: { users: [] }, targets: { tool_ids: [] }, actions: [] };
      expect(ofRule(empty)).to.deep.equal([
        ['unreachable_rule', '/rules/0/subjects/users'],
        ['unreachable_rule', '/rules/0/targets/tool_ids'],
        ['unreachable_rule', '/rules/0/actions'],
      ]);
      expect(ofRule({ ...empty, enabled: false })).to.deep.equal([]);
    });

    it('lets a deny for everything stand beside rules that it overrules', () => {
      const stop = ruleOf({ rule_id: 'stop', effect: 'deny' });
      expect(brief(rules(stop, ruleOf({ rule_id: 'a', ...who })))).to.deep.equal([]);
    });

    it('tells two rules with just the same matches and other effects, however they are written', () => {
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

    it('does not take for the same what differs in anything that counts', () => {
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

    it('are listed with what they refer to and where they stand', () => {
      expect([...manifestReferences(body)]).to.deep.equal([
        { kind: 'agent', id: 'agt_1', path: '/rules/0/subjects/agents/0' },
        { kind: 'user', id: 'usr_1', path: '/rules/0/subjects/users/0' },
        { kind: 'mcp_server', id: 'srv_1', path: '/rules/0/targets/server_ids/0' },
        { kind: 'operation', id: 'op_1', path: '/rules/0/targets/operation_ids/0' },
      ]);
    });

    it('are looked up when the host tells what exists', () => {
      const known = { has: (kind: string, id: string) => kind !== 'agent' && id !== 'srv_1' };
      expect(validateManifest(body, known).map(({ reasonCode, path }) => [reasonCode, path])).to.deep.equal([
        ['unknown_reference', '/rules/0/subjects/agents/0'],
        ['unknown_reference', '/rules/0/targets/server_ids/0'],
      ]);
      expect(validateManifest(body)).to.deep.equal([]);
    });
  });

  describe('forbidden material', () => {
    it('is found in any text, key or unknown field, and never repeated', () => {
      const body = {
        manifest_version: '1.0',
        default_effect: 'deny',
        rules: [ruleOf({ rule_id: 'a', description: `Bearer ${FAKE_JWT}` })],
        notes: { deep: [{ [FAKE_JWT]: 1 }, FAKE_JWT] },
        prompt: 'You are a helpful assistant',
      };
      expect(brief(body)).to.deep.equal([
        ['forbidden_material', '/rules/0/description'],
        ['forbidden_material', '/notes/deep/0'],
        ['forbidden_material', '/notes/deep/1'],
        ['forbidden_material', '/prompt'],
        ['unknown_field', '/notes'],
        ['unknown_field', '/prompt'],
      ]);
      expect(JSON.stringify(validateManifest(body)))
        .not.to.contain(FAKE_JWT)
        .and.not.to.contain('assistant');
    });
  });

  describe('any value at all', () => {
    const hostile = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 34, withCrossShrink: true },
        fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...KEYS)), tie('value'), {
          maxKeys: 4,
          noNullPrototype: false,
        }),
      ),
    })).value;

    it('never makes it throw, and every finding has a listed reason with its message', () => {
      fc.assert(
        fc.property(hostile, fc.nat(40), (value, depth) => {
          let body: unknown = value;
          for (let i = 0; i < depth; i += 1)
            body = i % 2 === 0 ? [body] : JSON.parse(`{"rules":${JSON.stringify(body)}}`);
          for (const finding of validateManifest(body, { has: () => false }))
            expect(finding.message).to.equal(VALIDATION_REASONS[finding.reasonCode]);
        }),
        { numRuns: 500 },
      );
    });

    it('nested deeper than 32 is told once, with nothing else', () => {
      let body: unknown = 1;
      for (let i = 0; i < 33; i += 1) body = { x: body };
      expect(brief(body)).to.deep.equal([['limit_exceeded', '/x'.repeat(32)]]);
    });

    it('with own keys that look like a prototype is an object with unknown fields', () => {
      const body = JSON.parse('{"__proto__":{"default_effect":"deny"},"constructor":1}');
      expect(brief(body)).to.deep.equal([
        ['missing_field', '/manifest_version'],
        ['missing_field', '/default_effect'],
        ['missing_field', '/rules'],
        ['unknown_field', '/__proto__'],
        ['unknown_field', '/constructor'],
      ]);
    });

    it('with inherited fields has none of them', () => {
      const inherited: unknown = Object.create({
        manifest_version: '1.0',
        default_effect: 'deny',
        rules: [],
      });
      expect(brief(inherited)).to.have.length(3);
    });

    it('gives 100 findings at most', () => {
      expect(validateManifest(rules(...Array.from({ length: 900 }, () => ({}))))).to.have.length(100);
    });
  });
});
