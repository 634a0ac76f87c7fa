import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ApiToken } from './api-token.js';
import { apiTokenMachine, apiTokenStatus } from './api-token.machine.js';

/** Revokes a token permanently; idempotent. */
export const decideRevokeApiToken = (
  token: ApiToken,
  request: { readonly actorId: string; readonly now: Instant },
): Result<Decided<ApiToken>> => {
  const status = apiTokenStatus(token, request.now);
  if (status === 'revoked') return ok(noChange(token));
  if (!step(apiTokenMachine, status, 'revoke', {}).moved) return refuse('invalid_state');
  return ok(moved(token, { ...token, revokedBy: request.actorId, revokedAt: request.now }));
};
