import type { Grant } from '../authorization/principal.js';
import type { Instant } from '../instant.js';
import type { RoleBinding } from './role-binding.js';
import { roleBindingStatus } from './role-binding.machine.js';

/** Whose grants: a user or service account, and the groups that count for a user. */
export interface GrantHolder {
  readonly actorType: 'user' | 'service_account';
  readonly actorId: string;
  readonly groups: readonly string[];
}

/** The grants at a given time, and the next time at which the clock alone changes them (null: never), for caches. */
export interface EffectiveGrants {
  readonly grants: readonly Grant[];
  readonly changesAt: Instant | null;
}

/**
 * What bindings grant to a holder now: their own and their groups', within [notBefore, expiresAt). Ordered by binding id. A service account
 * holds nothing through groups (docs/spec/authorization.md).
 */
export const effectiveGrants = (
  bindings: readonly RoleBinding[],
  holder: GrantHolder,
  now: Instant,
): EffectiveGrants => {
  const groups = new Set(holder.groups);
  const own = bindings.filter((binding) => isHeldBy(binding, holder, groups));
  const grants = own
    .filter((binding) => roleBindingStatus(binding, now) === 'active')
    .map(({ bindingId, role, scope, expiresAt }) => ({ bindingId, role, scope, expiresAt }))
    .sort((a, b) => (a.bindingId < b.bindingId ? -1 : 1));
  return { grants, changesAt: nextChange(own, now) };
};

const isHeldBy = ({ subject }: RoleBinding, holder: GrantHolder, groups: ReadonlySet<string>): boolean =>
  subject.subjectType === 'group'
    ? holder.actorType === 'user' && groups.has(subject.subjectId)
    : subject.subjectType === holder.actorType && subject.subjectId === holder.actorId;

const nextChange = (bindings: readonly RoleBinding[], now: Instant): Instant | null => {
  const ahead = bindings
    .filter((binding) => binding.disabledAt === null)
    .flatMap((binding) => [binding.notBefore, binding.expiresAt])
    .filter((instant): instant is Instant => instant !== null && instant > now)
    .sort();
  return ahead[0] ?? null;
};
