import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { canonicalJson, type Json } from '@govgate/domain';
import type { Enforcer, GatewayDecision, GatewayRead, SessionDecision } from '@govgate/domain/gateway';
import { isObject, type RpcMessage } from './rpc-message.js';
import type { Session } from './sessions.js';
import { readTools } from './tool-list.js';

/** Records what was decided on a call or a read: names and reasons, and nothing of its arguments. */
export type LogDecision = (session: Session, toolId: string | null, decision: string) => void;

/** Asks the enforcer whether a client's message goes on. Gives the reason where it does not. */
export const makeGatekeeper = (enforcer: Enforcer, log: LogDecision) => {
  // Arguments take part in an approval by a digest alone, under a key that ends with the process: nobody can guess them by it.
  const key = randomBytes(32);
  const digestOf = (args: unknown): string =>
    createHmac('sha256', key)
      .update(canonicalJson((args ?? null) as Json))
      .digest('hex');

  const decideCall = async (
    session: Session,
    message: RpcMessage,
    headers: IncomingHttpHeaders,
  ): Promise<GatewayDecision> => {
    const toolName = message.params?.name as string;
    const decide = (): Promise<GatewayDecision> => {
      const definitionHash = session.definitionHashes.get(toolName);
      const argumentsDigest = digestOf(message.params?.arguments);
      return enforcer.decide({
        ...session.who,
        toolName,
        argumentsDigest,
        ...(definitionHash === undefined ? {} : { definitionHash }),
      });
    };
    let decision = await decide();
    if (!decision.allowed && decision.reasonCode === 'definition_unknown') {
      // The client calls what it has not listed here.
      await readTools(session, message, headers);
      decision = await decide();
    }
    // What the server says instead is read anew with the next call.
    if (!decision.allowed && decision.reasonCode === 'definition_differs')
      session.definitionHashes.delete(toolName);
    return decision;
  };

  const decideOn = async (
    session: Session,
    message: RpcMessage,
    headers: IncomingHttpHeaders,
  ): Promise<GatewayDecision | SessionDecision> => {
    if (message.method === 'tools/call') return decideCall(session, message, headers);
    const reads = readsIn(message);
    if (reads.length === 0) return enforcer.decideSession(session.id);
    let decision: GatewayDecision | undefined;
    for (const read of reads) {
      decision = await enforcer.decideRead({ ...session.who, ...read });
      if (!decision.allowed) break;
    }
    return decision as GatewayDecision;
  };

  return async (
    session: Session,
    message: RpcMessage,
    headers: IncomingHttpHeaders,
  ): Promise<string | undefined> => {
    const decision = await decideOn(session, message, headers);
    if (!decision.allowed) log(session, null, `denied ${decision.reasonCode}`);
    else if ('toolId' in decision) log(session, decision.toolId, decision.reasonCode);
    return decision.allowed ? undefined : decision.reasonCode;
  };
};
export type Gatekeeper = ReturnType<typeof makeGatekeeper>;

/** What a message reads, beside calling a tool. What it does not name the enforcer denies. */
const readsIn = ({ method, params }: RpcMessage): readonly Pick<GatewayRead, 'action' | 'name'>[] => {
  const { uri, name, ref, notifications } = params ?? {};
  switch (method) {
    case 'resources/read':
    case 'resources/subscribe':
      return [resource(uri)];
    case 'prompts/get':
      return [prompt(name)];
    case 'completion/complete':
      if (!isObject(ref)) return [resource(undefined)];
      return [ref.type === 'ref/prompt' ? prompt(ref.name) : resource(ref.uri)];
    case 'subscriptions/listen': {
      const subscribed = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
      if (subscribed === undefined) return [];
      return Array.isArray(subscribed) ? subscribed.map(resource) : [resource(undefined)];
    }
    default:
      return [];
  }
};

const resource = (uri: unknown) => ({ action: 'resource.read', name: uri as string }) as const;
const prompt = (name: unknown) => ({ action: 'prompt.get', name: name as string }) as const;
