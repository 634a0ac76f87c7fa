import fc from 'fast-check';
import { canonicalJson, type Json, sha256Hex } from '../../canonical-json.js';
import { CONDITION_OPERATORS, type PolicyManifest, type PolicyRule, RISK_TIERS } from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';
import { notValidated } from '../policy-validation.js';
import type { ManifestBody, PolicyVersion } from '../policy-version.js';

/** A rule that allows everything, with overrides. */
export const ruleOf = (fields: Partial<PolicyRule> & { readonly rule_id: string }): PolicyRule => ({
  effect: 'allow',
  subjects: {},
  targets: {},
  reason_code: 'because_test',
  ...(fields.effect === 'require_approval'
    ? { approval: { approver_role: 'security_admin', ttl_seconds: 600 } }
    : {}),
  ...fields,
});

export const manifestOf = (...rules: readonly PolicyRule[]): PolicyManifest => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules,
});

/** A call of a tool, with overrides; what is undefined is left out. */
export const requestOf = (
  fields: { readonly [K in keyof PolicyRequest]?: PolicyRequest[K] | undefined } = {},
): PolicyRequest => {
  const request = {
    agentId: 'agt_sales',
    clientSurfaceId: 'cs_ide',
    userId: 'usr_ada',
    groups: ['grp_sales'],
    target: { kind: 'mcp_server', serverId: 'srv_crm', toolId: 'search' },
    riskTier: 'low',
    action: 'tool.invoke',
    attributes: {},
    ...fields,
  };
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined),
  ) as unknown as PolicyRequest;
};

/** A draft of a manifest, with overrides. */
export const policyOf = (fields: Partial<PolicyVersion> = {}): PolicyVersion => {
  const body = fields.body ?? bodyOf(manifestOf(ruleOf({ rule_id: 'all' })));
  return {
    policyVersion: 'pv_1',
    status: 'draft',
    tenantId: 'acme',
    environmentId: 'production',
    owner: { userId: 'usr_ada', team: 'risk' },
    source: { sourceType: 'api', sourceRef: null },
    description: null,
    bodyFormat: 'gateway_manifest_v1',
    body,
    submittedText: null,
    manifestHash: `sha256:${sha256Hex(canonicalJson(body))}`,
    validation: notValidated(body),
    previousPolicyVersion: null,
    lastPublishedAt: null,
    lastPublishedBy: null,
    archivedAt: null,
    archivedBy: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
};

/** A manifest as the JSON that it is. */
export const bodyOf = (manifest: PolicyManifest): ManifestBody => manifest as unknown as ManifestBody;

const NAMES = ['a', 'b', 'c'] as const;
const ids = fc.subarray([...NAMES, '*'], { minLength: 1 });
// Beside `*` other servers and tools are a mistake.
const names = fc.oneof(fc.constant(['*']), fc.subarray([...NAMES, `${NAMES[0]}*`], { minLength: 1 }));
const scalar = fc.constantFrom<string | number | boolean>('a', 'b', 'ab', 1, 2, true, false);

const condition = fc.constantFrom(...CONDITION_OPERATORS).chain((operator) =>
  fc.record({
    attribute: fc.constantFrom(...NAMES),
    operator: fc.constant(operator),
    value: valueFor(operator),
  }),
);

const valueFor = (operator: (typeof CONDITION_OPERATORS)[number]): fc.Arbitrary<Json> => {
  if (operator === 'in' || operator === 'not_in') return fc.array(scalar, { minLength: 1, maxLength: 3 });
  if (operator.includes('contains') || operator.includes('starts')) return fc.constantFrom('a', 'b');
  return ['eq', 'ne'].includes(operator) ? scalar : fc.constantFrom<string | number>('a', 'b', 1, 2);
};

const partial = <T>(record: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(record, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const rule = (index: number): fc.Arbitrary<PolicyRule> =>
  fc
    .record(
      {
        rule_id: fc.constant(`rule_${index}`),
        enabled: fc.boolean(),
        effect: fc.constantFrom('allow', 'deny', 'require_approval'),
        subjects: partial({ agents: ids, client_surfaces: ids, groups: ids, users: ids }),
        targets: partial({
          server_ids: names,
          tool_ids: names,
          api_source_ids: ids,
          operation_ids: ids,
          max_risk_tier: fc.constantFrom(...RISK_TIERS),
        }),
        actions: fc.subarray(['tool.list', 'tool.invoke', '*'], { minLength: 1 }),
        conditions: fc.array(condition, { maxLength: 2 }),
        obligations: fc.array(obligation, { maxLength: 2 }),
        reason_code: fc.constantFrom('first_reason', 'second_reason'),
      },
      { requiredKeys: ['rule_id', 'effect', 'subjects', 'targets', 'reason_code'] },
    )
    .map((fields) => ruleOf(fields as unknown as PolicyRule));

const obligation = fc.oneof(
  fc.record({
    type: fc.constant('rate_limit'),
    limit: fc.constantFrom(10, 20),
    window_seconds: fc.constant(60),
  }),
  fc.record({ type: fc.constant('audit_level'), value: fc.constantFrom('standard', 'detailed') }),
);

/** Well-formed manifests of up to six rules that often match `anyRequest`. */
export const anyManifest: fc.Arbitrary<PolicyManifest> = fc
  .tuple(
    fc.constantFrom<'deny' | 'allow'>('deny', 'allow'),
    fc
      .integer({ min: 0, max: 6 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => rule(i)))),
  )
  .map(([default_effect, rules]) => ({ manifest_version: '1.0', default_effect, rules }));

const id = fc.constantFrom(...NAMES);

export const anyRequest: fc.Arbitrary<PolicyRequest> = fc
  .tuple(
    fc.oneof(
      fc.record({ kind: fc.constant('mcp_server' as const), serverId: id, toolId: id }),
      fc.record({ kind: fc.constant('api_source' as const), apiSourceId: id, operationId: id }),
    ),
    fc.constantFrom<'tool.list' | 'tool.invoke'>('tool.list', 'tool.invoke'),
    partial({
      agentId: id,
      clientSurfaceId: id,
      userId: id,
      groups: fc.subarray([...NAMES]),
      riskTier: fc.constantFrom(...RISK_TIERS),
      attributes: fc.dictionary(id, fc.oneof(scalar, fc.subarray([...NAMES])), { maxKeys: 3 }),
    }),
  )
  .map(([target, action, rest]) => ({ target, action, ...rest }) as PolicyRequest);
