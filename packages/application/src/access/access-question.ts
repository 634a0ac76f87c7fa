import type { AttributeValue, PolicyAction, PolicyTarget } from '@govgate/domain';
import { POLICY_ACTIONS } from '@govgate/domain';

type Properties = Readonly<Record<string, unknown>>;

/** Who asks for access, what to and what for: the entities of the AuthZEN Authorization API 1.0, in its own spelling. */
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

/** A question as somebody sent it among others: any part may be missing or of another form. */
export type SentQuestion = { readonly [Part in keyof AccessQuestion]?: unknown };

/** The resource types that name a target of policies by two ids; every other type is an API source with its operations. */
const PAIRED = { mcp_tool: 'mcp_server', api_operation: 'api_source' } as const;

/** What a policy is asked about a resource and an action: nothing where they name nothing that a policy could be about. */
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

const isPolicyAction = (name: string): name is PolicyAction =>
  (POLICY_ACTIONS as readonly string[]).includes(name);

/**
 * What conditions look at: every property under the name of what it is a property of. Values stay what they are, so that one which no
 * condition can decide on makes its rule undecidable; the resource's own id is not to be overridden.
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

const put = (
  attributes: Record<string, unknown>,
  prefix: string,
  properties: Properties | undefined,
): void => {
  if (properties === undefined) return;
  for (const name of Object.keys(properties)) attributes[prefix + name] = properties[name];
};

/** A question with the parts that it leaves to the batch it came in; undefined where it stays incomplete. */
export const completed = (sent: SentQuestion, defaults: SentQuestion): AccessQuestion | undefined => {
  const subject = entityOf(sent.subject, defaults.subject);
  const resource = entityOf(sent.resource, defaults.resource);
  const action = actionOf(sent.action ?? defaults.action);
  const context = sent.context ?? defaults.context;
  if (subject === undefined || resource === undefined || action === undefined) return undefined;
  if (context !== undefined && !isProperties(context)) return undefined;
  return { subject, resource, action, ...(context === undefined ? {} : { context }) };
};

// An entity replaces the one it stands before as a whole; only its name is made up of both.
const entityOf = (sent: unknown, before: unknown): AccessEntity | undefined => {
  const own = sent ?? before;
  if (!isProperties(own)) return undefined;
  const defaults = isProperties(before) ? before : {};
  const { type = defaults.type, id = defaults.id, properties } = own;
  if (!isName(type) || !isName(id) || !(properties === undefined || isProperties(properties)))
    return undefined;
  return { type, id, ...(properties === undefined ? {} : { properties }) };
};

const actionOf = (sent: unknown): AccessAction | undefined => {
  if (!isProperties(sent) || !isName(sent.name)) return undefined;
  const { name, properties } = sent;
  if (properties !== undefined && !isProperties(properties)) return undefined;
  return { name, ...(properties === undefined ? {} : { properties }) };
};

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;

/** The longest type, id or name that a question may have. */
export const LONGEST_NAME = 512;

const isProperties = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
