import type { GovgateError } from '@govgate/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../state/api.js';
import { failureOfCall } from '../state/sign-in.js';
import type { Change } from './change-buttons.js';
import { type Difference, differences } from './difference.js';
import type { Values } from './fields.js';
import { ifMatchOf, keyFor, newId } from './sending.js';
import { showToast } from './toasts.js';

/** How far a change has come. */
export type Outcome =
  | { readonly step: 'asking' | 'sending' }
  | { readonly step: 'failed'; readonly error: GovgateError }
  | { readonly step: 'overtaken'; readonly error: GovgateError; readonly since: readonly Difference[] }
  | { readonly step: 'done'; readonly answer: unknown };

interface PendingChange<R> {
  readonly change: Change<R>;
  readonly record: R;
  readonly reread: (() => Promise<R>) | undefined;
  readonly onClose: () => void;
  /** For a form that stays open: the record as the change left it. */
  readonly next?: (answer: unknown) => R;
}

interface SendingState<R> {
  /** The record as the user has seen it. */
  readonly seen: R;
  readonly outcome: Outcome;
  readonly correlationId: string;
  readonly send: (values: Values) => void;
}

/** Sends a change against the state that was seen; after a conflicting one, the state that is now is seen. */
export const useSending = <R>(pending: PendingChange<R>): SendingState<R> => {
  const { change, record, reread, onClose, next } = pending;
  const { client } = useApi();
  const queries = useQueryClient();
  const [seen, setSeen] = useState<R>(record);
  const [outcome, setOutcome] = useState<Outcome>({ step: 'asking' });
  const [correlationId] = useState(newId);
  const keys = useRef(new Map<string, string>());

  const send = async (values: Values): Promise<void> => {
    setOutcome({ step: 'sending' });
    const idempotencyKey = keyFor(keys.current, [values, seen]);
    const options = { ...ifMatchOf(seen), idempotencyKey, correlationId };
    try {
      const answer = await change.send({ client, record: seen, values, options });
      setOutcome({ step: 'done', answer });
      if (next !== undefined) setSeen(next(answer));
      // Whatever is shown may have changed with it.
      void queries.invalidateQueries();
      // What is shown once is looked at before the dialog closes.
      if (change.Answer !== undefined) return;
      showToast({ title: change.label, answer, correlationId });
      onClose();
    } catch (fault) {
      const error = failureOfCall(fault);
      // Somebody was faster: what is shown behind the form is out of date.
      if (error.status === 409) void queries.invalidateQueries();
      if (error.status !== 412 || reread === undefined) return setOutcome({ step: 'failed', error });
      const { now, outcome } = await overtaken(error, seen, reread);
      setSeen(now);
      setOutcome(outcome);
    }
  };

  return { seen, outcome, correlationId, send: (values) => void send(values) };
};

/** What somebody else's change means for one that was sent: the record as it is now, and how far this one has come. */
const overtaken = async <R>(
  error: GovgateError,
  seen: R,
  reread: () => Promise<R>,
): Promise<{ readonly now: R; readonly outcome: Outcome }> => {
  try {
    const now = await reread();
    return { now, outcome: { step: 'overtaken', error, since: differences(seen, now) } };
  } catch (fault) {
    return { now: seen, outcome: { step: 'failed', error: failureOfCall(fault) } };
  }
};
