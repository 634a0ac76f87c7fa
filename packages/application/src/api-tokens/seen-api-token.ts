import { type ApiToken, ok, type Permission, type Result, refuse } from '@govgate/domain';
import { isOwnToEnd } from '@govgate/domain/internal';
import { apiTokenKind, type RecordStore, type Stored } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';

export interface NamedApiToken {
  readonly tenantId: string;
  readonly tokenId: string;
}

/** Tokens are loaded before their bearer is known. */
export const INSTALLATION = { installation: true } as const;

interface TokenAccess {
  readonly named: NamedApiToken;
  readonly permission: Permission;
}

/**
 * An API token as visible to the caller: always their own, and to a narrowed token itself alone. For callers who may not see others' tokens, another's token and an absent one
 * are indistinguishable (ADR 46).
 */
export const seenApiToken = async (
  records: RecordStore,
  context: CallContext,
  { named: { tenantId, tokenId }, permission }: TokenAccess,
): Promise<Result<Stored<ApiToken>>> => {
  if (context.principal.tenantId !== tenantId) return refuse('not_found');
  const found = await records.get(apiTokenKind, INSTALLATION, tokenId);
  const stored = found?.record.tenantId === tenantId ? found : undefined;
  if (stored !== undefined && isOwnToEnd(context.principal, stored.record)) return ok(stored);
  const allowed = mayInTenant(context, permission, tenantId);
  if (!allowed.ok) return allowed;
  return stored === undefined ? refuse('not_found') : ok(stored);
};
