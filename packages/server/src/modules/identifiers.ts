import 'reflect-metadata';
import type {
  Authenticate,
  CommittedEvents,
  DecisionPorts,
  Ports,
  SignCheckpoints,
} from '@govgate/application';
import type {
  Clock,
  EventMac,
  GovernanceStore,
  IdSource,
  RateCounter,
  ServiceLog,
  SignalSigner,
  Timer,
} from '@govgate/ports';
import type { ServiceIdentifier } from 'inversify';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.js';
import type { IdentityProvider } from '../identity/identity-provider.js';
import type { Counts } from '../serve/counts.js';
import type { Draining } from '../serve/drain.js';
import type { ServiceAddress } from '../serve/service-address.js';
import type { WorkQueue } from '../service.js';
import type { ServerSettings } from '../settings/settings.js';
import type { StoreEvents } from '../store/observe-store.js';
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
  counts: identifier<Counts>('counts'),
  store: identifier<GovernanceStore>('store'),
  storeEvents: identifier<StoreEvents>('storeEvents'),
  /** Whether this process's last commit failed because of the store. */
  lastCommit: identifier<{ readonly failed: boolean }>('lastCommit'),
  storeFolder: identifier<string | undefined>('storeFolder'),
  serverKeys: identifier<ServerKeys>('serverKeys'),
  keysInStore: identifier<boolean>('keysInStore'),
  eventMac: identifier<EventMac>('eventMac'),
  committedEvents: identifier<CommittedEvents>('committedEvents'),
  ports: identifier<Ports & DecisionPorts>('ports'),
  identityProvider: identifier<IdentityProvider | undefined>('identityProvider'),
  signalSigner: identifier<SignalSigner | undefined>('signalSigner'),
  authenticate: identifier<Authenticate>('authenticate'),
  rateCounter: identifier<RateCounter>('rateCounter'),
  manifestThread: identifier<ManifestThread>('manifestThread'),
  timer: identifier<Timer & { stop(): void }>('timer'),
  work: identifier<WorkQueue>('work'),
  address: identifier<ServiceAddress>('address'),
  draining: identifier<Draining>('draining'),
  checkpointFiles: identifier<CheckpointFiles>('checkpointFiles'),
  signCheckpoints: identifier<SignCheckpoints>('signCheckpoints'),
} as const;
