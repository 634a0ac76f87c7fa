import { makeInProcessQueue } from '@govgate/worker/in-process';
import { ContainerModule } from 'inversify';
import type { ServerSettings } from '../settings/settings.js';
import { makeWindowCounter } from '../system/window-counter.js';
import { ID } from './identifiers.js';

/** Who does the background work: workers behind Redis if configured, else this process. The driver is loaded only then. */
export const workModule = async ({ redisUrl }: Pick<ServerSettings, 'redisUrl'>): Promise<ContainerModule> =>
  redisUrl === undefined ? inProcessModule() : redisModule(redisUrl.reveal());

const inProcessModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const queue = makeInProcessQueue();
    bind(ID.work).toConstantValue({ place: 'process', queue });
    bind(ID.rateCounter).toResolvedValue(makeWindowCounter, []).inSingletonScope();
  });

const redisModule = async (url: string): Promise<ContainerModule> => {
  const { makeBullQueue, makeRedisRateCounter } = await import('@govgate/worker/redis');
  const place = { url };
  const queue = makeBullQueue(place);
  return new ContainerModule(({ bind }) => {
    bind(ID.work).toConstantValue({ place: 'redis', queue });
    bind(ID.rateCounter).toConstantValue(makeRedisRateCounter(place, queue.redis, makeWindowCounter()));
  });
};
