import 'reflect-metadata';
import type { Authenticate, Ports, SignCheckpoints, UseCases } from '@govgate/application';
import type {
  Clock,
  GovernanceStore,
  IdSource,
  JobQueue,
  Patience,
  RateCounter,
  ServiceLog,
} from '@govgate/ports';
import type { InProcessQueue } from '@govgate/worker/in-process';
import type { BullQueue } from '@govgate/worker/redis';
import type { ServiceIdentifier } from 'inversify';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.js';
import type { IdentityProvider } from '../identity/identity-provider.js';
import type { ServiceAddress } from '../serve/service-address.js';
import type { ServerSettings } from '../settings/settings.js';
import type { CommitNews } from '../store/tell-commits.js';
import type { ManifestThread } from '../system/manifest-thread.js';
import type { ServerKeys } from '../system/server-keys.js';

const identifier = <T>(name: string): ServiceIdentifier<T> =>
  Symbol.for(`govgate.${name}`) as ServiceIdentifier<T>;

/** What the container binds. Typed, so that a module cannot bind one thing under the name of another. */
export const ID = {
  settings: identifier<ServerSettings>('settings'),
  clock: identifier<Clock>('clock'),
  ids: identifier<IdSource>('ids'),
  log: identifier<ServiceLog & { flush(): void }>('log'),
  store: identifier<GovernanceStore>('store'),
  commitNews: identifier<CommitNews>('commitNews'),
  serverKeys: identifier<ServerKeys>('serverKeys'),
  ports: identifier<Ports>('ports'),
  useCases: identifier<UseCases>('useCases'),
  identityProvider: identifier<IdentityProvider | undefined>('identityProvider'),
  authenticate: identifier<Authenticate>('authenticate'),
  rateCounter: identifier<RateCounter>('rateCounter'),
  manifestThread: identifier<ManifestThread>('manifestThread'),
  patience: identifier<Patience & { stop(): void }>('patience'),
  address: identifier<ServiceAddress>('address'),
  jobQueue: identifier<JobQueue>('jobQueue'),
  bullQueue: identifier<BullQueue | undefined>('bullQueue'),
  inProcessQueue: identifier<InProcessQueue | undefined>('inProcessQueue'),
  checkpointFiles: identifier<CheckpointFiles>('checkpointFiles'),
  signCheckpoints: identifier<SignCheckpoints>('signCheckpoints'),
} as const;
