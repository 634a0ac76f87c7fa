import type { ClientSurface } from './client-surface.js';

export const REVOCATION_STATES = ['not_revoked', 'revocation_pending', 'revoked'] as const;
export type RevocationState = (typeof REVOCATION_STATES)[number];

/**
 * Whether a surface's end has reached every data plane of its environments (decisions, section 6). A plane that is never
 * seen has applied nothing, so it keeps the state pending.
 */
export const revocationStateOf = (
  surface: Pick<ClientSurface, 'approvalState' | 'revocations'>,
  /** Each revocation's place in its environment's feed. One without a place counts as not applied. */
  sequenceOf: (revocationId: string) => number | undefined,
  /** The last sequence that each data plane of an environment echoed. */
  appliedIn: (environmentId: string) => readonly number[],
): RevocationState => {
  if (surface.approvalState !== 'revoked') return 'not_revoked';
  const applied = surface.revocations.every(({ environmentId, revocationId }) => {
    const sequence = sequenceOf(revocationId) ?? Number.POSITIVE_INFINITY;
    return appliedIn(environmentId).every((reached) => reached >= sequence);
  });
  return applied ? 'revoked' : 'revocation_pending';
};
