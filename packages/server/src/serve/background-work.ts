import { makeRepeatingJob, type RepeatingJob } from '@govgate/worker/in-process';
import type { Container } from 'inversify';
import { ID } from '../modules/identifiers.js';

/** Work that goes on beside the API. */
export interface BackgroundWork {
  stop(): Promise<void>;
}

const CHECKPOINT_MS = 60_000;

/** Starts what this process does by the clock: signing the heads of the audit chains. */
export const startBackgroundWork = (container: Container): BackgroundWork => {
  const log = container.get(ID.log);
  const jobs: RepeatingJob[] = [
    makeRepeatingJob({
      name: 'sign_checkpoints',
      everyMs: CHECKPOINT_MS,
      run: async () => {
        await container.get(ID.signCheckpoints)();
      },
      onFailure: (fault) => log.failure('a background job failed', fault, { job: 'sign_checkpoints' }),
    }),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
};
