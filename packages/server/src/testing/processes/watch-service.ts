import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type SpawnedService, spawnService } from './spawned-service.js';
import type { LoopFigures } from './watched-service.js';

const ENTRY = fileURLToPath(new URL('./watched-service.ts', import.meta.url));

/** A service whose event loop is watched from inside. */
export interface WatchedService extends SpawnedService {
  /** Figures since the last request. */
  readonly figures: () => Promise<LoopFigures>;
}

/** Starts one in a separate process. */
export const watchService = async (
  environment: Readonly<Record<string, string>>,
  entry = ENTRY,
): Promise<WatchedService> => {
  const service = await spawnService(environment, ['serve'], entry);
  let read = 0;
  const figures = async (): Promise<LoopFigures> => {
    service.process.kill('SIGUSR2');
    for (;;) {
      const line = service.stdout().split('\n')[read];
      if (line !== undefined && service.stdout().split('\n').length > read + 1) {
        read += 1;
        return JSON.parse(line) as LoopFigures;
      }
      await delay(5);
    }
  };
  return { ...service, figures };
};
