import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeRebuildLists } from '@govgate/application';
import { makeRepeatingJob } from '@govgate/worker/in-process';
import type { Service } from '../service.js';

/** How often records written by older processes are looked for. */
const LOOK_EVERY_MS = 15_000;

/** Rebuilds projections from the start on, in whichever process on the store comes first. */
export const keepListsWhole = ({
  log,
  ports: { projections, clock },
}: Service): { stop(): Promise<void> } => {
  const rebuild = makeRebuildLists({
    ...{ projections, clock, log },
    holder: randomUUID(),
    wait: (ms) => wait(ms, undefined, { ref: false }),
  });
  const signal = { aborted: false };
  const failed = (fault: unknown): void => log.failure('lists could not be rebuilt', fault);
  const first = rebuild(signal).catch(failed);
  const job = makeRepeatingJob({
    name: 'rebuild_lists',
    everyMs: LOOK_EVERY_MS,
    run: async () => {
      await first;
      await rebuild(signal);
    },
    onFailure: failed,
  });
  return {
    stop: async () => {
      signal.aborted = true;
      await Promise.all([first, job.stop()]);
    },
  };
};
