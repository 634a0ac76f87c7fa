import { type ApiToken, isOwnToken, ok, type Permission, type Result, refuse } from '@govgate/domain';
import { apiTokenKind, type RecordStore, type Stored } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';

export interface NamedApiToken {
  readonly tenantId: string;
  readonly tokenId: string;
}

/** Tokens are found before it is known whose they are. */
export const INSTALLATION = { installation: true } as const;

/**
 * An API token as the caller may see it: their own always. To whoever may not see other people's one of theirs and one that is not
 * there answer alike (ADR 46).
 */
export const seenApiToken = async (
  records: RecordStore,
  context: CallContext,
  { tenantId, tokenId }: NamedApiToken,
  permission: Permission,
): Promise<Result<Stored<ApiToken>>> => {
  if (context.principal.tenantId !== tenantId) return refuse('not_found');
  const found = await records.get(apiTokenKind, INSTALLATION, tokenId);
  const stored = found?.record.tenantId === tenantId ? found : undefined;
  if (stored !== undefined && isOwnToken(context.principal, stored.record)) return ok(stored);
  const allowed = mayInTenant(context, permission, tenantId);
  if (!allowed.ok) return allowed;
  return stored === undefined ? refuse('not_found') : ok(stored);
};
