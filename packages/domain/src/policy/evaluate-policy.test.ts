import { expect } from 'chai';
import fc from 'fast-check';
import { evaluatePolicy, type PolicyDecision } from './evaluate-policy.js';
import type { PolicyCondition, PolicyEffect, PolicyManifest, PolicyRule } from './manifest.js';
import type { PolicyRequest } from './policy-request.js';
import { anyManifest, anyRequest, manifestOf, requestOf, ruleOf } from './testing/policies.js';

type RequestFields = Parameters<typeof requestOf>[0];

const decide = (rules: readonly PolicyRule[], request: RequestFields = {}): PolicyDecision =>
  evaluatePolicy(manifestOf(...rules), requestOf(request));

const effectOf = (rules: readonly PolicyRule[], request: RequestFields = {}): PolicyEffect =>
  decide(rules, request).effect;

const allow = ruleOf({ rule_id: 'allow' });
const deny = ruleOf({ rule_id: 'deny', effect: 'deny' });
const approve = ruleOf({ rule_id: 'approve', effect: 'require_approval' });

const IS_BULK: PolicyCondition = { attribute: 'bulk', operator: 'eq', value: true };

const withoutTier: RequestFields = { riskTier: undefined };

describe('evaluatePolicy', () => {
  it('returns a complete decision', () => {
    const rules = [
      ruleOf({ rule_id: 'off', enabled: false }),
      ruleOf({ rule_id: 'other', subjects: { agents: ['agt_other'] } }),
      ruleOf({
        rule_id: 'search',
        subjects: { groups: ['grp_sales'] },
        conditions: [{ attribute: 'region', operator: 'eq', value: 'eu' }],
        obligations: [{ type: 'rate_limit', limit: 10, window_seconds: 60 }],
        reason_code: 'sales_may_search',
      }),
      ruleOf({
        rule_id: 'big',
        effect: 'deny',
        conditions: [{ attribute: 'region', operator: 'eq', value: 'us' }],
      }),
      ruleOf({ rule_id: 'listing', actions: ['tool.list'] }),
      ruleOf({ rule_id: 'api', targets: { api_source_ids: ['*'] } }),
    ];
    const trace = (ruleId: string, because: string | null, condition: number | null = null): unknown => ({
      ruleId,
      effect: ruleId === 'big' ? 'deny' : 'allow',
      outcome: because === null ? 'matched' : 'not_matched',
      because,
      condition,
    });
    expect(decide(rules, { attributes: { region: 'eu' } })).to.deep.equal({
      effect: 'allow',
      reasonCode: 'sales_may_search',
      decidedBy: ['search'],
      approvals: [],
      obligations: [{ type: 'rate_limit', limit: 10, window_seconds: 60 }],
      trace: [
        trace('off', 'disabled'),
        trace('other', 'subjects'),
        trace('search', null),
        trace('big', 'condition', 0),
        trace('listing', 'actions'),
        trace('api', 'targets'),
      ],
    });
  });

  it('applies the default where nothing matches', () => {
    const nothing = {
      reasonCode: 'no_rule_matched',
      decidedBy: [],
      approvals: [],
      obligations: [],
      trace: [],
    };
    expect(evaluatePolicy(manifestOf(), requestOf())).to.deep.equal({ effect: 'deny', ...nothing });
    expect(evaluatePolicy({ ...manifestOf(), default_effect: 'allow' }, requestOf())).to.deep.equal({
      effect: 'allow',
      ...nothing,
    });
  });

  it('lets deny override approval, and approval override allow', () => {
    expect(effectOf([allow])).to.equal('allow');
    expect(effectOf([allow, approve])).to.equal('require_approval');
    expect(effectOf([allow, approve, deny])).to.equal('deny');
  });

  it('asks each approving role once, for the shortest time, and keeps the obligations of what it permits', () => {
    const asks = (rule_id: string, approver_role: string, ttl_seconds: number): PolicyRule =>
      ruleOf({ rule_id, effect: 'require_approval', approval: { approver_role, ttl_seconds } });
    const limited = ruleOf({ rule_id: 'limited', obligations: [{ type: 'audit_level', value: 'detailed' }] });
    const decision = decide([
      asks('c', 'viewer', 9),
      asks('b', 'auditor', 60),
      asks('a', 'auditor', 30),
      limited,
    ]);
    expect(decision).to.deep.include({
      effect: 'require_approval',
      decidedBy: ['a', 'b', 'c'],
      approvals: [
        { approver_role: 'auditor', ttl_seconds: 30, rule_id: 'a' },
        { approver_role: 'viewer', ttl_seconds: 9, rule_id: 'c' },
      ],
      obligations: [{ type: 'audit_level', value: 'detailed' }],
    });
  });

  it('names only the duties of the denying rules with a deny', () => {
    const rate = { type: 'rate_limit', limit: 1, window_seconds: 1 } as const;
    const level = { type: 'audit_level', value: 'detailed' } as const;
    const decision = decide([
      { ...allow, obligations: [rate] },
      { ...deny, obligations: [level] },
    ]);
    expect(decision.obligations).to.deep.equal([level]);
  });

  describe('what the request leaves open', () => {
    const bulky = (rule: PolicyRule): PolicyRule => ({
      ...rule,
      rule_id: `bulk_${rule.rule_id}`,
      conditions: [IS_BULK],
    });

    it('allows nothing', () => {
      expect(effectOf([bulky(allow)])).to.equal('deny');
      expect(effectOf([bulky(approve)])).to.equal('deny');
      const tiered = ruleOf({ rule_id: 'tiered', targets: { max_risk_tier: 'critical' } });
      expect(effectOf([tiered], withoutTier)).to.equal('deny');
    });

    it('escapes no deny', () => {
      expect(effectOf([allow, bulky(deny)])).to.equal('deny');
      expect(effectOf([allow, bulky(deny)], { attributes: { bulk: 'yes' } })).to.equal('deny');
      expect(effectOf([allow, bulky(deny)], { attributes: { bulk: false } })).to.equal('allow');
      const low = ruleOf({ rule_id: 'low', effect: 'deny', targets: { max_risk_tier: 'low' } });
      expect(effectOf([allow, low], withoutTier)).to.equal('deny');
    });

    it('escapes no approval', () => {
      expect(effectOf([allow, bulky(approve)])).to.equal('require_approval');
      expect(decide([allow, bulky(approve)])).to.deep.include({
        decidedBy: ['bulk_approve'],
        approvals: [{ approver_role: 'security_admin', ttl_seconds: 600, rule_id: 'bulk_approve' }],
      });
      const open = { ...manifestOf(bulky(approve)), default_effect: 'allow' } as const;
      expect(evaluatePolicy(open, requestOf()).effect).to.equal('require_approval');
    });

    it('escapes no duty', () => {
      const limited = {
        ...bulky(allow),
        obligations: [{ type: 'rate_limit', limit: 1, window_seconds: 60 }],
      } as const;
      expect(decide([allow, limited])).to.deep.include({
        effect: 'allow',
        decidedBy: ['allow'],
        obligations: limited.obligations,
      });
    });

    it('does not affect what fails anyway', () => {
      const both = {
        ...deny,
        conditions: [IS_BULK, { attribute: 'region', operator: 'eq', value: 'us' }],
      } as const;
      expect(effectOf([allow, both], { attributes: { region: 'eu' } })).to.equal('allow');
    });

    it('is shown in the trace', () => {
      expect(decide([bulky(deny)]).trace).to.deep.equal([
        { ruleId: 'bulk_deny', effect: 'deny', outcome: 'undecidable', because: 'condition', condition: 0 },
      ]);
      expect(
        decide([ruleOf({ rule_id: 'a', targets: { max_risk_tier: 'low' } })], withoutTier).trace,
      ).to.deep.equal([
        { ruleId: 'a', effect: 'allow', outcome: 'undecidable', because: 'targets', condition: null },
      ]);
    });

    it('never grants more than any way of filling it in', () => {
      const rank = { deny: 0, require_approval: 1, allow: 2 };
      fc.assert(
        fc.property(anyManifest, anyRequest, fc.constantFrom('a', 'b', 'c'), (manifest, request, name) => {
          const { [name]: reported, ...rest } = request.attributes ?? {};
          fc.pre(reported !== undefined);
          const silent = evaluatePolicy(manifest, { ...request, attributes: rest });
          const saying = evaluatePolicy(manifest, request);
          expect(rank[silent.effect]).to.be.at.most(rank[saying.effect]);
        }),
        { numRuns: 1000 },
      );
    });
  });

  describe('an error', () => {
    const ERROR = {
      effect: 'deny',
      reasonCode: 'evaluation_error',
      decidedBy: [],
      approvals: [],
      obligations: [],
      trace: [],
    };
    const sound: PolicyManifest = { ...manifestOf(allow), default_effect: 'allow' };

    const ruled = (fields: object): unknown => ({ ...sound, rules: [{ ...allow, ...fields }] });

    it('denies, whatever is broken in an unvalidated manifest, and names it', () => {
      const broken: readonly [unknown, string][] = [
        [null, ''],
        [[], ''],
        [{}, '.manifest_version'],
        [{ ...sound, manifest_version: '2.0' }, '.manifest_version'],
        [{ ...sound, default_effect: 'maybe' }, '.default_effect'],
        [{ ...sound, rules: {} }, '.rules'],
        [{ ...sound, rules: [null] }, '.rules[0]'],
        [{ ...sound, Rules: [] }, '.Rules'],
        [ruled({ effect: 'permit' }), '.rules[0].effect'],
        [ruled({ subjects: undefined }), '.rules[0].subjects'],
        [ruled({ subjects: { agents: 'agt_sales_and_others' } }), '.rules[0].subjects.agents'],
        [ruled({ subjects: { agents: ['a', null] } }), '.rules[0].subjects.agents[1]'],
        [ruled({ subjects: { user: ['usr_ada'] } }), '.rules[0].subjects.user'],
        [ruled({ subjects: { Users: ['usr_ada'] } }), '.rules[0].subjects.Users'],
        [ruled({ targets: { toolIds: ['x'] } }), '.rules[0].targets.toolIds'],
        [ruled({ targets: { max_risk_tier: 'extreme' } }), '.rules[0].targets.max_risk_tier'],
        [ruled({ condition: [] }), '.rules[0].condition'],
        [
          ruled({ conditions: [{ attribute: 'a', operator: 'matches', value: '.*' }] }),
          '.rules[0].conditions[0].operator',
        ],
        [ruled({ effect: 'require_approval' }), '.rules[0].approval'],
      ];
      for (const [manifest, place] of broken)
        expect(evaluatePolicy(manifest as PolicyManifest, requestOf()), place).to.deep.equal({
          ...ERROR,
          field: `manifest${place}`,
        });
    });

    it('denies a request that does not say what it concerns in words that are known, and names it', () => {
      const mute = (fields: object): unknown => ({ ...requestOf(), ...fields });
      const broken: readonly [unknown, string][] = [
        [null, ''],
        ['x', ''],
        [{}, '.target'],
        [mute({ target: { kind: 'mcp_server', serverId: 'srv_crm' } }), '.target.toolId'],
        [mute({ target: { kind: 'api_source', apiSourceId: 'x' } }), '.target.operationId'],
        [mute({ target: { kind: 'mcp_server', toolId: 'x' } }), '.target.serverId'],
        [mute({ target: { kind: 'mcp_server', server_id: 's', tool_id: 'x' } }), '.target.server_id'],
        [mute({ target: 'srv_crm/search' }), '.target'],
        [mute({ action: 'tool.guess' }), '.action'],
        [mute({ userId: null }), '.userId'],
        [mute({ groups: null }), '.groups'],
        [mute({ groups: 'grp_eu' }), '.groups'],
        [mute({ groups: ['grp_eu', 7] }), '.groups[1]'],
        [mute({ user_id: 'usr_ada' }), '.user_id'],
        [mute({ attributes: [] }), '.attributes'],
        [mute({ riskTier: 3 }), '.riskTier'],
      ];
      for (const [request, place] of broken)
        expect(evaluatePolicy(sound, request as PolicyRequest), place).to.deep.equal({
          ...ERROR,
          field: `request${place}`,
        });
    });
  });
});
