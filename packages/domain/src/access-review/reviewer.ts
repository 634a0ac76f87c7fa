import { allowedActions, defineActions } from '../authorization/allowed-actions.js';
import { authorize } from '../authorization/authorize.js';
import type { Permission } from '../authorization/permissions.js';
import type { Principal } from '../authorization/principal.js';
import { subjectKey, subjectKeys } from '../role-binding/subject-key.js';
import type { AccessReview } from './access-review.js';
import { accessReviewMachine } from './access-review.machine.js';

/** The keys under which a caller's reviews are found: their own and their groups'. */
export const reviewerKeysOf = ({ actorId, actorType, groups }: Principal): readonly string[] =>
  subjectKeys(actorType, actorId, groups);

/**
 * Whether the caller may do something with a review: by the permission in its scope, or as one of its reviewers, who see it and decide. A
 * token narrowed to other permissions or environments is nobody's reviewer.
 */
export const mayOnReview = (
  principal: Principal,
  permission: Permission | 'decide',
  { tenantId, environmentId, accessReviewId, reviewers }: AccessReview,
): boolean => {
  if (principal.tenantId !== tenantId) return false;
  const target = { tenantId, environmentId, resourceId: accessReviewId, ownerTeam: null };
  const needed = permission === 'decide' ? 'access_review.manage' : permission;
  if (authorize(principal, needed, target)) return true;
  if (permission === 'access_review.manage') return false;
  const reaches =
    environmentId === null ? !principal.narrowed : principal.environmentIds.includes(environmentId);
  const keys = reviewerKeysOf(principal);
  return (
    reaches &&
    (principal.permissions ?? [needed]).includes(needed) &&
    reviewers.some(({ subjectType, subjectId }) => keys.includes(subjectKey(subjectType, subjectId)))
  );
};

const actions = defineActions(accessReviewMachine, [
  { action: 'read', permission: 'access_review.read' },
  { action: 'cancel', permission: 'access_review.manage', trigger: 'cancel' },
]);

const deciding = defineActions(accessReviewMachine, [
  { action: 'decide', permission: 'access_review.read', trigger: 'decide' },
]);

/** What the caller may do with a review now. Sorted; what is listed succeeds. */
export const accessReviewActions = (principal: Principal, review: AccessReview): string[] => {
  const now = { state: review.status, facts: {} };
  return [
    ...allowedActions(deciding, now, () => mayOnReview(principal, 'decide', review)),
    ...allowedActions(actions, now, (permission) => mayOnReview(principal, permission, review)),
  ].sort();
};
