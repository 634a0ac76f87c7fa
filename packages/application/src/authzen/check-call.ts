import { ok, type Result, refuse, type Scope } from '@govgate/domain';
import type { AccessEntity, AccessQuestion } from '../access/access-question.js';
import type { CheckedName } from '../call/checked-names.js';
import type { UseCase } from '../call/context.js';
import type { Settings } from '../call/ports.js';
import type { AccessAnswer } from './access-answer.js';
import { type AccessDeps, makeEvaluateAccess, mayEvaluate } from './evaluate-access.js';

/** A message of the Model Context Protocol, as far as it is decided on. */
export interface CheckedMessage {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

export interface CheckCallInput {
  readonly scope: Scope;
  /** A question in AuthZEN's form, or a message: whichever has its parts. */
  readonly request: {
    readonly [Part in keyof AccessQuestion | keyof CheckedMessage]?:
      | (AccessQuestion & CheckedMessage)[Part]
      | undefined;
  };
  /** What the call's header of a name says. */
  readonly named: (header: string) => string | undefined;
}

type Deps = AccessDeps & { readonly settings: Pick<Settings, 'checkHeaders'> };

/**
 * Decides a call for a gateway that knows allowed and denied only, from a question or from the message itself. Nothing of the message is
 * kept (docs/spec/authzen.md#check-by-status).
 */
export const makeCheckCall = (deps: Deps): UseCase<CheckCallInput, AccessAnswer> => {
  const evaluate = makeEvaluateAccess(deps);
  return async (context, { scope, request, named }) => {
    const { method, params, subject, action, resource } = request;
    if (method === undefined) {
      if (subject === undefined || action === undefined || resource === undefined)
        return refuse('invalid_request', 'method');
      return evaluate(context, { scope, question: { subject, action, resource, context: request.context } });
    }
    const allowed = mayEvaluate(context, scope);
    if (!allowed.ok) return allowed;
    const name = (one: CheckedName) => named(deps.settings.checkHeaders[one]);
    const subjects = subjectsOf(name);
    if (subjects.length === 0) return ok(denial('subject_unknown'));
    if (PROTOCOL_METHODS.has(method)) return ok(permit('protocol_message'));
    const target = targetOf({ method, params }, name('server'));
    if (target === undefined) return ok(denial('target_unknown'));
    return everyOne(subjects, (subject) => evaluate(context, { scope, question: { subject, ...target } }));
  };
};

/** A session knows its user and agent; without one, whoever is named must be allowed. */
const subjectsOf = (name: (one: CheckedName) => string | undefined): readonly AccessEntity[] => {
  const session = name('session');
  if (session !== undefined) return [{ type: 'client_session', id: session }];
  return (['user', 'agent'] as const).flatMap((type) => {
    const id = name(type);
    return id === undefined ? [] : [{ type, id }];
  });
};

const everyOne = async (
  subjects: readonly AccessEntity[],
  evaluate: (subject: AccessEntity) => Promise<Result<AccessAnswer>>,
): Promise<Result<AccessAnswer>> => {
  let answer: Result<AccessAnswer> = ok(denial('subject_unknown'));
  for (const subject of subjects) {
    answer = await evaluate(subject);
    if (!answer.ok || !answer.value.decision) return answer;
  }
  return answer;
};

/** Messages that use nothing of a server: they begin and end a connection, or list what there is. */
const PROTOCOL_METHODS: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'ping',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);

/** What a method uses: the action, the type of resource, and the parameter that names it. */
const USES: Readonly<Record<string, readonly [action: string, type: string, parameter: string]>> = {
  'tools/call': ['tool.invoke', 'mcp_tool', 'name'],
  'resources/read': ['resource.read', 'mcp_resource', 'uri'],
  'prompts/get': ['prompt.get', 'mcp_prompt', 'name'],
};

// A method that nobody knows here is denied: it may use anything.
const targetOf = (
  { method, params = {} }: CheckedMessage,
  server: string | undefined,
): Pick<AccessQuestion, 'action' | 'resource' | 'context'> | undefined => {
  const use = Object.hasOwn(USES, method) ? USES[method] : undefined;
  if (use === undefined || server === undefined || server.includes('/')) return undefined;
  const [action, type, parameter] = use;
  const { [parameter]: name, arguments: given = {} } = params;
  if (typeof name !== 'string' || typeof given !== 'object' || given === null) return undefined;
  return {
    action: { name: action },
    resource: { type, id: `${server}/${name}` },
    context: { arguments: given },
  };
};

const answerBecause = (decision: boolean, reasonCode: string): AccessAnswer => ({
  decision,
  context: {
    reasonCode,
    policyVersion: null,
    manifestHash: null,
    decidedBy: [],
    ...(decision ? {} : { reason: reasonCode }),
  },
});

const denial = (reasonCode: string): AccessAnswer => answerBecause(false, reasonCode);
const permit = (reasonCode: string): AccessAnswer => answerBecause(true, reasonCode);
