import {
  type ConditionOperator,
  DEFAULT_EFFECTS,
  MANIFEST_VERSION,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  RISK_TIERS,
} from './manifest.js';

/**
 * Throws unless a manifest has, in every rule, including disabled ones, everything that deciding reads. Types promise that, but a gateway
 * may load an unvalidated manifest, and half a manifest must not decide half of the calls.
 */
export const assertDecidableManifest = (manifest: unknown): void => {
  const { manifest_version, default_effect, rules } = is(manifest);
  assert(
    manifest_version === MANIFEST_VERSION &&
      isOneOf(DEFAULT_EFFECTS)(default_effect) &&
      isListOf(isRule)(rules),
  );
};

/** Throws unless a request says what it is about, with the right types. `null` counts as omitted. */
export const assertDecidableRequest = (request: unknown): void => {
  const { target, action, agentId, clientSurfaceId, userId, groups, attributes } = is(request);
  assert(
    isAction(action) &&
      isTarget(is(target), action) &&
      isLeftOutOrText(agentId) &&
      isLeftOutOrText(clientSurfaceId) &&
      isLeftOutOrText(userId) &&
      (isLeftOut(groups) || isTexts(groups)) &&
      (isLeftOut(attributes) || isObject(attributes)),
  );
};

/** Throws unless a condition has an existing operator, and an operand of the kind it takes. */
export const assertDecidableCondition = (condition: unknown): void => assert(isCondition(condition));

type Test = (value: unknown) => boolean;
type Members = Readonly<Record<string, unknown>>;

const assert = (sound: boolean): void => {
  if (!sound) throw new Error('the manifest or the request cannot be decided on');
};

const isText: Test = (value) => typeof value === 'string';
const isLeftOut: Test = (value) => value === undefined || value === null;
const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber: Test = (value) => Number.isFinite(value);
const isScalar: Test = (value) => isText(value) || isNumber(value) || typeof value === 'boolean';
const isComparable: Test = (value) => isText(value) || isNumber(value);

const isOneOf =
  (words: readonly unknown[]): Test =>
  (value) =>
    words.includes(value);

const isListOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

// Any object, so that its members can be read: for non-objects, all are undefined.
const is = (value: unknown): Members => (isObject(value) ? (value as Members) : {});

const isTexts = isListOf(isText);
const isAction = isOneOf(POLICY_ACTIONS);
const isLeftOutOrText: Test = (value) => isLeftOut(value) || isText(value);

// Invoking a tool means invoking a named one.
const isTarget = (
  { kind, serverId, toolId, apiSourceId, operationId }: Members,
  action: unknown,
): boolean => {
  const isPart = action === 'tool.invoke' ? isText : isLeftOutOrText;
  if (kind === 'mcp_server') return isText(serverId) && isPart(toolId);
  return kind === 'api_source' && isText(apiSourceId) && isPart(operationId);
};

const isEnabled = maybe((value) => typeof value === 'boolean');
const isIds = maybe(isTexts);
const isTier = maybe(isOneOf(RISK_TIERS));
const isEffect = isOneOf(POLICY_EFFECTS);

const isRule: Test = (value) => {
  const rule = is(value);
  return (
    isText(rule.rule_id) &&
    isText(rule.reason_code) &&
    isEnabled(rule.enabled) &&
    isSubjects(rule.subjects) &&
    isTargets(rule.targets) &&
    isIds(rule.actions) &&
    isConditions(rule.conditions) &&
    isObligations(rule.obligations) &&
    isEffect(rule.effect) &&
    (rule.effect === 'require_approval' ? isApproval(rule.approval) : rule.approval === undefined)
  );
};

const isSubjects: Test = (value) => {
  const { agents, client_surfaces, groups, users } = is(value);
  return isObject(value) && isIds(agents) && isIds(client_surfaces) && isIds(groups) && isIds(users);
};

const isTargets: Test = (value) => {
  const { server_ids, tool_ids, api_source_ids, operation_ids, max_risk_tier } = is(value);
  const idLists = isIds(server_ids) && isIds(tool_ids) && isIds(api_source_ids) && isIds(operation_ids);
  return isObject(value) && idLists && isTier(max_risk_tier);
};

const isApproval: Test = (value) => isText(is(value).approver_role) && isNumber(is(value).ttl_seconds);

// Flat, so that two of them are equal exactly if their members are.
const isObligations = maybe(
  isListOf((value) => isText(is(value).type) && Object.values(is(value)).every(isScalar)),
);

const isScalars = isListOf(isScalar);

const OPERAND_TESTS: Readonly<Record<ConditionOperator, Test>> = {
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

const isCondition: Test = (condition) => {
  const { attribute, operator, value } = is(condition);
  const isOperator = isText(operator) && Object.hasOwn(OPERAND_TESTS, operator as string);
  return isText(attribute) && isOperator && OPERAND_TESTS[operator as ConditionOperator](value);
};

const isConditions = maybe(isListOf(isCondition));
