import { epochMsOf, type Scope } from '@govgate/domain';
import {
  type DesiredState,
  NOTHING_DESIRED,
  REVOCATION_DUE_MS,
  REVOCATION_OVERDUE_MS,
} from '@govgate/domain/internal';
import type { RevocationFeed } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { activeVersion } from '../policies/active-version.js';

type Deps = Pick<Ports, 'records' | 'revocations' | 'clock'>;

/** What an environment's planes should run and have applied now: its active policy, and revocations old enough. */
export const desiredStateIn = async (deps: Deps, scope: Scope): Promise<DesiredState> => {
  const { revocations } = deps;
  const nowMs = deps.clock.epochMs();
  const [active, revocationsDue] = await Promise.all([
    activeVersion(deps, scope),
    lastRevokedBy(revocations, scope, { timeMs: nowMs - REVOCATION_DUE_MS }),
  ]);
  const policy = active?.record;
  return {
    ...NOTHING_DESIRED,
    policyVersion: policy?.policyVersion ?? null,
    policySince: policy?.lastPublishedAt ?? null,
    revocationsDue,
    revocationsOverdue: await lastRevokedBy(revocations, scope, {
      timeMs: nowMs - REVOCATION_OVERDUE_MS,
      upTo: revocationsDue,
    }),
  };
};

/**
 * The last revocation issued before a time, 0 if there is none: found by bisection, as the feed is gap-free and in the order of time. Mostly
 * the last of all is old enough.
 */
const lastRevokedBy = async (
  feed: RevocationFeed,
  scope: Scope,
  { timeMs, upTo }: { readonly timeMs: number; readonly upTo?: number },
): Promise<number> => {
  const isBefore = async (sequence: number): Promise<boolean> => {
    const [revocation] = await feed.after(scope, sequence - 1, 1);
    return revocation !== undefined && epochMsOf(revocation.effectiveAt) < timeMs;
  };
  let [before, after] = [0, (upTo ?? (await feed.lastSequence(scope))) + 1];
  for (let probe = after - 1; probe > before; probe = Math.floor((before + after) / 2)) {
    if (await isBefore(probe)) before = probe;
    else after = probe;
  }
  return before;
};
