import { type AnyKind, partitionOf, type ScopeOfKind } from '@govgate/ports';

/** Lets the next caller begin; to be called once. */
export type Leave = () => void;

/**
 * Serializes changes by several callers of this process, first come first served: each decides on the result of the previous one, so that
 * none decides in vain. Between processes, only the store's conflicts decide.
 */
export interface Turns {
  /** Takes a free turn; undefined if it is taken. */
  take(key: string): Leave | undefined;
  /** Waits behind everybody who asked before; undefined if that takes too long. */
  wait(key: string): Promise<Leave | undefined>;
  /** The same for callers who had a turn and decided in vain: ahead of those who have had none, for a limited time. */
  waitAgain(key: string, mostMs: number): Promise<Leave | undefined>;
}

/** A caller without a turn by then gets a conflict; a change answers within 6 s (reliability A1). */
const LONGEST_MS = 4_000;
/** Callers waiting for one key. */
const MOST_WAITING = 2_000;

/** Runs something later, unless the returned function is called before. */
export type Later = (ms: number, run: () => void) => () => void;

/** Makes a process's turns. */
export const makeTurns = (later: Later): Turns => {
  /** Waiting callers by key of a taken turn. */
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

/** Callers who decided in vain before, followed by those who have not decided yet. */
interface Lines {
  readonly again: Line;
  readonly first: Line;
}

/** The key of a record, or, without an id, of something unique in a scope (its active policy). */
export const turnAt = <K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, id = ''): string => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return JSON.stringify([kind.name, tenantId, environmentId, id]);
};

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
