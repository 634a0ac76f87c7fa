import { type AnyKind, partitionOf, type ScopeOfKind } from '@govgate/ports';

/** Lets the next one begin; to be called once. */
export type Leave = () => void;

/**
 * Turns at what several callers of this process want to change, first come first served: each decides on what the one before
 * wrote, so that none of them decides in vain. Between processes, only the store's conflicts decide.
 */
export interface Turns {
  /** Takes a turn that nobody has; undefined where somebody has it. */
  take(key: string): Leave | undefined;
  /** Waits behind everybody who asked before; undefined where that takes too long. */
  wait(key: string): Promise<Leave | undefined>;
  /** The same for who had a turn and decided in vain: before those who have had none, for so long at most. */
  waitAgain(key: string, mostMs: number): Promise<Leave | undefined>;
}

/** A caller who has not had their turn by then is told of a conflict; a change answers within 6 s (reliability A1). */
const LONGEST_MS = 4_000;
/** Callers who wait at one key. */
const MOST_WAITING = 2_000;

/** Runs something later, unless what it gives is called before. */
export type Later = (ms: number, run: () => void) => () => void;

/** Makes the turns of a process. */
export const makeTurns = (later: Later): Turns => {
  /** By key, who waits for the turn that somebody has. */
  const lines = new Map<string, Lines>();
  const leaveOf = (key: string): Leave => {
    return () => {
      const waiting = lines.get(key);
      const next = waiting?.again.shift() ?? waiting?.first.shift();
      if (next === undefined) lines.delete(key);
      else next(leaveOf(key));
    };
  };
  const take = (key: string): Leave | undefined => {
    if (lines.has(key)) return undefined;
    lines.set(key, { again: [], first: [] });
    return leaveOf(key);
  };
  return {
    take,
    wait: async (key) => {
      const line = lines.get(key)?.first;
      if (line === undefined) return take(key);
      return line.length < MOST_WAITING ? place(line, LONGEST_MS, later) : undefined;
    },
    waitAgain: async (key, mostMs) => {
      const line = lines.get(key)?.again;
      return line === undefined ? take(key) : place(line, mostMs, later);
    },
  };
};

type Line = ((leave: Leave) => void)[];

/** Who decided in vain before, and behind them who has not decided. */
interface Lines {
  readonly again: Line;
  readonly first: Line;
}

const place = (line: Line, mostMs: number, later: Later): Promise<Leave | undefined> =>
  new Promise((resolve) => {
    const begin = (leave: Leave): void => {
      cancel();
      resolve(leave);
    };
    const cancel = later(mostMs, () => {
      line.splice(line.indexOf(begin), 1);
      resolve(undefined);
    });
    line.push(begin);
  });

/** The key of a record, or without an id of what a scope has one of (its active policy). */
export const turnAt = <K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, id = ''): string => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return JSON.stringify([kind.name, tenantId, environmentId, id]);
};
