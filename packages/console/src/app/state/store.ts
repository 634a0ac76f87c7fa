import { useSyncExternalStore } from 'react';

/** A value outside of React, for what pages share and functions change. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: Partial<T>) => void;
  /** The current value; the component is drawn again when it changes. */
  readonly use: () => T;
}

export const makeStore = <T extends object>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): T => value;
  return {
    get,
    set: (next) => {
      value = { ...value, ...next };
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
};
