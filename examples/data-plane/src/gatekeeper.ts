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
      const definition = session.tools.get(toolName);
      const argumentsDigest = digestOf(message.params?.arguments);
      return enforcer.decide({
        ...session.who,
        toolName,
        argumentsDigest,
        ...(definition === undefined ? {} : { definition }),
      });
    };
    let decision = await decide();
    if (!decision.allowed && decision.reasonCode === 'definition_unknown') {
      // The client calls what it has not listed here.
      await readTools(session, message, headers);
      decision = await decide();
    }
    // What the server says instead is read anew with the next call.
    if (!decision.allowed && decision.reasonCode === 'definition_differs') session.tools.delete(toolName);
    return decision;
  };

  const decideOn = (
    session: Session,
    message: RpcMessage,
    headers: IncomingHttpHeaders,
  ): Promise<GatewayDecision | SessionDecision> => {
    if (message.method === 'tools/call') return decideCall(session, message, headers);
    const action = readIn(message);
    return action === undefined
      ? enforcer.decideSession(session.id)
      : enforcer.decideRead({ ...session.who, action });
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

/** What a message reads, beside calling a tool. */
const readIn = ({ method, params }: RpcMessage): GatewayRead['action'] | undefined => {
  const { ref, notifications } = params ?? {};
  switch (method) {
    case 'resources/read':
    case 'resources/subscribe':
      return 'resource.read';
    case 'prompts/get':
      return 'prompt.get';
    case 'completion/complete':
      return isObject(ref) && ref.type === 'ref/prompt' ? 'prompt.get' : 'resource.read';
    case 'subscriptions/listen':
      return isObject(notifications) && notifications.resourceSubscriptions !== undefined
        ? 'resource.read'
        : undefined;
    default:
      return undefined;
  }
};
