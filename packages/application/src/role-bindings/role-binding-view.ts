import type { Instant, RoleBinding } from '@govgate/domain';
import {
  type ActiveAdmin,
  type GrantScopeFields,
  grantScopeFields,
  isLastSecurityAdmin,
  type RoleBindingStatus,
  roleBindingAllowedActions,
  roleBindingStatus,
} from '@govgate/domain/internal';
import type { AuditTrail, Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { quotedTag, recordTag } from '../call/record-tag.js';

/** A role binding as answered (docs/spec/authorization.md#role-bindings). */
export interface RoleBindingView extends Omit<RoleBinding, 'scope'> {
  readonly schemaVersion: '1.0';
  readonly scope: GrantScopeFields;
  readonly status: RoleBindingStatus;
  readonly etag: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly auditEventIds: readonly string[];
  readonly permissions: PermissionsView;
}

/** What an answer needs besides the record. */
export interface RoleBindingViewFacts {
  readonly now: Instant;
  /** The tenant's administrators who can sign in. */
  readonly admins: readonly ActiveAdmin[];
  readonly auditEventIds: readonly string[];
}

export const roleBindingView = (
  { principal }: CallContext,
  stored: Stored<RoleBinding>,
  { now, admins, auditEventIds }: RoleBindingViewFacts,
): RoleBindingView => {
  const { record } = stored;
  const lastSecurityAdmin = isLastSecurityAdmin(record, bindingsOf(admins), now);
  const allowed = roleBindingAllowedActions(principal, record, { now, lastSecurityAdmin });
  return {
    ...record,
    schemaVersion: '1.0',
    scope: grantScopeFields(record.scope),
    status: roleBindingStatus(record, now),
    etag: quotedTag(recordTag(stored)),
    tag: recordTag(stored),
    auditEventIds,
    permissions: permissionsView('role_binding', record.bindingId, allowed),
  };
};

/** The bindings that keep an administrator in place. */
export const bindingsOf = (admins: readonly ActiveAdmin[]): readonly RoleBinding[] =>
  admins.map(({ binding }) => binding);

/** Limit of id lists in answers (docs/spec/conventions.md). */
const MAX_EVENT_IDS = 100;

/** The trail's events about bindings, oldest first, by binding. */
export const auditEventIdsOf = (
  auditTrail: AuditTrail,
  tenantId: string,
  bindingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> =>
  auditTrail.idsByResource(tenantId, {
    resourceType: 'role_binding',
    resourceIds: bindingIds,
    outcome: 'success',
    limit: MAX_EVENT_IDS,
  });

/** The same of one binding. */
export const auditEventIdsOfOne = async (
  auditTrail: AuditTrail,
  { tenantId, bindingId }: RoleBinding,
): Promise<readonly string[]> =>
  (await auditEventIdsOf(auditTrail, tenantId, [bindingId])).get(bindingId) ?? [];
