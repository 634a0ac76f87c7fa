import { type FollowedProcess, followUntil } from './followed-process.js';
import { CLI, spawnEntry } from './spawned-service.js';

/** A worker in a separate process. */
export type SpawnedWorker = FollowedProcess;

/** Starts `govgate work` and waits until it prints the given text. */
export const spawnWorker = async (
  environment: Readonly<Record<string, string>>,
  until = 'running the jobs',
  entry = CLI,
): Promise<SpawnedWorker> =>
  followUntil(
    await spawnEntry(entry, ['work'], { GOVGATE_LOG_LEVEL: 'error', ...environment }),
    new RegExp(until),
  );
