import { addSeconds, type GrantScope, type Instant, type Role, type RoleBinding } from '@govgate/domain';
import {
  BREAK_GLASS_SECONDS,
  type GrantScopeFields,
  grantScopeFields,
  grantScopeOf,
  type RoleBindingSubject,
  roleBindingClasses,
} from '@govgate/domain/internal';
import { type AnyKind, groupKind, roleBindingKind, serviceAccountKind, userKind } from '@govgate/ports';
import { eachShown } from '../giving.js';
import type { Note } from '../problem.js';
import { defineSection, type Reference } from '../section.js';

export interface RoleBindingItem {
  readonly bindingId: string;
  readonly tenantId: string;
  readonly role: Role;
  readonly subject: RoleBindingSubject;
  readonly scope: Pick<GrantScopeFields, 'scopeType'> & {
    readonly [F in keyof GrantScopeFields]?: GrantScopeFields[F];
  };
  readonly reasonCode?: string;
  readonly reason?: string | null;
  readonly grantedBy?: string;
  readonly createdAt?: Instant | null;
  readonly notBefore?: Instant | null;
  readonly expiresAt?: Instant | null;
  readonly disabledBy?: string | null;
  readonly disabledAt?: Instant | null;
  readonly disableReasonCode?: string | null;
}

const SUBJECT_KINDS: Readonly<Record<RoleBindingSubject['subjectType'], AnyKind>> = {
  user: userKind,
  group: groupKind,
  service_account: serviceAccountKind,
};

/** Role bindings. Their `status` depends on the clock and is not part of a bundle. */
export const roleBindingsSection = defineSection<RoleBindingItem, RoleBinding>({
  eventType: 'role_binding.imported',
  kind: roleBindingKind,
  keyOf: ({ tenantId, bindingId }) => ({ tenantId, environmentId: null, id: bindingId }),
  take: (item, { now, before, note }) => {
    const createdAt = item.createdAt ?? before?.createdAt ?? now;
    const record: RoleBinding = {
      bindingId: item.bindingId,
      tenantId: item.tenantId,
      role: item.role,
      subject: { subjectType: item.subject.subjectType, subjectId: item.subject.subjectId },
      scope: scopeOf(item, note),
      reasonCode: item.reasonCode ?? 'imported',
      reason: item.reason ?? null,
      notBefore: item.notBefore ?? null,
      expiresAt: item.expiresAt ?? null,
      grantedBy: item.grantedBy ?? 'cli',
      createdAt,
      disabledBy: item.disabledBy ?? null,
      disabledAt: item.disabledAt ?? null,
      disableReasonCode: item.disableReasonCode ?? null,
    };
    checkWindow(record, note);
    return { record, references: referencesOf(record), auditEnvironmentId: environmentOf(record.scope) };
  },
  async *give(records) {
    for await (const binding of eachShown(records, roleBindingKind, roleBindingClasses))
      yield { ...binding, scope: grantScopeFields(binding.scope) };
  },
});

const scopeOf = ({ scope }: RoleBindingItem, note: Note): GrantScope => {
  const read = grantScopeOf(scope);
  if (read.ok) return read.value;
  note('inconsistent', ...(read.refusal.field ?? 'scope').split('.'));
  return { scopeType: 'tenant' };
};

const environmentOf = (scope: GrantScope): string | null =>
  scope.scopeType === 'tenant' ? null : scope.environmentId;

// The same time window as for a create, so that no bundle can make an emergency grant permanent.
const checkWindow = ({ role, createdAt, notBefore, expiresAt }: RoleBinding, note: Note): void => {
  if (expiresAt !== null && notBefore !== null && expiresAt <= notBefore) note('inconsistent', 'expiresAt');
  if (role !== 'break_glass_admin') return;
  if (expiresAt === null || expiresAt > addSeconds(createdAt, BREAK_GLASS_SECONDS))
    note('inconsistent', 'expiresAt');
};

const referencesOf = ({ tenantId, subject, scope }: RoleBinding): Reference[] => {
  const environmentId = environmentOf(scope);
  return [
    {
      field: ['subject', 'subjectId'],
      kind: SUBJECT_KINDS[subject.subjectType],
      key: { tenantId, environmentId: null, id: subject.subjectId },
    },
    ...(environmentId === null
      ? []
      : [{ field: ['scope', 'environmentId'], environment: { tenantId, id: environmentId } }]),
  ];
};
