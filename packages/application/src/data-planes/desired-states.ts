import {
  type DesiredState,
  epochMsOf,
  type Instant,
  instantOf,
  NOTHING_DESIRED,
  REVOCATION_BEHIND_MS,
  type Scope,
} from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';

/** An environment's desired state for its planes, independent of the clock. Two reads with the same result give the same object. */
export interface WantedState {
  readonly policyVersion: string | null;
  readonly policySince: Instant | null;
  /** The end of the revocation feed, newest first: everything planes may still be applying, and the newest they must have applied. */
  readonly feedEnd: readonly { readonly sequence: number; readonly atMs: number }[];
}

/** The desired state at a given time. From the feed, the newest revocation that planes have had enough time to apply. */
export const desiredAt = (wanted: WantedState, nowMs: number): DesiredState => {
  const due = wanted.feedEnd.find(({ atMs }) => nowMs - atMs > REVOCATION_BEHIND_MS);
  return {
    ...NOTHING_DESIRED,
    policyVersion: wanted.policyVersion,
    policySince: wanted.policySince,
    revocationSequence: due?.sequence ?? 0,
    revocationAt: due === undefined ? null : instantOf(due.atMs),
  };
};

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions' | 'clock'>;

interface Remembered {
  readonly revision: number;
  readonly wanted: WantedState;
}

/** Environments that are cached; more than a process serves at a time. */
const REMEMBERED = 1_000;
const FIRST_LOOK = 32;

/**
 * Each environment's desired state: its active policy version and the end of its revocation feed. Both change only by commits, so an answer
 * is cached while the tenant's content revision stands.
 */
export class DesiredStates {
  readonly #remembered = new LRUCache<string, Remembered>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

  constructor(private readonly deps: Deps) {}

  async wantedIn(scope: Scope): Promise<WantedState> {
    const key = JSON.stringify([scope.tenantId, scope.environmentId]);
    const { content } = await this.deps.revisions.revisions(scope.tenantId);
    const before = this.#remembered.get(key);
    if (before?.revision === content) return before.wanted;
    const read = await this.#read(scope);
    const wanted = before !== undefined && isSame(before.wanted, read) ? before.wanted : read;
    this.#remembered.set(key, { revision: content, wanted });
    return wanted;
  }

  /** The current desired state. */
  async in(scope: Scope): Promise<DesiredState> {
    return desiredAt(await this.wantedIn(scope), this.deps.clock.epochMs());
  }

  async #read(scope: Scope): Promise<WantedState> {
    const [active, feedEnd] = await Promise.all([this.#activePolicy(scope), this.#feedEnd(scope)]);
    return { ...active, feedEnd };
  }

  async #activePolicy(scope: Scope): Promise<Pick<WantedState, 'policyVersion' | 'policySince'>> {
    const where = { is: { status: 'active' } };
    const { items } = await this.deps.records.page(policyVersionKind, scope, { where, limit: 1 });
    const active = items[0]?.record;
    return {
      policyVersion: active?.policyVersion ?? null,
      policySince: active?.lastPublishedAt ?? null,
    };
  }

  // Backwards from the end, until a revocation is found that every plane has had time to apply.
  async #feedEnd(scope: Scope): Promise<WantedState['feedEnd']> {
    const { revocations, clock } = this.deps;
    const last = await revocations.lastSequence(scope);
    const dueMs = clock.epochMs() - REVOCATION_BEHIND_MS;
    for (let look = FIRST_LOOK; ; look *= 4) {
      const from = Math.max(0, last - look);
      const read = await revocations.after(scope, from, last - from);
      const end = read
        .map(({ sequence, effectiveAt }) => ({ sequence, atMs: epochMsOf(effectiveAt) }))
        .reverse();
      const due = end.findIndex(({ atMs }) => atMs < dueMs);
      if (due !== -1) return end.slice(0, due + 1);
      if (from === 0) return end;
    }
  }
}

const isSame = (a: WantedState, b: WantedState): boolean =>
  a.policyVersion === b.policyVersion &&
  a.policySince === b.policySince &&
  a.feedEnd[0]?.sequence === b.feedEnd[0]?.sequence;
