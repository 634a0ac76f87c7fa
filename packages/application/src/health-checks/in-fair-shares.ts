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
 * one hold up nobody else. Each owner's items start in order.
 */
export const inFairShares = <T>(
  owned: readonly { readonly owner: string; readonly item: T }[],
  { shares: { atATime, perOwner }, signal }: Round,
  act: (item: T) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const ring = lanesOf(owned);
    let [active, turn] = [0, 0];
    let fault: { readonly cause: unknown } | undefined;

    // The next owner after the last one with something to start, and capacity for it.
    const nextLane = (): Lane<T> | undefined => {
      for (let tried = 0; tried < ring.length; tried += 1) {
        const lane = ring[(turn + tried) % ring.length] as Lane<T>;
        if (lane.next >= lane.items.length || lane.active >= perOwner) continue;
        turn = (turn + tried + 1) % ring.length;
        return lane;
      }
      return undefined;
    };

    const begin = (lane: Lane<T>): void => {
      const item = lane.items[lane.next] as T;
      lane.next += 1;
      lane.active += 1;
      active += 1;
      act(item)
        .catch((cause: unknown) => {
          fault ??= { cause };
        })
        .finally(() => {
          lane.active -= 1;
          active -= 1;
          fill();
        });
    };

    const fill = (): void => {
      while (active < atATime && fault === undefined && !signal.aborted) {
        const lane = nextLane();
        if (lane === undefined) break;
        begin(lane);
      }
      if (active > 0) return;
      if (fault === undefined) resolve();
      else reject(fault.cause);
    };
    fill();
  });

const lanesOf = <T>(owned: readonly { readonly owner: string; readonly item: T }[]): Lane<T>[] => {
  const items = new Map<string, T[]>();
  for (const { owner, item } of owned) {
    const own = items.get(owner) ?? [];
    own.push(item);
    items.set(owner, own);
  }
  return [...items.values()].map((own) => ({ items: own, next: 0, active: 0 }));
};
