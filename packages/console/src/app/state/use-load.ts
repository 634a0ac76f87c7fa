import type { GovgateError } from '@govgate/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { failureOfCall, signedIn } from './sign-in.js';

/** Data from the API, as currently known. */
export interface Loaded<T> {
  readonly data: T | undefined;
  /** Why the last load failed; earlier data is kept. */
  readonly error: GovgateError | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

export interface Asking {
  readonly signal: AbortSignal;
  /** The known state, so that an unchanged record costs an empty answer. */
  readonly seen: object | undefined;
}

/** Loads data once per key, and again periodically while the page is visible. `ask` must depend on the key alone. */
export const useLoad = <T>(key: string, ask: (asking: Asking) => Promise<T>, everyMs?: number): Loaded<T> => {
  const [state, setState] = useState<Known<T>>({ key, isLoading: true });
  const latest = useRef({ ask, state });
  latest.current = { ask, state };
  const [round, setRound] = useState(0);
  // After signing in again, refused data is loaded again.
  const token = signedIn.value?.token;

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const read = async (): Promise<void> => {
      const known = knownOf(latest.current.state, key);
      setState({ ...known, isLoading: true });
      const next = await outcomeOf(
        async () => latest.current.ask({ signal, seen: seenOf(known.data) }),
        known,
      );
      if (!signal.aborted) setState(next);
    };
    const stopPolling = everyMs === undefined ? () => undefined : pollWhileSeen(read, everyMs);
    void read();
    return () => {
      stopPolling();
      end.abort();
    };
  }, [key, everyMs, round, token]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: !isCurrent || state.isLoading,
    reload,
  };
};

interface Known<T> {
  readonly key: string;
  readonly data?: T | undefined;
  readonly error?: GovgateError | undefined;
  readonly isLoading: boolean;
}

const knownOf = <T>(state: Known<T>, key: string): Known<T> =>
  state.key === key ? state : { key, isLoading: true };

const seenOf = (data: unknown): object | undefined =>
  typeof data === 'object' && data !== null ? data : undefined;

const outcomeOf = async <T>(ask: () => Promise<T>, { key, data }: Known<T>): Promise<Known<T>> => {
  try {
    return { key, data: await ask(), isLoading: false };
  } catch (fault) {
    return { key, data, error: failureOfCall(fault), isLoading: false };
  }
};

/** A hidden tab requests nothing; it refreshes immediately when it becomes visible again. */
const pollWhileSeen = (read: () => Promise<void>, everyMs: number): (() => void) => {
  let isUnderWay = false;
  const look = async (): Promise<void> => {
    if (isUnderWay || document.visibilityState === 'hidden') return;
    isUnderWay = true;
    await read();
    isUnderWay = false;
  };
  const timer = setInterval(() => void look(), everyMs);
  const onSeen = (): void => void look();
  document.addEventListener('visibilitychange', onSeen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onSeen);
  };
};
