import {
  type ApiToken,
  type ApiTokenSubjectType,
  decideRevokeApiToken,
  type Instant,
  ok,
  type Permission,
  type Result,
  refuse,
  type Secret,
} from '@govgate/domain';
import { apiTokenKind, type Stored, type Tenant } from '@govgate/ports';
import { SERVICE_ACCOUNTS, USERS } from '../accounts/account-type.js';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { limitsOf, mintApiToken } from './mint-api-token.js';

export interface CreateApiTokenInput {
  readonly tenantId: string;
  readonly subjectType: ApiTokenSubjectType;
  readonly subjectId: string;
  /** Null: the token has its bearer's full reach. */
  readonly environmentIds: readonly string[] | null;
  /** Permissions its grants are narrowed to; absent or null: no narrowing. */
  readonly permissions?: readonly Permission[] | null;
  /** The user who creates it, if known. For four eyes, whoever uses it counts as that user. */
  readonly madeBy?: string | null;
  readonly expiresAt: Instant | null;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'hash'>;

/** Attempts while others write the tenant's record. */
const TRIES = 20;

/**
 * Creates an API token for a user or service account; its text is returned once and only its hash is stored (decisions, section 2). It
 * writes the tenant's record, so that a concurrent disable of the bearer revokes it too.
 */
export const makeCreateApiToken =
  (deps: Deps, randomBytes: (count: number) => Uint8Array) =>
  async (input: CreateApiTokenInput): Promise<Result<Secret<string>>> => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const known = await checkBearer(deps, input);
      if (!known.ok) return known;
      const { record, text } = mintApiToken(
        { ...deps, randomBytes },
        { ...input, permissions: input.permissions ?? null, madeBy: input.madeBy ?? null, createdBy: 'cli' },
      );
      const event = tokenEvent(deps, record, {
        eventType: 'api_token.created',
        action: 'create',
        changedFields: limitsOf(record),
      });
      const outcome = await deps.unitOfWork.commit({
        changes: [touchGuard(known.value), { kind: apiTokenKind, record, expectedVersion: null }],
        audit: [event],
      });
      if (outcome.committed) return ok(text);
    }
    return refuse('conflict');
  };

/** Revokes a token by the id characters of its text, effective with the next call on every process. */
export const makeRevokeApiToken =
  (deps: Deps) =>
  async (tokenId: string): Promise<Result<'revoked' | 'revoked_before'>> => {
    const stored = await deps.records.get(apiTokenKind, { installation: true }, tokenId);
    if (stored === undefined) return refuse('not_found');
    const decided = decideRevokeApiToken(stored.record, { actorId: 'cli', now: deps.clock.now() });
    if (!decided.ok) return decided;
    if (decided.value.kind === 'no_change') return ok('revoked_before');
    const { record } = decided.value;
    const outcome = await deps.unitOfWork.commit({
      changes: [{ kind: apiTokenKind, record, expectedVersion: stored.version }],
      audit: [
        tokenEvent(deps, record, {
          eventType: 'api_token.revoked',
          action: 'revoke',
          changedFields: ['revokedAt'],
        }),
      ],
    });
    return outcome.committed ? ok('revoked') : refuse('conflict');
  };

interface TokenChange {
  readonly eventType: 'api_token.created' | 'api_token.revoked';
  readonly action: string;
  readonly changedFields: readonly string[];
}

const tokenEvent = (deps: Deps, token: ApiToken, { eventType, action, changedFields }: TokenChange) =>
  auditEventBy(deps, systemCaller('cli', token.tenantId, deps.ids.mint('request')), {
    eventType,
    action,
    environmentId: null,
    resourceId: token.tokenId,
    changedFields,
    relatedIds: [token.subjectId],
  });

const checkBearer = async (
  { records }: Deps,
  input: CreateApiTokenInput,
): Promise<Result<Stored<Tenant>>> => {
  const scope = { tenantId: input.tenantId };
  const guard = await readGuard(records, input.tenantId);
  if (guard === undefined) return refuse('unknown_reference', 'tenant');
  const unknown = input.environmentIds?.some((id) => !guard.record.environments.includes(id)) ?? false;
  if (unknown) return refuse('unknown_reference', 'environment');
  const { kind } = input.subjectType === 'user' ? USERS : SERVICE_ACCOUNTS;
  const bearer = await records.get(kind, scope, input.subjectId);
  return bearer === undefined || bearer.record.disabledAt !== null
    ? refuse('unknown_reference', 'subject')
    : ok(guard);
};
