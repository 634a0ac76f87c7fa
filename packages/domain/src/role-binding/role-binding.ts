import type { GrantScope } from '../authorization/principal.js';
import type { Role } from '../authorization/roles.js';
import type { Instant } from '../instant.js';

export const ROLE_BINDING_SUBJECT_TYPES = ['user', 'group', 'service_account'] as const;
export type RoleBindingSubjectType = (typeof ROLE_BINDING_SUBJECT_TYPES)[number];

/** Who is granted a role. */
export interface RoleBindingSubject {
  readonly subjectType: RoleBindingSubjectType;
  readonly subjectId: string;
}

/** A caller's input when creating or previewing a role binding (docs/spec/authorization.md#role-bindings). */
export interface RoleBindingDraft {
  readonly tenantId: string;
  readonly role: Role;
  readonly subject: RoleBindingSubject;
  readonly scope: GrantScope;
  readonly reasonCode: string;
  readonly reason: string | null;
  /** Inclusive start; null: immediately. */
  readonly notBefore: Instant | null;
  /** Exclusive end; null: never. */
  readonly expiresAt: Instant | null;
}

/** One role granted to one subject in one scope. Its status follows from these fields and the clock. */
export interface RoleBinding extends RoleBindingDraft {
  readonly bindingId: string;
  readonly grantedBy: string;
  readonly createdAt: Instant;
  readonly disabledBy: string | null;
  readonly disabledAt: Instant | null;
  readonly disableReasonCode: string | null;
}

/** The record that a draft becomes. */
export const newRoleBinding = (
  draft: RoleBindingDraft,
  made: { readonly bindingId: string; readonly grantedBy: string; readonly now: Instant },
): RoleBinding => ({
  ...draft,
  bindingId: made.bindingId,
  grantedBy: made.grantedBy,
  createdAt: made.now,
  disabledBy: null,
  disabledAt: null,
  disableReasonCode: null,
});
