import type { ChildProcess } from 'node:child_process';
import { CLI, spawnEntry } from './spawned-service.js';

const START_MS = 90_000;

/** A worker in a separate process. */
export interface SpawnedWorker {
  readonly process: ChildProcess;
  readonly stderr: () => string;
  kill(): Promise<void>;
  /** SIGTERM, and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `govgate work` and waits until it prints the given text. */
export const spawnWorker = async (
  environment: Readonly<Record<string, string>>,
  until = 'running the jobs',
  entry = CLI,
): Promise<SpawnedWorker> => {
  const child = await spawnEntry(entry, ['work'], { GOVGATE_LOG_LEVEL: 'error', ...environment });
  let stderr = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the worker did not start: ${stderr}`));
    }, START_MS);
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
      if (!stderr.includes(until)) return;
      clearTimeout(limit);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`the worker ended with ${code}: ${stderr}`));
    });
  });
  return {
    process: child,
    stderr: () => stderr,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
};
