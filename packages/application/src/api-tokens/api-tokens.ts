import {
  type ApiToken,
  addSeconds,
  type Instant,
  ok,
  type Permission,
  type Result,
  refuse,
  type Secret,
} from '@govgate/domain';
import { type ApiTokenSubjectType, TOKEN_SECONDS } from '@govgate/domain/internal';
import { apiTokenKind, type Stored, type Tenant } from '@govgate/ports';
import { SERVICE_ACCOUNTS, USERS } from '../accounts/account-type.js';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { Ports } from '../call/ports.js';
import { operator } from '../identity/operator.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { limitsOf, mintApiToken } from './mint-api-token.js';
import { INSTALLATION } from './seen-api-token.js';
import { makeWithdrawApiToken } from './withdraw-api-token.js';

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
  /** Undefined: as long as a token lasts by default; null: never. */
  readonly expiresAt?: Instant | null | undefined;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'hash'>;

/** Attempts while others write the tenant's record. */
const TRIES = 20;

/**
 * Creates an API token for a user or service account; its text is returned once and only its hash is stored (docs/spec/identity.md#authentication). It
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
        {
          ...input,
          permissions: input.permissions ?? null,
          madeBy: [input.madeBy ?? []].flat(),
          ancestors: [],
          expiresAt:
            input.expiresAt === undefined ? addSeconds(deps.clock.now(), TOKEN_SECONDS) : input.expiresAt,
          createdBy: 'cli',
        },
      );
      const outcome = await deps.unitOfWork.commit({
        changes: [touchGuard(known.value), { kind: apiTokenKind, record, expectedVersion: null }],
        audit: [createdEvent(deps, record)],
      });
      if (outcome.committed) return ok(text);
    }
    return refuse('conflict');
  };

/** Revokes a token by the id characters of its text, and what was made with it, effective with the next call on every process. */
export const makeRevokeApiToken =
  (deps: ChangeDeps) =>
  async (tokenId: string): Promise<Result<'revoked' | 'revoked_before'>> => {
    const token = (await deps.records.get(apiTokenKind, INSTALLATION, tokenId))?.record;
    if (token === undefined) return refuse('not_found');
    const tenant = await readGuard(deps.records, token.tenantId);
    if (tenant === undefined) return refuse('not_found');
    const requestId = deps.ids.mint('request');
    const context = { ...operator(tenant.record), requestId, correlationId: null };
    const request = { tenantId: token.tenantId, tokenId, reasonCode: 'requested' };
    const done = await makeWithdrawApiToken(deps)(context, request);
    if (!done.ok) return done;
    return ok(token.revokedAt === null ? 'revoked' : 'revoked_before');
  };

const createdEvent = (deps: Deps, token: ApiToken) =>
  auditEventBy(deps, systemCaller('cli', token.tenantId, deps.ids.mint('request')), {
    eventType: 'api_token.created',
    action: 'create',
    environmentId: null,
    resourceId: token.tokenId,
    changedFields: limitsOf(token),
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
