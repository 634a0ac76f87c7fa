import type { GovgateError } from '@govgate/client';
import { useMutation } from '@tanstack/react-query';
import { failureOfCall } from './sign-in.js';

/** A read-only request triggered by a click. */
export interface Action<T> {
  readonly run: () => void;
  readonly data: T | undefined;
  readonly error: GovgateError | undefined;
  readonly isRunning: boolean;
}

/** Runs it on request, and keeps its last result. */
export const useAction = <T>(act: () => Promise<T>): Action<T> => {
  const { mutate, data, error, isPending } = useMutation<T, GovgateError>({
    networkMode: 'always',
    mutationFn: async () => {
      try {
        return await act();
      } catch (fault) {
        throw failureOfCall(fault);
      }
    },
  });
  return { run: () => mutate(), data, error: error ?? undefined, isRunning: isPending };
};
