import { makeInProcessQueue } from '@govgate/worker/in-process';
import { ContainerModule } from 'inversify';
import { ID } from './identifiers.js';

/** Who does the work beside the API: this process, as long as there is no Redis. */
export const workModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const queue = makeInProcessQueue();
    bind(ID.jobQueue).toConstantValue(queue);
    bind(ID.inProcessQueue).toConstantValue(queue);
  });
