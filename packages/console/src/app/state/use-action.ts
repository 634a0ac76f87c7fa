import type { GovgateError } from '@govgate/client';
import { useState } from 'preact/hooks';
import { failureOfCall } from './sign-in.js';

/** A read-only request triggered by a click. */
export interface Action<T> {
  readonly run: () => Promise<void>;
  readonly data: T | undefined;
  readonly error: GovgateError | undefined;
  readonly isRunning: boolean;
}

/** Runs it on request, and keeps its last result. */
export const useAction = <T>(act: () => Promise<T>): Action<T> => {
  const [state, setState] = useState<Omit<Action<T>, 'run'>>({
    data: undefined,
    error: undefined,
    isRunning: false,
  });
  const run = async (): Promise<void> => {
    setState((now) => ({ ...now, error: undefined, isRunning: true }));
    try {
      setState({ data: await act(), error: undefined, isRunning: false });
    } catch (fault) {
      setState({ data: undefined, error: failureOfCall(fault), isRunning: false });
    }
  };
  return { ...state, run };
};
