import type { AttributeValue, PolicyAction, PolicyTarget } from '@govgate/domain';
import { POLICY_ACTIONS } from '@govgate/domain';

type Properties = Readonly<Record<string, unknown>>;

/** Who asks for access to what, and for which action: the entities of the AuthZEN Authorization API 1.0, in its own spelling. */
export interface AccessEntity {
  readonly type: string;
  readonly id: string;
  readonly properties?: Properties | undefined;
}

export interface AccessAction {
  readonly name: string;
  readonly properties?: Properties | undefined;
}

/** One question to the decision point. */
export interface AccessQuestion {
  readonly subject: AccessEntity;
  readonly action: AccessAction;
  readonly resource: AccessEntity;
  readonly context?: Properties | undefined;
}

/** A question as sent in a batch: any part may be missing or malformed. */
export type SentQuestion = { readonly [Part in keyof AccessQuestion]?: unknown };

/** The resource types that identify a policy target by two ids; every other type is an API source with its operations. */
const PAIRED = { mcp_tool: 'mcp_server', api_operation: 'api_source' } as const;

/** The policy request for a resource and an action: nothing if they match no possible target. */
export const targetOf = (
  resource: Pick<AccessEntity, 'type' | 'id'>,
  action: string,
): { readonly target: PolicyTarget; readonly action: PolicyAction } | undefined => {
  const paired = Object.hasOwn(PAIRED, resource.type)
    ? PAIRED[resource.type as keyof typeof PAIRED]
    : undefined;
  if (paired === undefined)
    return {
      target: { kind: 'api_source', apiSourceId: resource.type, operationId: action },
      action: 'tool.invoke',
    };
  const at = resource.id.indexOf('/');
  if (at <= 0 || at === resource.id.length - 1) return undefined;
  const [whole, part] = [resource.id.slice(0, at), resource.id.slice(at + 1)];
  if (paired === 'api_source')
    return { target: { kind: paired, apiSourceId: whole, operationId: part }, action: 'tool.invoke' };
  return isPolicyAction(action)
    ? { target: { kind: paired, serverId: whole, toolId: part }, action }
    : undefined;
};

/**
 * Attributes for conditions: every property, prefixed with its owner. Values are kept as they are, so that one no condition can decide
 * makes its rule undecidable; the resource's own id cannot be overridden.
 */
export const attributesOf = ({
  subject,
  action,
  resource,
  context,
}: AccessQuestion): Readonly<Record<string, AttributeValue>> => {
  const attributes: Record<string, unknown> = {};
  put(attributes, 'subject.', subject.properties);
  put(attributes, 'action.', action.properties);
  put(attributes, 'context.', context);
  put(attributes, 'resource.', resource.properties);
  attributes['resource.id'] = resource.id;
  return attributes as Record<string, AttributeValue>;
};

/** Completes a question from its batch; undefined if it stays incomplete. */
export type Complete = (sent: SentQuestion) => AccessQuestion | undefined;

/** Prepares this for one batch: its defaults are read once and shared by all questions. */
export const completing = (defaults: SentQuestion): Complete => {
  const [ofSubject, ofResource] = [defaultsOf(defaults.subject), defaultsOf(defaults.resource)];
  const subjectBefore = entityOf(ofSubject, ofSubject);
  const resourceBefore = entityOf(ofResource, ofResource);
  const actionBefore = actionOf(defaults.action);
  return (sent) => {
    const subject = isLeftOut(sent.subject) ? subjectBefore : entityOf(sent.subject, ofSubject);
    const resource = isLeftOut(sent.resource) ? resourceBefore : entityOf(sent.resource, ofResource);
    const action = isLeftOut(sent.action) ? actionBefore : actionOf(sent.action);
    if (subject === undefined || resource === undefined || action === undefined) return undefined;
    const context = sent.context ?? defaults.context;
    if (context === undefined) return { subject, resource, action };
    return isProperties(context) ? { subject, resource, action, context } : undefined;
  };
};

const isLeftOut = (part: unknown): part is null | undefined => part === undefined || part === null;

const defaultsOf = (part: unknown): Properties => (isProperties(part) ? part : NOTHING);
const NOTHING: Properties = {};

// An entity replaces the default as a whole; only its type and id may come from either.
const entityOf = (sent: unknown, before: Properties): AccessEntity | undefined => {
  if (!isProperties(sent)) return undefined;
  const { type = before.type, id = before.id, properties } = sent;
  if (!isName(type) || !isName(id) || !(properties === undefined || isProperties(properties)))
    return undefined;
  return properties === undefined ? { type, id } : { type, id, properties };
};

const actionOf = (sent: unknown): AccessAction | undefined => {
  if (!isProperties(sent) || !isName(sent.name)) return undefined;
  const { name, properties } = sent;
  if (properties !== undefined && !isProperties(properties)) return undefined;
  return properties === undefined ? { name } : { name, properties };
};

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;

/** The longest type, id or name in a question. */
export const LONGEST_NAME = 512;

const isProperties = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPolicyAction = (name: string): name is PolicyAction =>
  (POLICY_ACTIONS as readonly string[]).includes(name);

const put = (
  attributes: Record<string, unknown>,
  prefix: string,
  properties: Properties | undefined,
): void => {
  if (properties === undefined) return;
  for (const name of Object.keys(properties)) attributes[prefix + name] = properties[name];
};
