import type { Enforcer } from '@govgate/domain/gateway';
import { isObject, type RpcMessage } from './rpc-message.js';
import type { Session } from './sessions.js';
import { withoutHidden } from './tool-list.js';
import type { Look } from './upstream.js';

/** `UnsupportedProtocolVersion`, from revision 2026-07-28 on. */
const UNSUPPORTED_VERSION = -32022;

/** Looks at what a session's server says before its client hears it. What is no message of JSON-RPC does not go on. */
export const makeLook =
  (enforcer: Enforcer) =>
  (session: Session): Look =>
  async (json, request) => {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value)) throw new Error('the server sent a batch, which no supported revision has');
    const said: RpcMessage = isObject(value) ? value : {};
    if (said.method === 'notifications/tools/list_changed') session.definitionHashes.clear();
    if (request !== undefined && refusesRevision(said, request))
      console.error(
        `${session.serverId}: speaks no revision that the client speaks (${revisionIn(request)})`,
      );
    return withoutHidden(enforcer, session, { json, said, request });
  };

const refusesRevision = ({ error }: RpcMessage, { method }: RpcMessage): boolean =>
  error?.code === UNSUPPORTED_VERSION || (error !== undefined && method === 'initialize');

const revisionIn = ({ params }: RpcMessage): string => {
  const meta = isObject(params?._meta) ? params._meta : {};
  const revision = params?.protocolVersion ?? meta['io.modelcontextprotocol/protocolVersion'];
  return typeof revision === 'string' && /^\d{4}-\d\d-\d\d$/.test(revision) ? revision : 'unnamed';
};
