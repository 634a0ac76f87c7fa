import { allowedActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import type { Instant } from '../instant.js';
import type { ApiToken } from './api-token.js';
import { apiTokenActions, apiTokenStatus } from './api-token.machine.js';
import { isOwnToEnd } from './token-reach.js';

/** What the caller may do with a token now; its owner may revoke it without any permission. Sorted. */
export const apiTokenAllowedActions = (principal: Principal, token: ApiToken, now: Instant): string[] => {
  const status = apiTokenStatus(token, now);
  const target = {
    tenantId: token.tenantId,
    environmentId: null,
    resourceId: token.tokenId,
    ownerTeam: null,
  };
  const allowed = allowedActions(apiTokenActions, { state: status, facts: {} }, mayOn(principal, target));
  const own = isOwnToEnd(principal, token) && status !== 'revoked' ? ['revoke'] : [];
  return [...new Set([...allowed, ...own])].sort();
};
