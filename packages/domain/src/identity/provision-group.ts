import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import type { RoleBinding } from '../role-binding/role-binding.js';
import { isSameJson } from '../same-json.js';
import { compareText } from '../text-order.js';
import { grantsBeyond } from './add-member.js';
import { type Group, MAX_GROUP_MEMBERS } from './group.js';

/** Members that one call of an identity provider adds and removes at most: each is an event of one commit. */
export const MAX_MEMBERS_CHANGED = 1000;

/** What an identity provider says about one of its groups; what is undefined stays. */
interface ProvisionedGroup {
  readonly displayName?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly members?: readonly string[] | undefined;
}

/** Who joins a group and who leaves it. */
export const membersChanged = (
  before: Pick<Group, 'members'>,
  after: Pick<Group, 'members'>,
): { readonly joining: readonly string[]; readonly leaving: readonly string[] } => {
  const [were, are] = [new Set(before.members), new Set(after.members)];
  return {
    joining: after.members.filter((id) => !were.has(id)),
    leaving: before.members.filter((id) => !are.has(id)),
  };
};

/**
 * Changes a group as its identity provider says. Whom it adds gets what the group grants, so that is judged as adding by hand is, by the
 * grants of the token's bearer: the token itself is narrowed to provisioning. Whoever runs the tenant stays (docs/spec/identity.md).
 */
export const decideProvisionGroup = (
  group: Group,
  request: ProvisionedGroup & {
    readonly actor: Principal;
    /** The role bindings whose subject is the group. */
    readonly groupBindings: readonly RoleBinding[];
    /** Whether a user of the tenant has an id. */
    readonly isUser: (userId: string) => boolean;
    /** Whether the tenant would be without an administrator. */
    readonly lastSecurityAdmin: boolean;
    readonly now: Instant;
  },
): Result<Decided<Group>> => {
  const {
    displayName = group.displayName,
    externalId = group.externalId,
    actor,
    groupBindings,
    now,
  } = request;
  const members = [...new Set(request.members ?? group.members)].sort(compareText);
  const record = { ...group, displayName, externalId, members };
  const { joining, leaving } = membersChanged(group, record);
  const isTooMany =
    members.length > MAX_GROUP_MEMBERS || joining.length + leaving.length > MAX_MEMBERS_CHANGED;
  if (isTooMany) return refuse('limit_exceeded', 'members');
  if (!joining.every(request.isUser)) return refuse('unknown_reference', 'members');
  const bearer = { ...actor, permissions: null };
  if (joining.length > 0 && grantsBeyond(bearer, groupBindings, now))
    return refuse('self_grant_forbidden', 'members');
  if (leaving.length > 0 && request.lastSecurityAdmin) return refuse('last_security_admin', 'members');
  return ok(isSameJson(record, group) ? noChange(group) : moved(group, record));
};

/** Ends a group that its identity provider removed: nobody is in it, and it grants nothing. */
export const decideRemoveGroup = (
  group: Group,
  request: { readonly lastSecurityAdmin: boolean; readonly now: Instant },
): Result<Decided<Group>> => {
  if (request.lastSecurityAdmin) return refuse('last_security_admin');
  return ok(moved(group, { ...group, members: [], disabledAt: request.now }));
};
