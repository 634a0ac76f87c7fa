import type { ProbeOutcome } from '@govgate/domain';
import type { EgressFailure } from '../egress/egress.js';
import type { JsonObject } from './json-rpc.js';
import type { McpReply } from './mcp-channel.js';

export type ProbeFailure = Exclude<ProbeOutcome, 'ok'>;

// The contract's list has no reset and no unreachable network: like a refused connection, no connection was established.
const BY_FAILURE: Readonly<Record<EgressFailure, ProbeFailure>> = {
  dns_error: 'dns_failed',
  connection_refused: 'connection_refused',
  connection_reset: 'connection_refused',
  network_error: 'connection_refused',
  timeout: 'timeout',
  tls_error: 'tls_failed',
  answer_invalid: 'handshake_invalid',
  redirect_blocked: 'http_3xx',
  ssrf_blocked: 'ssrf_blocked',
};

const BY_STATUS: Readonly<Record<number, ProbeFailure>> = {
  401: 'http_401',
  403: 'http_403',
  404: 'http_404',
};

/** Why a reply is a failure by its status alone; undefined if it is not. */
export const failureOfReply = (reply: McpReply): ProbeFailure | undefined => {
  if (!reply.answered) return BY_FAILURE[reply.failure];
  if (isSuccess(reply.status)) return undefined;
  return BY_STATUS[reply.status] ?? (reply.status >= 500 ? 'http_5xx' : 'handshake_invalid');
};

/** The result in a reply, or why there is none. */
export const resultOfReply = (reply: McpReply): JsonObject | ProbeFailure => {
  const response = reply.answered ? reply.response : undefined;
  const failure = failureOfReply(reply);
  // Servers send errors of JSON-RPC with several statuses; those of HTTP that say more come first.
  if (failure !== undefined && !(failure === 'handshake_invalid' && response?.kind === 'error'))
    return failure;
  if (response?.kind === 'error') return 'rpc_error';
  return response?.result ?? 'handshake_invalid';
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
