import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import type { RoleBinding } from '../role-binding/role-binding.js';
import { isSameJson } from '../same-json.js';
import { compareText } from '../text-order.js';
import { grantsBeyond } from './add-member.js';
import type { Group } from './group.js';

/** External ids as they are kept: sorted, each once. */
export const sortedExternalIds = (ids: readonly string[]): readonly string[] =>
  [...new Set(ids)].sort(compareText);

/**
 * Changes a group's name and external ids; what is undefined stays. Whoever's token names an external id is a member, so adding one is
 * judged as adding a member is.
 */
export const decideUpdateGroup = (
  group: Group,
  request: {
    readonly displayName?: string | undefined;
    readonly externalIds?: readonly string[] | undefined;
    readonly actor: Principal;
    /** The role bindings whose subject is the group. */
    readonly groupBindings: readonly RoleBinding[];
    readonly now: Instant;
  },
): Result<Decided<Group>> => {
  const { displayName = group.displayName, actor, groupBindings, now } = request;
  const externalIds = sortedExternalIds(request.externalIds ?? group.externalIds);
  const adds = externalIds.some((id) => !group.externalIds.includes(id));
  if (adds && grantsBeyond(actor, groupBindings, now)) return refuse('self_grant_forbidden', 'external_ids');
  const record = { ...group, displayName, externalIds };
  return ok(isSameJson(record, group) ? noChange(group) : moved(group, record));
};
