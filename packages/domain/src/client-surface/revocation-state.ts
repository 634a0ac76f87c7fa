import type { ClientSurface } from './client-surface.js';

export const REVOCATION_STATES = ['not_revoked', 'revocation_pending', 'revoked'] as const;
export type RevocationState = (typeof REVOCATION_STATES)[number];

/**
 * Whether a surface's revocation has reached every data plane of its environments (docs/spec/client-surfaces.md). A plane that was never seen has
 * applied nothing, so it keeps the state pending.
 */
export const revocationStateOf = (
  surface: Pick<ClientSurface, 'approvalState' | 'revocations'>,
  /** Each revocation's position in its environment's feed. One without a position counts as not applied. */
  sequenceOf: (revocationId: string) => number | undefined,
  /** The last sequence echoed by each data plane of an environment. */
  appliedIn: (environmentId: string) => readonly number[],
): RevocationState => {
  if (surface.approvalState !== 'revoked') return 'not_revoked';
  const applied = surface.revocations.every(({ environmentId, revocationId }) => {
    const sequence = sequenceOf(revocationId) ?? Number.POSITIVE_INFINITY;
    return appliedIn(environmentId).every((reached) => reached >= sequence);
  });
  return applied ? 'revoked' : 'revocation_pending';
};
