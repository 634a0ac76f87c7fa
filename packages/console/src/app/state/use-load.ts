import type { GovgateError } from '@govgate/client';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { ApiContext } from './api.js';
import { failureOfCall } from './sign-in.js';

/** Data from the API, as currently known. */
export interface Loaded<T> {
  readonly data: T | undefined;
  /** Why the last load failed; earlier data is kept. */
  readonly error: GovgateError | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface Asking {
  readonly signal: AbortSignal;
  /** The known state, so that an unchanged record costs an empty answer. */
  readonly seen: object | undefined;
}

/** What one person has read. The client repeats what is worth repeating, and knows a record's version by its identity. */
export const makeQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: false,
        structuralSharing: false,
        gcTime: 60_000,
      },
    },
  });

/**
 * Loads data once per key, and again periodically while the page is visible. The key begins with what is asked, and says everything that
 * `ask` depends on but the environment.
 */
export const useLoad = <T>(
  key: readonly [asked: string, ...about: unknown[]],
  ask: (asking: Asking) => Promise<T>,
  everyMs?: number,
): Loaded<T> => {
  const environment = useContext(ApiContext)?.environment;
  const { data, error, isFetching, refetch } = useQuery<T, GovgateError>({
    queryKey: [environment, ...key],
    queryFn: async ({ signal, client, queryKey }) => {
      try {
        return await ask({ signal, seen: seenOf(client.getQueryData(queryKey)) });
      } catch (fault) {
        throw failureOfCall(fault);
      }
    },
    refetchInterval: everyMs ?? false,
    // A hidden tab requests nothing; it refreshes immediately when it becomes visible again.
    refetchOnWindowFocus: everyMs !== undefined && 'always',
  });
  return { data, error: error ?? undefined, isLoading: isFetching, reload: () => void refetch() };
};

const seenOf = (data: unknown): object | undefined =>
  typeof data === 'object' && data !== null ? data : undefined;
