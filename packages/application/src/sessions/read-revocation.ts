import { ok, refuse, type Scope, type SequencedRevocation } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { mayReadFeed } from './read-revocations.js';
import { type RevocationProof, revocationProof } from './revocation-planes.js';
import { WaitingCallers } from './waiting-callers.js';

export interface ReadRevocationInput {
  readonly scope: Scope;
  readonly revocationId: string;
  /** How long to wait until every plane has applied it; 30 at most. */
  readonly waitSeconds: number;
}

export interface RevocationView extends SequencedRevocation {
  readonly schemaVersion: '1.0';
  readonly planes: RevocationProof;
}

type Deps = Pick<Ports, 'records' | 'revocations' | 'patience' | 'tidings' | 'clock'>;

const LOOK_EVERY_MS = 500;
const CHUNK = 1_000;
/** Revocations whose place in the feed is remembered: who waits for one asks again and again. */
const REMEMBERED = 10_000;

/** Reads one revocation with the proof of how far it has come, waiting until every plane has applied it. */
export const makeReadRevocation = (deps: Deps): UseCase<ReadRevocationInput, RevocationView> => {
  const find = makeFindRevocation(deps);
  const waiting = new WaitingCallers();
  return async (context, input) => {
    const allowed = mayReadFeed(context, input.scope);
    if (!allowed.ok)
      return refuse(allowed.refusal.reasonCode === 'scope_forbidden' ? 'not_found' : 'permission_denied');
    const revocation = await find(input.scope, input.revocationId);
    if (revocation === undefined) return refuse('not_found');
    const leave = input.waitSeconds === 0 ? undefined : waiting.enter(context.principal);
    try {
      const waitMs = leave === undefined ? 0 : input.waitSeconds * 1000;
      const planes = await proofWithin(deps, input.scope, revocation.sequence, waitMs);
      return ok({ schemaVersion: '1.0', ...revocation, planes });
    } finally {
      leave?.();
    }
  };
};

/** The proof of a revocation, as soon as it is complete or the wait is over. */
export const proofWithin = async (
  deps: Omit<Deps, 'revocations'>,
  scope: Scope,
  sequence: number,
  waitMs: number,
): Promise<RevocationProof> => {
  const until = deps.clock.epochMs() + waitMs;
  for (;;) {
    const proof = await revocationProof(deps, scope, sequence);
    if (proof.complete || deps.clock.epochMs() + LOOK_EVERY_MS > until) return proof;
    const pause = deps.patience.wait(LOOK_EVERY_MS);
    if ((await deps.tidings.sooner(pause, 'planes', scope)) === 'stopping') return proof;
  }
};

type Find = (scope: Scope, revocationId: string) => Promise<SequencedRevocation | undefined>;

// From the end of the feed, since it is the latest ones that somebody asks about.
/** Makes what finds a revocation by its id. */
export const makeFindRevocation = ({ revocations }: Pick<Deps, 'revocations'>): Find => {
  const places = new LRUCache<string, number>({ max: REMEMBERED });
  return async (scope, revocationId) => {
    const key = JSON.stringify([scope.tenantId, scope.environmentId, revocationId]);
    const isIt = (one: SequencedRevocation): boolean => one.revocationId === revocationId;
    const place = places.get(key);
    const known = place === undefined ? undefined : (await revocations.after(scope, place - 1, 1)).find(isIt);
    if (known !== undefined) return known;
    for (let end = await revocations.lastSequence(scope); end > 0; end -= CHUNK) {
      const from = Math.max(0, end - CHUNK);
      const found = (await revocations.after(scope, from, end - from)).find(isIt);
      if (found !== undefined) places.set(key, found.sequence);
      if (found !== undefined) return found;
    }
    return undefined;
  };
};
