import { ROLES } from '../authorization/roles.js';
import { ID_PATTERN, PRINCIPAL_ID_PATTERN } from '../ids.js';
import { REASON_CODE_PATTERN } from '../reason-code-pattern.js';
import { condition } from './condition-checks.js';
import {
  ANY,
  MANIFEST_LIMITS,
  NAMED_RESOURCE_PATTERN,
  NAMED_SERVER_PATTERN,
  NAMED_TOOL_PATTERN,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  RISK_TIERS,
} from './manifest.js';
import {
  type Check,
  countUpTo,
  listOf,
  objectOf,
  oneOf,
  optional,
  ownMember,
  required,
  textLike,
  textUpTo,
  truthValue,
} from './manifest-checks.js';

const listLike = (pattern: RegExp): Check => {
  const id = textLike(pattern);
  const idOrAny: Check = (value, path, log) => {
    if (value !== ANY) id(value, path, log);
  };
  return listOf(idOrAny, MANIFEST_LIMITS.listEntries);
};
const idsLike = (pattern: RegExp) => optional(listLike(pattern));

const ids = idsLike(ID_PATTERN);
// Identity providers define user ids.
const userIds = idsLike(PRINCIPAL_ID_PATTERN);

// Next to `*`, every other entry says nothing: whoever writes both means a prefix.
const namesLike = (pattern: RegExp) => {
  const names = listLike(pattern);
  const namesOrAny: Check = (value, path, log) => {
    names(value, path, log);
    if (!Array.isArray(value) || value.length < 2) return;
    const at = value.indexOf(ANY);
    if (at >= 0) log.add('invalid_value', `${path}/${at}`);
  };
  return optional(namesOrAny);
};

const serverNames = namesLike(NAMED_SERVER_PATTERN);
// Servers name their tools and prompts.
const toolNames = namesLike(NAMED_TOOL_PATTERN);
const resourceUris = namesLike(NAMED_RESOURCE_PATTERN);

const role = new Set<unknown>(ROLES);

const approverRole: Check = (value, path, log) => {
  if (typeof value !== 'string') log.add('schema_violation', path, { values: ROLES });
  else if (!role.has(value)) log.add('unknown_reference', path, { values: ROLES });
};

const approval = objectOf({
  approver_role: required(approverRole),
  ttl_seconds: required(countUpTo(MANIFEST_LIMITS.approvalTtlSeconds)),
});

const rateLimit = objectOf({
  type: required(oneOf('rate_limit')),
  limit: required(countUpTo(MANIFEST_LIMITS.rateLimit)),
  window_seconds: required(countUpTo(MANIFEST_LIMITS.rateWindowSeconds)),
});

// Levels are the gateway's own vocabulary, so any code is accepted.
const auditLevel = objectOf({
  type: required(oneOf('audit_level')),
  value: required(textLike(REASON_CODE_PATTERN)),
});

const untypedObligation = objectOf({ type: required(oneOf('rate_limit', 'audit_level')) });

const obligation: Check = (value, path, log) => {
  const type = ownMember(value, 'type');
  if (type === 'rate_limit') rateLimit(value, path, log);
  else if (type === 'audit_level') auditLevel(value, path, log);
  else untypedObligation(value, path, log);
};

const shape = objectOf({
  rule_id: required(textLike(ID_PATTERN)),
  description: optional(textUpTo(MANIFEST_LIMITS.description)),
  enabled: optional(truthValue),
  effect: required(oneOf(...POLICY_EFFECTS)),
  subjects: required(objectOf({ agents: ids, client_surfaces: ids, groups: ids, users: userIds })),
  targets: required(
    objectOf({
      server_ids: serverNames,
      tool_ids: toolNames,
      resource_uris: resourceUris,
      prompt_names: toolNames,
      api_source_ids: ids,
      operation_ids: ids,
      max_risk_tier: optional(oneOf(...RISK_TIERS)),
    }),
  ),
  actions: optional(listOf(oneOf(...POLICY_ACTIONS, ANY), MANIFEST_LIMITS.listEntries)),
  conditions: optional(listOf(condition, MANIFEST_LIMITS.conditions)),
  approval: optional(approval),
  obligations: optional(listOf(obligation, MANIFEST_LIMITS.obligations)),
  reason_code: required(textLike(REASON_CODE_PATTERN)),
});

/** Checks a single rule: its members, and an approval exactly where the effect requires one. */
export const rule: Check = (value, path, log) => {
  shape(value, path, log);
  const effect = ownMember(value, 'effect');
  const hasApproval = ownMember(value, 'approval') !== undefined;
  if (effect === 'require_approval' && !hasApproval) log.add('missing_field', `${path}/approval`);
  else if (effect !== 'require_approval' && hasApproval) log.add('schema_violation', `${path}/approval`);
};
