import type { Instant, RoleBinding } from '@govgate/domain';
import { type ActiveAdmin, subjectKey } from '@govgate/domain/internal';
import {
  groupKind,
  inForceFrom,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  userKind,
} from '@govgate/ports';

/** More security administrators than any tenant has. */
const MAX_ADMINS = 100_000;
/** Group members read at a time. */
const AT_ONCE = 50;
/** Enough holders to know whether somebody remains when one leaves. */
const ENOUGH = 2;

/**
 * Every security_admin binding of a tenant, current or future, held by somebody who can sign in: the basis of the rule of the last one. A
 * binding of a disabled user or of an empty group keeps nobody in place; members known only from tokens are not counted (ADR 46).
 */
export const securityAdmins = async (
  records: RecordStore,
  tenantId: string,
  now: Instant,
): Promise<readonly ActiveAdmin[]> => {
  const where = { is: { role: 'security_admin' }, range: inForceFrom(now) } as const;
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MAX_ADMINS });
  const bindings = page.items.map(({ record }) => record);
  const holding = await holdersOf(records, tenantId, bindings);
  return bindings.flatMap((binding) => {
    const holders = holding.get(keyOf(binding)) ?? [];
    return holders.length === 0 ? [] : [{ binding, holders }];
  });
};

const keyOf = ({ subject }: RoleBinding): string => subjectKey(subject.subjectType, subject.subjectId);

/** Holders by subject. */
const holdersOf = async (
  records: RecordStore,
  tenantId: string,
  bindings: readonly RoleBinding[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const idsOf = (type: RoleBinding['subject']['subjectType']): readonly string[] => [
    ...new Set(bindings.flatMap(({ subject }) => (subject.subjectType === type ? [subject.subjectId] : []))),
  ];
  const users = await enabledUsers(records, tenantId, idsOf('user'));
  const accounts = await records.getMany(serviceAccountKind, { tenantId }, idsOf('service_account'));
  const groups = await records.getMany(groupKind, { tenantId }, idsOf('group'));
  const holding = new Map<string, readonly string[]>();
  for (const id of users) holding.set(subjectKey('user', id), [subjectKey('user', id)]);
  for (const { record } of accounts)
    if (record.disabledAt === null) {
      const key = subjectKey('service_account', record.serviceAccountId);
      holding.set(key, [key]);
    }
  for (const { record } of groups)
    if (record.disabledAt === null)
      holding.set(
        subjectKey('group', record.groupId),
        await membersWhoStay(records, tenantId, record.members),
      );
  return holding;
};

const membersWhoStay = async (
  records: RecordStore,
  tenantId: string,
  members: readonly string[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let at = 0; at < members.length && found.length < ENOUGH; at += AT_ONCE)
    found.push(...(await enabledUsers(records, tenantId, members.slice(at, at + AT_ONCE))));
  return found.slice(0, ENOUGH).map((id) => subjectKey('user', id));
};

/** Whether one of several users can sign in. */
export const somebodyCanSignIn = async (
  records: RecordStore,
  tenantId: string,
  userIds: readonly string[],
): Promise<boolean> => (await membersWhoStay(records, tenantId, userIds)).length > 0;

const enabledUsers = async (
  records: RecordStore,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const stored = await records.getMany(userKind, { tenantId }, ids);
  return stored.filter(({ record }) => record.disabledAt === null).map(({ record }) => record.userId);
};
