import { defineActions } from '../authorization/allowed-actions.js';
import type { Instant } from '../instant.js';
import { defineMachine } from '../machine/machine.js';
import type { ApiToken } from './api-token.js';

export const API_TOKEN_STATUSES = ['active', 'expired', 'revoked'] as const;
export type ApiTokenStatus = (typeof API_TOKEN_STATUSES)[number];

/** A token's life cycle; `expire` is driven by the clock. */
export const apiTokenMachine = defineMachine({
  name: 'api_token',
  states: API_TOKEN_STATUSES,
  initial: ['active'],
  final: ['revoked'],
  triggers: ['expire', 'revoke'],
  guards: [],
  rows: [
    { from: 'active', on: 'expire', to: 'expired' },
    { from: 'active', on: 'revoke', to: 'revoked' },
    { from: 'expired', on: 'revoke', to: 'revoked' },
  ],
});

/** The verbs of a token. */
export const apiTokenActions = defineActions(apiTokenMachine, [
  { action: 'read', permission: 'local_identity.read' },
  { action: 'revoke', permission: 'local_identity.manage', trigger: 'revoke' },
]);

/** The status at a given time: revoked takes precedence, then [createdAt, expiresAt). */
export const apiTokenStatus = (
  token: Pick<ApiToken, 'revokedAt' | 'expiresAt'>,
  now: Instant,
): ApiTokenStatus => {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && token.expiresAt <= now ? 'expired' : 'active';
};
