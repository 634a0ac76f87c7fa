import type { StopSignal } from '@govgate/ports';

/** Concurrency: of all owners together, and of each. */
export interface Shares {
  readonly atATime: number;
  readonly perOwner: number;
}

interface OwnerQueue<T> {
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
  const nextLane = inRotation(queuesOf(owned), perOwner);
  const faults: unknown[] = [];
  // One that finds nothing to start may end: as many go on as items can be in progress.
  const work = async (): Promise<void> => {
    while (faults.length === 0 && !signal.aborted) {
      const queue = nextLane();
      if (queue === undefined) return;
      await actOnNext(queue, act).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, owned.length) }, work));
  if (faults.length > 0) throw faults[0];
};

/** Gives the next owner after the last one with something to start, and capacity for it. */
const inRotation = <T>(
  ring: readonly OwnerQueue<T>[],
  perOwner: number,
): (() => OwnerQueue<T> | undefined) => {
  let first = 0;
  return () => {
    for (let tried = 0; tried < ring.length; tried += 1) {
      const queue = ring[(first + tried) % ring.length] as OwnerQueue<T>;
      if (queue.next >= queue.items.length || queue.active >= perOwner) continue;
      first = (first + tried + 1) % ring.length;
      return queue;
    }
    return undefined;
  };
};

const actOnNext = async <T>(queue: OwnerQueue<T>, act: (item: T) => Promise<void>): Promise<void> => {
  const item = queue.items[queue.next] as T;
  queue.next += 1;
  queue.active += 1;
  try {
    await act(item);
  } finally {
    queue.active -= 1;
  }
};

const queuesOf = <T>(owned: readonly { readonly owner: string; readonly item: T }[]): OwnerQueue<T>[] => {
  const items = new Map<string, T[]>();
  for (const { owner, item } of owned) {
    const own = items.get(owner) ?? [];
    own.push(item);
    items.set(owner, own);
  }
  return [...items.values()].map((own) => ({ items: own, next: 0, active: 0 }));
};
