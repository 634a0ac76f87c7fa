import type { Instant } from '../instant.js';
import { isLastSecurityAdmin } from './disable-role-binding.js';
import type { RoleBinding } from './role-binding.js';

/**
 * A security_admin binding that gives somebody the role who can sign in. `holders`: two of them at most, as subject keys
 * (`user:ada`), since all that is asked is whether somebody stays.
 */
export interface StandingAdmin {
  readonly binding: RoleBinding;
  readonly holders: readonly string[];
}

/**
 * Whether a tenant would be without an administrator once somebody no longer holds these bindings: one that is disabled,
 * those of a user who is disabled, those of a group that a user leaves. Judged as `isLastSecurityAdmin` judges one of them.
 */
export const leavesNoAdmin = (
  standing: readonly StandingAdmin[],
  isLost: (admin: StandingAdmin) => boolean,
  now: Instant,
): boolean => {
  const stay = standing.filter((admin) => !isLost(admin)).map(({ binding }) => binding);
  return standing.some((admin) => isLost(admin) && isLastSecurityAdmin(admin.binding, stay, now));
};
