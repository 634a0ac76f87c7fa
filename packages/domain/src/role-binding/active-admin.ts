import type { Instant } from '../instant.js';
import { isLastSecurityAdmin } from './disable-role-binding.js';
import type { RoleBinding } from './role-binding.js';

/**
 * A security_admin binding held by somebody who can sign in. `holders`: at most two of them, as subject keys (`user:ada`), enough to know
 * whether somebody remains.
 */
export interface ActiveAdmin {
  readonly binding: RoleBinding;
  readonly holders: readonly string[];
}

/**
 * Whether a tenant would be without an administrator once somebody loses these bindings: a disabled one, those of a disabled user, those of
 * a group a user leaves. Judged like `isLastSecurityAdmin` judges a single one.
 */
export const leavesNoAdmin = (
  admins: readonly ActiveAdmin[],
  isLost: (admin: ActiveAdmin) => boolean,
  now: Instant,
): boolean => {
  const stay = admins.filter((admin) => !isLost(admin)).map(({ binding }) => binding);
  return admins.some((admin) => isLost(admin) && isLastSecurityAdmin(admin.binding, stay, now));
};
