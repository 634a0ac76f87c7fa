import { ok, refuse, type Scope, type SequencedRevocation } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { mayReadFeed } from './read-revocations.js';
import { type RevocationProof, revocationProof } from './revocation-planes.js';
import { WaitingCallers } from './waiting-callers.js';

export interface ReadRevocationInput {
  readonly scope: Scope;
  readonly revocationId: string;
  /** How long to wait until every plane has applied it; at most 30. */
  readonly waitSeconds: number;
}

export interface RevocationView extends SequencedRevocation {
  readonly schemaVersion: '1.0';
  readonly planes: RevocationProof;
}

type Deps = Pick<Ports, 'records' | 'revocations' | 'timer' | 'notifications' | 'clock'>;

const POLL_EVERY_MS = 500;

/** Reads one revocation with proof of its progress, waiting until every plane has applied it. */
export const makeReadRevocation = (deps: Deps): UseCase<ReadRevocationInput, RevocationView> => {
  const waiting = new WaitingCallers();
  return async (context, input) => {
    const allowed = mayReadFeed(context, input.scope);
    if (!allowed.ok)
      return refuse(allowed.refusal.reasonCode === 'scope_forbidden' ? 'not_found' : 'permission_denied');
    const revocation = await deps.revocations.find(input.scope, input.revocationId);
    if (revocation === undefined) return refuse('not_found');
    const leave = input.waitSeconds === 0 ? undefined : waiting.enter(context.principal);
    try {
      const waitMs = leave === undefined ? 0 : input.waitSeconds * 1000;
      const planes = await proofWithin(deps, input.scope, { sequence: revocation.sequence, waitMs });
      return ok({ schemaVersion: '1.0', ...revocation, planes });
    } finally {
      leave?.();
    }
  };
};

interface AwaitedProof {
  readonly sequence: number;
  readonly waitMs: number;
}

/** The proof of a revocation, as soon as it is complete or the wait is over. */
const proofWithin = async (
  deps: Omit<Deps, 'revocations'>,
  scope: Scope,
  { sequence, waitMs }: AwaitedProof,
): Promise<RevocationProof> => {
  const until = deps.clock.epochMs() + waitMs;
  for (;;) {
    const proof = await revocationProof(deps, scope, sequence);
    if (proof.complete || deps.clock.epochMs() + POLL_EVERY_MS > until) return proof;
    const pause = deps.timer.wait(POLL_EVERY_MS);
    if ((await deps.notifications.sooner(pause, 'planes', scope)) === 'stopping') return proof;
  }
};
