import type { Contributor } from '@govgate/domain/internal';

/** A user who acts themselves, as a contributor. */
export const contributorOfUser = (userId: string): Contributor => ({
  actorType: 'user',
  actorId: userId,
  persons: [userId],
});
