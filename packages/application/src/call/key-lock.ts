import { type AnyKind, partitionOf, type ScopeOfKind } from '@govgate/ports';

/**
 * A lock for each key, within this process: work under one key runs one caller after the other, in the order in which they came. Between
 * processes only the store's conflicts decide.
 */
export interface KeyLock {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Makes a process's lock. */
export const makeKeyLock = (): KeyLock => {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = last.get(key);
      const running = before === undefined ? work() : before.then(work, work);
      last.set(key, running);
      try {
        return await running;
      } finally {
        if (last.get(key) === running) last.delete(key);
      }
    },
  };
};

/** The key of a record, or, without an id, of something unique in a scope (its active policy). */
export const lockKey = <K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, id = ''): string => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return JSON.stringify([kind.name, tenantId, environmentId, id]);
};
