import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '../../../../tools/test-values/any-text.js';
import type { PolicyRule } from './manifest.js';
import { VALIDATION_REASONS } from './manifest-finding.js';
import { brief, rules } from './testing/findings.js';
import { anyManifest, manifestOf, ruleOf } from './testing/policies.js';
import { validateManifest } from './validate-manifest.js';

// Assembled here, so that no scanner of this repository takes them for real ones.
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

  it('finds nothing but conflicts in well-formed manifests', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        expect(
          brief(manifest).filter((finding) => (finding as string[])[0] !== 'conflicting_rule'),
        ).to.deep.equal([]);
      }),
    );
  });

  it('reports a complete finding, with a fixed message and no position', () => {
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

    it('is of a known version; otherwise nothing more is said about it', () => {
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
        fc.oneof(anyText(), fc.double(), fc.boolean(), fc.constant(null)),
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
          for (const finding of validateManifest(body))
            expect(finding.message).to.equal(VALIDATION_REASONS[finding.reasonCode]);
        }),
        { numRuns: 500 },
      );
    });

    it('nested deeper than 32 is reported once, with nothing else', () => {
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
