import {
  compareText,
  type Group,
  type Json,
  ok,
  type Permission,
  type Principal,
  type Result,
  ROLES,
  refuse,
} from '@govgate/domain';
import {
  type ExplainedGrant,
  explainAccess,
  holdsInScope,
  type RoleBindingSubject,
  roleHolds,
  subjectKey,
} from '@govgate/domain/internal';
import {
  groupKind,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  tenantKind,
  userKind,
  withStatus,
} from '@govgate/ports';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type ExplainedGrantView, grantView } from './explain-access.js';
import { consideredGrant } from './explained-subject.js';
import { type AccessQuery, type NamedResource, requestedAbout } from './requested-about.js';

export interface WhoCanInput extends NamedResource {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Somebody who holds a permission, and by which grants. */
export interface HolderView {
  readonly subject: RoleBindingSubject;
  readonly displayName: string;
  /** At most a hundred. */
  readonly grants: readonly ExplainedGrantView[];
  readonly grantCount: number;
}

export interface WhoCanView extends ListPage<HolderView> {
  readonly tenantId: string;
  readonly environmentId: string | null;
  readonly permission: Permission;
  /** Groups that grant it and have external ids: whoever's token names one of these holds it too, and only the issuer knows who that is. */
  readonly tokenGroupIds: readonly string[];
}

type Deps = Pick<Ports, 'records' | 'clock' | 'pageTokens'>;

/** More bindings than any permission has. */
const MANY = 100_000;
/** Limit of lists in answers (docs/spec/conventions.md). */
const MOST_GRANTS = 100;
/** Members of all groups in question together; beyond that an answer would take too long. */
const MOST_MEMBERS = 100_000;
/** Accounts read at a time. */
const AT_ONCE = 500;

/** Lists everybody who holds a permission, in a scope or on a record, by the same functions that decide and explain. */
export const makeWhoCan = (deps: Deps): UseCase<WhoCanInput, WhoCanView> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { limit, cursor, ...named }) => {
    const request = await admit(deps, context, named);
    if (!request.ok) return request;
    const question = questionOf(named, request.value);
    const place = tokens.read(question, cursor, 'cursor');
    if (!place.ok) return place;
    const found = await holdersOf(deps, named, request.value);
    if (!found.ok) return found;
    const { holders, tokenGroupIds } = found.value;
    const after = place.value === undefined ? '' : String(place.value.value);
    const rest = holders.filter(({ key }) => compareText(key, after) > 0);
    const shown = rest.slice(0, limit);
    const last = rest.length > limit ? shown.at(-1) : undefined;
    const next =
      last === undefined ? {} : { nextCursor: tokens.write(question, { value: last.key, id: last.key }) };
    return ok({
      schemaVersion: '1.0',
      tenantId: named.tenantId,
      environmentId: request.value.environmentId,
      permission: named.permission,
      tokenGroupIds,
      items: shown.map(holderView),
      page: { limit, totalCount: holders.length, ...next },
    });
  };
};

const admit = async (
  { records }: Deps,
  context: CallContext,
  named: NamedResource,
): Promise<Result<AccessQuery>> => {
  const { principal } = context;
  if (principal.tenantId !== named.tenantId) return refuse('scope_forbidden');
  if (!mayAsk(principal)) return refuse('permission_denied');
  const request = await requestedAbout(records, context, named);
  return request.ok && !request.value.isReadable ? refuse('permission_denied') : request;
};

const mayAsk = (principal: Principal): boolean =>
  (['role_binding.read', 'local_identity.read'] as const).every((permission) =>
    holdsInScope(principal, permission, { scopeType: 'tenant' }),
  );

const questionOf = (named: NamedResource, { environmentId }: AccessQuery): ListQuestion => {
  const { permission, resourceId = null, ownerTeam = null } = named;
  const filters: Readonly<Record<string, Json>> = { permission, resourceId, ownerTeam };
  return {
    list: 'who_can',
    tenantId: named.tenantId,
    environmentId: environmentId ?? '',
    filters,
    sort: 'subject',
  };
};

interface Holder {
  readonly key: string;
  readonly subject: RoleBindingSubject;
  readonly displayName: string;
  readonly grants: readonly ExplainedGrant[];
}

interface Holders {
  /** By key. */
  readonly holders: readonly Holder[];
  readonly tokenGroupIds: readonly string[];
}

/** Grants by the key of their subject. */
type GrantsBySubject = ReadonlyMap<string, readonly ExplainedGrant[]>;

const holdersOf = async (
  deps: Deps,
  named: NamedResource,
  request: AccessQuery,
): Promise<Result<Holders>> => {
  const { records } = deps;
  const { tenantId } = named;
  const bySubject = await grantsBySubject(deps, named, request);
  const groups = (await records.getMany(groupKind, { tenantId }, idsOf(bySubject, 'group')))
    .map(({ record }) => record)
    .filter(({ disabledAt }) => disabledAt === null);
  if (groups.reduce((sum, { members }) => sum + members.length, 0) > MOST_MEMBERS)
    return refuse('limit_exceeded');
  const byUser = groupsByMember(groups);
  const userIds = [...new Set([...idsOf(bySubject, 'user'), ...byUser.keys()])];
  const users = await enabled(records, tenantId, { kind: userKind, ids: userIds });
  const accounts = await enabled(records, tenantId, {
    kind: serviceAccountKind,
    ids: idsOf(bySubject, 'service_account'),
  });
  const holders = [
    ...users.map(({ id, displayName }) => ({
      subject: { subjectType: 'user', subjectId: id } as const,
      displayName,
    })),
    ...accounts.map(({ id, displayName }) => ({
      subject: { subjectType: 'service_account', subjectId: id } as const,
      displayName,
    })),
  ].map(({ subject, displayName }) => {
    const key = subjectKey(subject.subjectType, subject.subjectId);
    const groupKeys = subject.subjectType === 'user' ? (byUser.get(subject.subjectId) ?? []) : [];
    const grants = [key, ...groupKeys].flatMap((from) => bySubject.get(from) ?? []);
    return { key, subject, displayName, grants };
  });
  return ok({
    holders: holders.sort((a, b) => compareText(a.key, b.key)),
    tokenGroupIds: groups.flatMap(({ groupId, externalIds }) => (externalIds.length > 0 ? [groupId] : [])),
  });
};

const grantsBySubject = async (
  { records, clock }: Deps,
  { tenantId, permission }: NamedResource,
  { question }: AccessQuery,
): Promise<GrantsBySubject> => {
  const now = clock.now();
  const { is, range } = withStatus('active', now);
  const byName = question.approverRole;
  const role = ROLES.filter((one) => roleHolds(one, permission) || one === byName);
  const where = { is: { ...is, role }, ...(range === undefined ? {} : { range }) };
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MANY });
  const tenant = await records.get(tenantKind, { tenantId }, tenantId);
  const environmentIds = tenant?.record.environments ?? [];
  const holder = { environmentIds, narrowed: false, permissions: null };
  const found = new Map<string, ExplainedGrant[]>();
  for (const { record } of page.items) {
    const { grants } = explainAccess(holder, question, [consideredGrant(record, new Set(), now)]);
    const key = subjectKey(record.subject.subjectType, record.subject.subjectId);
    const giving = grants.filter(gives);
    if (giving.length > 0) found.set(key, [...(found.get(key) ?? []), ...giving]);
  }
  return found;
};

// A grant for a team or for one record gives the permission on that.
const gives = ({ gap }: ExplainedGrant): boolean =>
  gap === null || gap === 'only_one_team' || gap === 'only_one_resource';

const idsOf = (bySubject: GrantsBySubject, type: RoleBindingSubject['subjectType']): readonly string[] => {
  const prefix = subjectKey(type, '');
  return [...bySubject.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
};

/** The keys of the groups that each user is in. */
const groupsByMember = (groups: readonly Group[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { groupId, members } of groups)
    for (const userId of members) {
      const keys = found.get(userId);
      if (keys === undefined) found.set(userId, [subjectKey('group', groupId)]);
      else keys.push(subjectKey('group', groupId));
    }
  return found;
};

interface Accounts {
  readonly kind: typeof userKind | typeof serviceAccountKind;
  readonly ids: readonly string[];
}

const enabled = async (
  records: RecordStore,
  tenantId: string,
  { kind, ids }: Accounts,
): Promise<readonly { readonly id: string; readonly displayName: string }[]> => {
  const found: { id: string; displayName: string }[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const { record } of await records.getMany(kind, { tenantId }, ids.slice(at, at + AT_ONCE)))
      if (record.disabledAt === null)
        found.push({
          id: 'userId' in record ? record.userId : record.serviceAccountId,
          displayName: record.displayName,
        });
  return found;
};

const holderView = ({ subject, displayName, grants }: Holder): HolderView => ({
  subject,
  displayName,
  grants: grants.slice(0, MOST_GRANTS).map(grantView),
  grantCount: grants.length,
});
