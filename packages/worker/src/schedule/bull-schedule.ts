import type { Queue } from 'bullmq';
import { SCHEDULE, type ScheduledJob, scheduledJob } from '../jobs/schedule-table.js';
import { keysOf, type RedisLocation } from '../queue/bull-names.js';
import { payloadOf } from '../queue/bull-payload.js';
import type { BullQueue } from '../queue/bull-queue.js';
import { CANARY } from '../queue/bull-worker.js';
import { makeRepeatingJob } from './repeating-job.js';

const CHECK_EVERY_MS = 3_000;

interface Row {
  readonly id: string;
  readonly job: string;
  readonly everyMs: number;
  readonly subjectId: string;
}

/**
 * Installs the schedule in Redis and keeps it there: every worker checks that it still exists, as a flushed Redis has lost it. Concurrent
 * installations write the same.
 */
export const keepSchedule = (
  place: RedisLocation,
  queue: BullQueue,
  schedule: readonly ScheduledJob[] = [CANARY, ...SCHEDULE],
): { stop(): Promise<void> } => {
  const rows = rowsOf(schedule);
  const version = JSON.stringify(rows);
  const { schedule: marker } = keysOf(place);
  const ensureSchedule = async (): Promise<void> => {
    if (queue.redis.status !== 'ready' || (await queue.redis.get(marker)) === version) return;
    await putUp(await queue.bull(), rows);
    await queue.redis.set(marker, version);
  };
  const ignore = (): void => undefined;
  const first = ensureSchedule().catch(ignore);
  const job = makeRepeatingJob({
    name: 'keep_schedule',
    everyMs: CHECK_EVERY_MS,
    run: ensureSchedule,
    onFailure: ignore,
  });
  return { stop: async () => void (await Promise.all([first, job.stop()])) };
};

const putUp = async (queue: Queue, rows: readonly Row[]): Promise<void> => {
  const wanted = new Set(rows.map(({ id }) => id));
  for (const { key } of await queue.getJobSchedulers())
    if (!wanted.has(key)) await queue.removeJobScheduler(key);
  for (const { id, job, everyMs, subjectId } of rows) {
    const data = payloadOf(scheduledJob(job, id, subjectId));
    const opts = { removeOnComplete: true, removeOnFail: true };
    await queue.upsertJobScheduler(id, { every: everyMs }, { name: job, data, opts });
  }
};

const rowsOf = (schedule: readonly ScheduledJob[]): Row[] =>
  schedule.flatMap(({ job, everyMs, shards = 1 }) =>
    Array.from({ length: shards }, (_, index) => ({
      id: shards === 1 ? job : `${job}-${index}`,
      job,
      everyMs,
      subjectId: shards === 1 ? '' : `${index}.${shards}`,
    })),
  );
