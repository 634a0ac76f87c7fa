import {
  isRecord,
  isText,
  listOf,
  oneOf,
  optionally,
  shapeOf,
  unless,
  type Wrong,
  wrongText,
} from '../wrong-part.js';
import {
  type ConditionOperator,
  DEFAULT_EFFECTS,
  MANIFEST_VERSION,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  RISK_TIERS,
} from './manifest.js';
import type { PolicyRequest } from './policy-request.js';
import { TARGETS, typeOfTarget } from './target-lists.js';

/** Thrown for what cannot be decided on, with the place that is wrong: `request.target.toolId`, say. */
export class Undecidable extends Error {
  constructor(readonly field: string) {
    super(`undecidable ${field}`);
  }
}

/**
 * Throws unless a manifest has, in every rule, including disabled ones, everything that deciding reads, and no member that it does not
 * know. Types promise that, but a gateway may load an unvalidated manifest, and half a manifest must not decide half of the calls.
 */
export const assertDecidableManifest = (manifest: unknown): void =>
  assert('manifest', wrongInManifest(manifest));

/** Throws unless a request says what it is about, with the right names and types. */
export const assertDecidableRequest = (request: unknown): void => assert('request', wrongInRequest(request));

/** Throws unless a condition has an existing operator, and an operand of the kind it takes. */
export const assertDecidableCondition = (condition: unknown): void =>
  assert('condition', wrongInCondition(condition));

const assert = (what: string, wrong: string | undefined): void => {
  if (wrong !== undefined) throw new Undecidable(what + wrong);
};

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isScalar = (value: unknown): boolean => isText(value) || isNumber(value) || typeof value === 'boolean';
const isComparable = (value: unknown): boolean => isText(value) || isNumber(value);
const isScalars = (value: unknown): boolean => Array.isArray(value) && value.every(isScalar);

const anything: Wrong = () => undefined;
const maybeText = optionally(wrongText);
const maybeTexts = optionally(listOf(wrongText));

const wrongKind = oneOf(['mcp_server', 'api_source']);

const wrongRequestShape = shapeOf({
  agentId: maybeText,
  clientSurfaceId: maybeText,
  userId: maybeText,
  groups: maybeTexts,
  target: unless(isRecord),
  // An unknown word is an unknown tier, which only restricts.
  riskTier: maybeText,
  action: oneOf(POLICY_ACTIONS),
  attributes: optionally(unless(isRecord)),
});

// All but the tools of a server that may be listed is used by its name: without one no rule about it would match.
const wrongInRequest: Wrong = (request) => {
  const wrong = wrongRequestShape(request);
  if (wrong !== undefined) return wrong;
  const wanted = request as PolicyRequest;
  const [, , whole, part] = TARGETS[typeOfTarget(wanted)];
  const wrongPart = wanted.action === 'tool.list' ? maybeText : wrongText;
  const path = shapeOf({ kind: wrongKind, [whole]: wrongText, [part]: wrongPart })(wanted.target);
  return path && `.target${path}`;
};

const OPERANDS: Readonly<Record<ConditionOperator, (value: unknown) => boolean>> = {
  eq: isScalar,
  ne: isScalar,
  gt: isComparable,
  lt: isComparable,
  gte: isComparable,
  lte: isComparable,
  in: isScalars,
  not_in: isScalars,
  contains: isText,
  not_contains: isText,
  starts_with: isText,
  not_starts_with: isText,
};

const wrongConditionShape = shapeOf({
  attribute: wrongText,
  operator: oneOf(Object.keys(OPERANDS)),
  value: anything,
});

const wrongInCondition: Wrong = (condition) => {
  const wrong = wrongConditionShape(condition);
  if (wrong !== undefined) return wrong;
  const { operator, value } = condition as { operator: ConditionOperator; value: unknown };
  return OPERANDS[operator](value) ? undefined : '.value';
};

// Flat, so that two of them are equal exactly if their members are.
const wrongObligation = unless(
  (value) => isRecord(value) && isText(value.type) && Object.values(value).every(isScalar),
);

const wrongRuleShape = shapeOf({
  rule_id: wrongText,
  description: anything,
  enabled: optionally(unless((value) => typeof value === 'boolean')),
  effect: oneOf(POLICY_EFFECTS),
  subjects: shapeOf({
    agents: maybeTexts,
    client_surfaces: maybeTexts,
    groups: maybeTexts,
    users: maybeTexts,
  }),
  targets: shapeOf({
    server_ids: maybeTexts,
    tool_ids: maybeTexts,
    resource_uris: maybeTexts,
    prompt_names: maybeTexts,
    api_source_ids: maybeTexts,
    operation_ids: maybeTexts,
    max_risk_tier: optionally(oneOf(RISK_TIERS)),
  }),
  actions: maybeTexts,
  conditions: optionally(listOf(wrongInCondition)),
  approval: optionally(shapeOf({ approver_role: wrongText, ttl_seconds: unless(isNumber) })),
  obligations: optionally(listOf(wrongObligation)),
  reason_code: wrongText,
});

const wrongRule: Wrong = (rule) => {
  const wrong = wrongRuleShape(rule);
  if (wrong !== undefined) return wrong;
  const { effect, approval } = rule as { effect: string; approval: unknown };
  return (effect === 'require_approval') === (approval !== undefined) ? undefined : '.approval';
};

const wrongInManifest = shapeOf({
  manifest_version: oneOf([MANIFEST_VERSION]),
  default_effect: oneOf(DEFAULT_EFFECTS),
  rules: listOf(wrongRule),
});
