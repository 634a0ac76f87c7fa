import type { Hand } from '@govgate/domain/internal';

/** The hand of a user who acts themselves. */
export const handOfUser = (userId: string): Hand => ({
  actorType: 'user',
  actorId: userId,
  persons: [userId],
});
