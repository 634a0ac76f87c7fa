import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../state/api.js';
import { type Bulk, type BulkAct, isPending, type Line, preparedLine, sentLine } from './bulk.js';
import type { Values } from './fields.js';
import { keyFor, newId } from './sending.js';
import { showToast } from './toasts.js';

interface Changing<Item> {
  readonly bulk: Bulk<Item>;
  readonly act: BulkAct;
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

/** Reads several records, and changes them one after the other: what fails is named, and holds up nothing else. */
export const useBulk = <Item>({ bulk, act, items, onClose }: Changing<Item>) => {
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const [correlationId] = useState(newId);
  const [isStopped, stop] = useStop();
  const keys = useRef(new Map<string, string>());
  const [lines, setLines] = usePrepared({ bulk, act, items });

  const run = async (values: Values): Promise<void> => {
    isStopped.current = false;
    setBegun(true);
    setRunning(true);
    const now = [...lines];
    for (const [place, line] of now.entries()) {
      if (isStopped.current || !isPending(line)) continue;
      setLines([...now.slice(0, place), { ...line, step: 'sending' }, ...now.slice(place + 1)]);
      const idempotencyKey = keyFor(keys.current, [values, place]);
      now[place] = await sentLine(line, values, { idempotencyKey, correlationId });
      setLines([...now]);
    }
    setRunning(false);
    void queries.invalidateQueries();
    if (!now.every(({ step }) => step === 'done')) return;
    showToast({ title: act.label, answer: undefined, correlationId });
    onClose();
  };

  return {
    lines,
    /** How many are still to be sent. */
    pending: lines.filter(isPending).length,
    isRunning,
    hasBegun,
    correlationId,
    run: (values: Values) => void run(values),
    stop,
  };
};

/** Whether it was stopped. What was sent is never unsent; what was not yet is not, once nobody looks. */
const useStop = () => {
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on until nobody looks.
  useEffect(() => {
    isStopped.current = false;
    return stop;
  }, []);
  return [isStopped, stop] as const;
};

const usePrepared = <Item>({ bulk, act, items }: Omit<Changing<Item>, 'onClose'>) => {
  const api = useApi();
  const lines = useState<readonly Line[]>(() =>
    items.map((item) => ({ name: bulk.nameOf(item), step: 'preparing' })),
  );
  const [, setLines] = lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read once, as they were selected.
  useEffect(() => {
    const read = items.map((item) => preparedLine(bulk.nameOf(item), bulk.prepare(item, api, act.actions)));
    void Promise.all(read).then(setLines);
  }, []);
  return lines;
};
