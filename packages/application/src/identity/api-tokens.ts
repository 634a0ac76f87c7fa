import {
  API_TOKEN_ID_LENGTH,
  API_TOKEN_SECRET_LENGTH,
  type ApiToken,
  type ApiTokenSubjectType,
  decideRevokeApiToken,
  formatApiToken,
  type Instant,
  ok,
  type Permission,
  type Result,
  refuse,
  Secret,
  tokenCharacters,
} from '@govgate/domain';
import { apiTokenKind, serviceAccountKind, tenantKind, userKind } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';

export interface CreateApiTokenInput {
  readonly tenantId: string;
  readonly subjectType: ApiTokenSubjectType;
  readonly subjectId: string;
  /** Null: the token reaches all that its bearer reaches. */
  readonly environmentIds: readonly string[] | null;
  /** Permissions that its grants are narrowed to; absent or null: none is taken away. */
  readonly permissions?: readonly Permission[] | null;
  /** The user who makes it, where one is known. Who acts by it counts as them where four eyes are wanted. */
  readonly madeBy?: string | null;
  readonly expiresAt: Instant | null;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'hash'>;

/** Makes an API token for a user or service account; its text is given once and only its hash is kept (decisions, section 2). */
export const makeCreateApiToken =
  (deps: Deps, randomBytes: (count: number) => Uint8Array) =>
  async (input: CreateApiTokenInput): Promise<Result<Secret<string>>> => {
    const known = await checkBearer(deps, input);
    if (!known.ok) return known;
    const tokenId = tokenCharacters(randomBytes(API_TOKEN_ID_LENGTH + 8), API_TOKEN_ID_LENGTH);
    const text = formatApiToken(
      tokenId,
      tokenCharacters(randomBytes(API_TOKEN_SECRET_LENGTH + 8), API_TOKEN_SECRET_LENGTH),
    );
    const record: ApiToken = {
      tokenId,
      ...input,
      permissions: input.permissions ?? null,
      madeBy: input.madeBy ?? null,
      secretHash: deps.hash(text),
      createdBy: 'cli',
      createdAt: deps.clock.now(),
      revokedBy: null,
      revokedAt: null,
    };
    const event = tokenEvent(deps, record, 'api_token.created', 'create', limitsOf(record));
    const outcome = await deps.unitOfWork.commit({
      changes: [{ kind: apiTokenKind, record, expectedVersion: null }],
      audit: [event],
    });
    return outcome.committed ? ok(new Secret(text)) : refuse('conflict');
  };

const checkBearer = async ({ records }: Deps, input: CreateApiTokenInput): Promise<Result<undefined>> => {
  const scope = { tenantId: input.tenantId };
  const tenant = (await records.get(tenantKind, scope, input.tenantId))?.record;
  if (tenant === undefined) return refuse('unknown_reference', 'tenant');
  const unknown = input.environmentIds?.some((id) => !tenant.environments.includes(id)) ?? false;
  if (unknown) return refuse('unknown_reference', 'environment');
  const bearer =
    input.subjectType === 'user'
      ? await records.get(userKind, scope, input.subjectId)
      : await records.get(serviceAccountKind, scope, input.subjectId);
  return bearer === undefined || bearer.record.disabledAt !== null
    ? refuse('unknown_reference', 'subject')
    : ok(undefined);
};

/** Revokes a token by the id characters of its text; it stops counting with the next call on every process. */
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
      audit: [tokenEvent(deps, record, 'api_token.revoked', 'revoke', ['revokedAt'])],
    });
    return outcome.committed ? ok('revoked') : refuse('conflict');
  };

const tokenEvent = (
  deps: Deps,
  token: ApiToken,
  eventType: 'api_token.created' | 'api_token.revoked',
  action: string,
  changedFields: readonly string[],
) =>
  auditEventBy(deps, systemCaller('cli', token.tenantId, deps.ids.mint('request')), {
    eventType,
    action,
    environmentId: null,
    resourceId: token.tokenId,
    changedFields,
    relatedIds: [token.subjectId],
  });

/** What a token is limited by: one that names no end has none. */
const limitsOf = (token: ApiToken): readonly string[] =>
  (['environmentIds', 'expiresAt', 'permissions'] as const).filter(
    (field) => (token[field] ?? null) !== null,
  );
