import type { StopSignal } from '@govgate/ports';

/** Concurrency: of all owners together, and of each. */
export interface Shares {
  readonly atATime: number;
  readonly perOwner: number;
}

interface Lane<T> {
  readonly items: readonly T[];
  next: number;
  active: number;
}

/** How much may be in progress, and until when. */
interface Round {
  readonly shares: Shares;
  readonly signal: StopSignal;
}

/**
 * Processes each item until the signal is set: owners take turns, and none has more than its share in progress, so that hanging items of
 * one hold up nobody else. Each owner's items start in order. After a failure nothing more starts, and what is in progress is awaited.
 */
export const inFairShares = async <T>(
  owned: readonly { readonly owner: string; readonly item: T }[],
  { shares: { atATime, perOwner }, signal }: Round,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const nextLane = inRotation(lanesOf(owned), perOwner);
  const faults: unknown[] = [];
  // One that finds nothing to start may end: as many go on as items can be in progress.
  const work = async (): Promise<void> => {
    while (faults.length === 0 && !signal.aborted) {
      const lane = nextLane();
      if (lane === undefined) return;
      await actOnNext(lane, act).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, owned.length) }, work));
  if (faults.length > 0) throw faults[0];
};

/** Gives the next owner after the last one with something to start, and capacity for it. */
const inRotation = <T>(ring: readonly Lane<T>[], perOwner: number): (() => Lane<T> | undefined) => {
  let turn = 0;
  return () => {
    for (let tried = 0; tried < ring.length; tried += 1) {
      const lane = ring[(turn + tried) % ring.length] as Lane<T>;
      if (lane.next >= lane.items.length || lane.active >= perOwner) continue;
      turn = (turn + tried + 1) % ring.length;
      return lane;
    }
    return undefined;
  };
};

const actOnNext = async <T>(lane: Lane<T>, act: (item: T) => Promise<void>): Promise<void> => {
  const item = lane.items[lane.next] as T;
  lane.next += 1;
  lane.active += 1;
  try {
    await act(item);
  } finally {
    lane.active -= 1;
  }
};

const lanesOf = <T>(owned: readonly { readonly owner: string; readonly item: T }[]): Lane<T>[] => {
  const items = new Map<string, T[]>();
  for (const { owner, item } of owned) {
    const own = items.get(owner) ?? [];
    own.push(item);
    items.set(owner, own);
  }
  return [...items.values()].map((own) => ({ items: own, next: 0, active: 0 }));
};
