import {
  type ActorType,
  type AuthMethod,
  compareText,
  type Instant,
  ok,
  type Permission,
  type Principal,
} from '@govgate/domain';
import { effectiveGrants, subjectKeys } from '@govgate/domain/internal';
import {
  apiTokenKind,
  bearerKey,
  inForceFrom,
  roleBindingKind,
  serviceAccountKind,
  type Tenant,
  tenantKind,
  userKind,
} from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { groupsOfClaims, groupsOfUser } from './groups-of-users.js';
import { type Authenticated, refuseToken } from './refuse-token.js';

/** A verified credential's statements about its bearer. */
export interface Bearer {
  readonly tenantId: string;
  readonly subjectId: string;
  /** Undefined: a JWT does not say whether its subject is a person. */
  readonly subjectType: ActorType | undefined;
  readonly authMethod: AuthMethod;
  /** Groups as the token names them: those with such an external id are added to the joined ones. */
  readonly groups: readonly string[];
  /** Environments the token is narrowed to; undefined: not narrowed. */
  readonly environments: readonly string[] | undefined;
  /** Permissions the token is narrowed to; null: not narrowed. */
  readonly permissions: readonly Permission[] | null;
  /** The API token's id; null for a JWT. */
  readonly tokenId: string | null;
  /** The users behind the token's creator. */
  readonly madeBy: readonly string[];
  readonly expiresAt: Instant | null;
}

/** A caller, and the next time at which the clock alone changes their permissions. */
export interface ResolvedPrincipal {
  readonly principal: Principal;
  readonly changesAt: Instant | null;
}

interface Subject {
  readonly subjectType: ActorType;
  readonly displayName: string;
}

/** More bindings in force than anybody has. Beyond it a caller is refused rather than judged by a part of their grants. */
const MAX_BINDINGS = 100_000;

/** Determines who a bearer is and what they may do now. An unknown or disabled subject is no caller (401). */
export const resolvePrincipal = async (
  { records, clock }: Pick<Ports, 'records' | 'clock'>,
  bearer: Bearer,
): Promise<Authenticated<ResolvedPrincipal>> => {
  const scope = { tenantId: bearer.tenantId };
  const tenant = await records.get(tenantKind, scope, bearer.tenantId);
  if (tenant === undefined) return refuseToken('tenant_unknown');
  const subject = await findSubject(records, bearer);
  if (typeof subject === 'string') return refuseToken(subject);
  const { subjectType } = subject;
  const groups = await groupsOf(records, bearer, subjectType);
  const subjects = subjectKeys(subjectType, bearer.subjectId, groups);
  const now = clock.now();
  const bindings = await records.page(roleBindingKind, scope, {
    where: { is: { subject: subjects }, range: inForceFrom(now) },
    limit: MAX_BINDINGS,
  });
  if (bindings.more) return refuseToken('too_many_bindings');
  const { grants, changesAt } = effectiveGrants(
    bindings.items.map(({ record }) => record),
    { actorType: subjectType, actorId: bearer.subjectId, groups },
    now,
  );
  const persons = await personsBehind(records, { bearer, subjectType, now });
  const principal = principalOf(bearer, tenant.record, { ...subject, groups, grants, persons });
  return ok({ principal, changesAt });
};

const principalOf = (
  bearer: Bearer,
  { environments }: Pick<Tenant, 'environments'>,
  { subjectType, displayName, ...held }: Subject & Pick<Principal, 'groups' | 'grants' | 'persons'>,
): Principal => ({
  actorId: bearer.subjectId,
  actorType: subjectType,
  displayName,
  tenantId: bearer.tenantId,
  authMethod: bearer.authMethod,
  environmentIds: environments.filter((id) => bearer.environments?.includes(id) ?? true),
  narrowed: bearer.environments !== undefined,
  tokenExpiresAt: bearer.expiresAt,
  permissions: bearer.permissions,
  tokenId: bearer.tokenId,
  ...held,
});

const personsBehind = async (
  records: Ports['records'],
  request: { readonly bearer: Bearer; readonly subjectType: ActorType; readonly now: Instant },
): Promise<readonly string[]> => {
  const { bearer, subjectType, now } = request;
  const { subjectId, madeBy } = bearer;
  if (subjectType === 'user') return sorted([subjectId, ...madeBy]);
  return sorted([...madeBy, ...(await personsOfAccount(records, bearer, now))]);
};

/** The users behind a service account. */
export const personsOfAccount = async (
  records: Ports['records'],
  { tenantId, subjectId }: Pick<Bearer, 'tenantId' | 'subjectId'>,
  now: Instant,
): Promise<readonly string[]> => {
  // Whoever has a token of a service account can act as it, so its JWT and each of its tokens stand for all of them.
  const where = {
    is: { bearer: bearerKey(tenantId, 'service_account', subjectId) },
    range: inForceFrom(now),
  };
  const tokens = await records.page(apiTokenKind, { installation: true }, { where, limit: MAX_BINDINGS });
  return sorted(tokens.items.flatMap(({ record }) => record.madeBy));
};

const sorted = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort(compareText);

const findSubject = async (
  records: Ports['records'],
  bearer: Bearer,
): Promise<Subject | 'subject_unknown' | 'subject_disabled'> => {
  const scope = { tenantId: bearer.tenantId };
  if (bearer.subjectType !== 'service_account') {
    const user = (await records.get(userKind, scope, bearer.subjectId))?.record;
    if (user !== undefined)
      return user.disabledAt === null
        ? { subjectType: 'user', displayName: user.displayName }
        : 'subject_disabled';
  }
  if (bearer.subjectType === 'user') return 'subject_unknown';
  const account = (await records.get(serviceAccountKind, scope, bearer.subjectId))?.record;
  if (account === undefined) return 'subject_unknown';
  if (account.disabledAt !== null) return 'subject_disabled';
  return { subjectType: 'service_account', displayName: account.displayName };
};

const groupsOf = async (
  records: Ports['records'],
  { tenantId, subjectId, groups: claimed }: Bearer,
  actorType: ActorType,
): Promise<readonly string[]> => {
  // Only users are members of groups, whatever a group lists and a token claims.
  if (actorType !== 'user') return [];
  const [joined, named] = await Promise.all([
    groupsOfUser(records, { tenantId, userId: subjectId }),
    groupsOfClaims(records, tenantId, claimed),
  ]);
  return sorted([...joined, ...named]);
};
