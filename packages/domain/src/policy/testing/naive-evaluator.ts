/**
 * A second evaluator, written only from the text of the decisions (section 3, and ADR 28): it shares no code with
 * the product, examines everything, is slow, and says for each rule in plain words whether it applies.
 */
import type { PolicyManifest, PolicyRule } from '../manifest.js';
import type { PolicyOutcome } from '../policy-outcome.js';
import type { PolicyRequest } from '../policy-request.js';

type Answer = 'yes' | 'no' | 'who knows';

const TIERS_FROM_THE_LOWEST = ['low', 'medium', 'high', 'critical'];

/** The result that the text prescribes for a valid manifest and a valid request. */
export const naiveOutcome = (manifest: PolicyManifest, request: PolicyRequest): PolicyOutcome => {
  const rules = manifest.rules.map((rule) => ({ rule, answer: answerOf(rule, request) }));
  const those = (effect: string, ...answers: Answer[]): PolicyRule[] =>
    rules
      .filter(({ rule, answer }) => rule.effect === effect && answers.includes(answer))
      .map(({ rule }) => rule);

  const denying = those('deny', 'yes', 'who knows');
  if (denying.length > 0) return written('deny', denying, denying);

  const asking = those('require_approval', 'yes', 'who knows');
  const allowing = those('allow', 'yes');
  const inForce = [...asking, ...those('allow', 'yes', 'who knows')];
  if (those('require_approval', 'yes').length > 0) return written('require_approval', asking, inForce);

  const wouldPass = allowing.length > 0 || manifest.default_effect === 'allow';
  if (!wouldPass) return written('deny', [], []);
  return asking.length > 0
    ? written('require_approval', asking, inForce)
    : written('allow', allowing, inForce);
};

const written = (
  effect: PolicyOutcome['effect'],
  deciding: readonly PolicyRule[],
  obliging: readonly PolicyRule[],
): PolicyOutcome => {
  const byId = [...deciding].sort(
    (a, b) => codePointOrder(a.rule_id, b.rule_id) || codePointOrder(a.reason_code, b.reason_code),
  );
  const approvals =
    effect === 'require_approval'
      ? deciding.map(({ approval, rule_id }) => ({ ...(approval as Approval), rule_id }))
      : [];
  const roles = [...new Set(approvals.map(({ approver_role }) => approver_role))].sort(codePointOrder);
  const obligations = new Map<string, unknown>();
  for (const rule of obliging)
    for (const obligation of rule.obligations ?? [])
      obligations.set(
        JSON.stringify(
          Object.fromEntries(Object.entries(obligation).sort(([a], [b]) => codePointOrder(a, b))),
        ),
        obligation,
      );
  return {
    effect,
    reasonCode: byId[0]?.reason_code ?? 'no_rule_matched',
    decidedBy: byId.map(({ rule_id }) => rule_id),
    approvals: roles.map(
      (role) =>
        approvals
          .filter(({ approver_role }) => approver_role === role)
          .sort(
            (a, b) => a.ttl_seconds - b.ttl_seconds || codePointOrder(a.rule_id, b.rule_id),
          )[0] as (typeof approvals)[number],
    ),
    obligations: [...obligations.keys()]
      .sort(codePointOrder)
      .map((text) => obligations.get(text) as PolicyOutcome['obligations'][number]),
  };
};

type Approval = NonNullable<PolicyRule['approval']>;

const answerOf = (rule: PolicyRule, request: PolicyRequest): Answer => {
  const answers: Answer[] = [
    rule.enabled === false ? 'no' : 'yes',
    named(rule.subjects.agents, [request.agentId]),
    named(rule.subjects.client_surfaces, [request.clientSurfaceId]),
    named(rule.subjects.users, [request.userId]),
    named(rule.subjects.groups, request.groups ?? []),
    named(rule.actions, [request.action]),
    aboutTarget(rule.targets, request),
    withinTier(rule.targets.max_risk_tier, request.riskTier),
    ...(rule.conditions ?? []).map((condition) => conditionHolds(condition, request)),
  ];
  if (answers.includes('no')) return 'no';
  return answers.includes('who knows') ? 'who knows' : 'yes';
};

// "*" matches all; an absent list matches all; an empty list matches none.
const named = (list: readonly string[] | undefined, ids: readonly (string | undefined | null)[]): Answer => {
  if (list === undefined) return 'yes';
  for (const entry of list) {
    if (entry === '*') return 'yes';
    for (const id of ids) if (id === entry) return 'yes';
  }
  return 'no';
};

// Targets may be named by what they begin with, and are compared in NFC.
const called = (list: readonly string[] | undefined, name: string | undefined | null): Answer => {
  if (list === undefined) return 'yes';
  for (const entry of list) {
    const start = entry.normalize('NFC').replace(/\*$/, '');
    if (entry === '*') return 'yes';
    if (typeof name !== 'string') continue;
    const begins = name.normalize('NFC').slice(0, start.length) === start;
    if (begins && (entry.endsWith('*') || name.normalize('NFC').length === start.length)) return 'yes';
  }
  return 'no';
};

const aboutTarget = (targets: PolicyRule['targets'], { target, action }: PolicyRequest): Answer => {
  const namesOffers = 'tool_ids' in targets || 'resource_uris' in targets || 'prompt_names' in targets;
  const namesServers = 'server_ids' in targets || namesOffers;
  const namesApis = 'api_source_ids' in targets || 'operation_ids' in targets;
  if (target.kind === 'api_source') {
    if (namesServers && !namesApis) return 'no';
    return both(
      called(targets.api_source_ids, target.apiSourceId),
      called(targets.operation_ids, target.operationId),
    );
  }
  if (namesApis && !namesServers) return 'no';
  const offered = {
    'tool.list': ['tool_ids', target.toolId],
    'tool.invoke': ['tool_ids', target.toolId],
    'resource.read': ['resource_uris', target.resourceUri],
    'prompt.get': ['prompt_names', target.promptName],
  } as const;
  const [list, name] = offered[action];
  // Who names tools does not speak of resources and prompts, and so on.
  if (namesOffers && !(list in targets)) return 'no';
  return both(called(targets.server_ids, target.serverId), called(targets[list], name));
};

const both = (a: Answer, b: Answer): Answer => (a === 'yes' && b === 'yes' ? 'yes' : 'no');

const withinTier = (most: string | undefined, tier: string | undefined): Answer => {
  if (most === undefined) return 'yes';
  if (tier === undefined || !TIERS_FROM_THE_LOWEST.includes(tier)) return 'who knows';
  return TIERS_FROM_THE_LOWEST.slice(0, TIERS_FROM_THE_LOWEST.indexOf(most) + 1).includes(tier)
    ? 'yes'
    : 'no';
};

type Condition = NonNullable<PolicyRule['conditions']>[number];

const conditionHolds = ({ attribute, operator, value }: Condition, request: PolicyRequest): Answer => {
  const reported = Object.entries(request.attributes ?? {}).find(([name]) => name === attribute);
  if (reported === undefined) return 'who knows';
  const actual: unknown = reported[1];
  switch (operator) {
    case 'eq':
      return equal(actual, value);
    case 'ne':
      return opposite(equal(actual, value));
    case 'gt':
      return said(order(actual, value), (by) => by > 0);
    case 'lt':
      return said(order(actual, value), (by) => by < 0);
    case 'gte':
      return said(order(actual, value), (by) => by >= 0);
    case 'lte':
      return said(order(actual, value), (by) => by <= 0);
    case 'in':
      return among(actual, value as readonly unknown[]);
    case 'not_in':
      return opposite(among(actual, value as readonly unknown[]));
    case 'contains':
      return holds(actual, value as string);
    case 'not_contains':
      return opposite(holds(actual, value as string));
    case 'starts_with':
      return begins(actual, value as string);
    case 'not_starts_with':
      return opposite(begins(actual, value as string));
  }
};

const opposite = (answer: Answer): Answer =>
  ({ yes: 'no', no: 'yes', 'who knows': 'who knows' })[answer] as Answer;

const kindOf = (value: unknown): string => {
  if (typeof value === 'number') return Number.isNaN(value) ? 'nothing' : 'number';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  if (Array.isArray(value) && value.filter((entry) => typeof entry !== 'string').length === 0) return 'texts';
  return 'nothing';
};

const isScalar = (value: unknown): boolean => ['number', 'string', 'boolean'].includes(kindOf(value));

const equal = (actual: unknown, value: unknown): Answer => {
  if (!isScalar(actual) || kindOf(actual) !== kindOf(value)) return 'who knows';
  return actual === value ? 'yes' : 'no';
};

const order = (actual: unknown, value: unknown): number | undefined => {
  if (kindOf(actual) === 'number' && kindOf(value) === 'number') {
    if ((actual as number) < (value as number)) return -1;
    return (actual as number) > (value as number) ? 1 : 0;
  }
  if (kindOf(actual) === 'string' && kindOf(value) === 'string')
    return codePointOrder(actual as string, value as string);
  return undefined;
};

const said = (by: number | undefined, test: (by: number) => boolean): Answer => {
  if (by === undefined) return 'who knows';
  return test(by) ? 'yes' : 'no';
};

const among = (actual: unknown, list: readonly unknown[]): Answer => {
  const answers = list.map((entry) => equal(actual, entry));
  if (answers.includes('yes')) return 'yes';
  return answers.includes('no') ? 'no' : 'who knows';
};

const holds = (actual: unknown, part: string): Answer => {
  if (kindOf(actual) === 'texts') return (actual as string[]).some((entry) => entry === part) ? 'yes' : 'no';
  if (kindOf(actual) !== 'string') return 'who knows';
  for (let from = 0; from <= (actual as string).length; from += 1)
    if ((actual as string).slice(from, from + part.length) === part) return 'yes';
  return 'no';
};

const begins = (actual: unknown, start: string): Answer => {
  if (kindOf(actual) !== 'string') return 'who knows';
  return (actual as string).slice(0, start.length) === start ? 'yes' : 'no';
};

/** By Unicode code point, not by UTF-16 unit. */
const codePointOrder = (a: string, b: string): number => {
  const left = Array.from(a, (character) => character.codePointAt(0) as number);
  const right = Array.from(b, (character) => character.codePointAt(0) as number);
  for (let i = 0; i < left.length && i < right.length; i += 1)
    if (left[i] !== right[i]) return (left[i] as number) - (right[i] as number);
  return left.length - right.length;
};
