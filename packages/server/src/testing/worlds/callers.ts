import type { Ports } from '@govgate/application';
import type { RoleBinding } from '@govgate/domain';
import { groupOf, userOf } from '@govgate/domain/testing';
import { groupKind, roleBindingKind, serviceAccountKind, userKind } from '@govgate/ports';
import { importedBinding, putRecords, TENANT, tokenFor } from './world.js';

type Given = Pick<RoleBinding, 'role'> & Partial<RoleBinding>;

const CREATED_AT = '2026-01-01T00:00:00.000Z';

/** Creates a user of the tenant with roles, and returns their token. */
export const putUser = async (ports: Ports, userId: string, ...roles: readonly Given[]): Promise<string> => {
  await putRecords(ports, TENANT, [
    { kind: userKind, record: userOf(userId) },
    ...roles.map((given, i) =>
      givenRole({
        bindingId: `rb_${userId}_${i}`,
        subject: { subjectType: 'user', subjectId: userId },
        ...given,
      }),
    ),
  ]);
  return tokenFor(ports, { subjectId: userId });
};

/** Creates a service account of the tenant with roles, and returns a token of it without a known creator. */
export const putServiceAccount = async (
  ports: Ports,
  serviceAccountId: string,
  ...roles: readonly Given[]
): Promise<string> => {
  const subject = { subjectType: 'service_account', subjectId: serviceAccountId } as const;
  await putRecords(ports, TENANT, [
    {
      kind: serviceAccountKind,
      record: { serviceAccountId, tenantId: TENANT, displayName: serviceAccountId, disabledAt: null },
    },
    ...roles.map((given, i) => givenRole({ bindingId: `rb_sa_${serviceAccountId}_${i}`, subject, ...given })),
  ]);
  return tokenFor(ports, { subjectType: 'service_account', subjectId: serviceAccountId });
};

/** Creates a group of the tenant with roles. */
export const putGroup = (
  ports: Ports,
  groupId: string,
  members: readonly string[],
  ...roles: readonly Given[]
): Promise<void> =>
  putRecords(ports, TENANT, [
    { kind: groupKind, record: groupOf(groupId, { createdAt: CREATED_AT, members }) },
    ...roles.map((given, i) =>
      givenRole({
        bindingId: `rb_${groupId}_${i}`,
        subject: { subjectType: 'group', subjectId: groupId },
        ...given,
      }),
    ),
  ]);

const givenRole = (given: Parameters<typeof importedBinding>[0]) => ({
  kind: roleBindingKind,
  record: importedBinding(given),
});
