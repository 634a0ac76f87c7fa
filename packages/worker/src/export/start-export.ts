import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ExportDeps, type ExportEngine, makeExportEngine } from '@govgate/application';
import { makeRepeatingJob } from '../schedule/repeating-job.js';
import { endWithin } from '../within-time.js';

/** What an exporting process reports and listens to. */
export interface ExportOptions extends Pick<ExportDeps, 'report' | 'failed'> {
  /** Registers a listener for this process's own commits. */
  readonly listen?: (listener: ExportEngine['committed']) => void;
}

/** Commits of other processes are found within this time, in milliseconds. */
const POLL_EVERY_MS = 500;
/** A request takes 15 seconds at most. */
const STOP_MS = 20_000;

/** Runs continuous export in this process. Processes sharing a store divide the destinations by leases. */
export const startExport = (
  ports: Omit<ExportDeps, 'holder' | 'random' | 'wait' | 'report' | 'failed'>,
  options: ExportOptions,
): { stop(): Promise<void> } => {
  const failed = options.failed ?? (() => undefined);
  const engine = makeExportEngine({
    ...ports,
    holder: randomUUID(),
    random: Math.random,
    wait: (ms) => wait(ms, undefined, { ref: false }),
    failed,
    ...(options.report === undefined ? {} : { report: options.report }),
  });
  const polling = makeRepeatingJob({
    name: 'export',
    everyMs: POLL_EVERY_MS,
    run: () => engine.tick(),
    onFailure: failed,
  });
  options.listen?.((events) => engine.committed(events));
  return {
    stop: async () => {
      await polling.stop();
      await endWithin(engine.stop(), STOP_MS);
    },
  };
};
