import type { Contributor } from '@govgate/domain/internal';

/** The hand of a user who acts themselves. */
export const contributorOfUser = (userId: string): Contributor => ({
  actorType: 'user',
  actorId: userId,
  persons: [userId],
});
