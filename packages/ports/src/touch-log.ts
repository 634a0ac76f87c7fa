import { type AnyKind, partitionOf } from './record-kind.js';

/** Where a commit writes within a tenant: the records of a kind, in one environment where the kind has its records there. */
export type Place = string;

/** The place of a kind's records. */
export const placeOf = (kind: AnyKind, scope: object): Place => placeIn(kind, partitionOf(kind, scope));

/** The same, by where a store has put the records. */
export const placeIn = (
  { name }: Pick<AnyKind, 'name'>,
  { environmentId }: { readonly environmentId: string },
): Place => `${name} ${environmentId}`;

/** Commits that moved a tenant's content revision on from one number to another, and the places where they wrote. */
export interface Touch {
  readonly from: number;
  readonly to: number;
  readonly places: ReadonlySet<Place>;
}

/** Tenants whose commits are remembered, and how many steps of each. */
const MOST_TENANTS = 500;
const MOST_STEPS = 128;
/** A step that wrote at more places, such as an import, is remembered as a gap. */
const MOST_PLACES = 256;

/**
 * What commits wrote, step by step, so that an answer can outlive those that do not concern it. It remembers only a chain without gaps: an
 * unknown step, such as another process's on a store that keeps no touches, breaks it, and what was before is forgotten.
 */
export class TouchLog {
  readonly #steps = new Map<string, Touch[]>();

  /** A commit, or several at once, in the order of their revisions. */
  committed(tenantId: string, touch: Touch): void {
    const before = this.#steps.get(tenantId) ?? [];
    const steps = before.at(-1)?.to === touch.from && touch.places.size <= MOST_PLACES ? before : [];
    if (touch.places.size <= MOST_PLACES) steps.push(touch);
    if (steps.length > MOST_STEPS) steps.shift();
    // What was committed to last comes last, and the first goes first.
    this.#steps.delete(tenantId);
    this.#steps.set(tenantId, steps);
    const [oldest] = this.#steps.keys();
    if (this.#steps.size > MOST_TENANTS && oldest !== undefined) this.#steps.delete(oldest);
  }

  /** What the store itself keeps of a tenant's latest commits, whichever process made them: the oldest first, some perhaps known already. */
  learned(tenantId: string, touches: readonly Touch[]): void {
    const known = this.#steps.get(tenantId)?.at(-1)?.to ?? 0;
    for (const touch of touches) if (touch.to > known) this.committed(tenantId, touch);
  }

  /** Whether every step between two revisions is known and none wrote at any of the places. */
  untouched(tenantId: string, since: number, until: number, places: readonly Place[]): boolean {
    if (since === until) return true;
    const steps = this.#steps.get(tenantId) ?? [];
    const first = steps.findLastIndex(({ from }) => from <= since);
    if (first === -1 || (steps.at(-1)?.to ?? 0) < until) return false;
    return steps
      .slice(first)
      .every(
        (step) => step.to <= since || step.from >= until || places.every((place) => !step.places.has(place)),
      );
  }
}
