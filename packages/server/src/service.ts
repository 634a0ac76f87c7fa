import type { Authenticate, DecisionPorts, Ports, SignCheckpoints } from '@govgate/application';
import type { GovernanceStore, ServiceLog, Timer } from '@govgate/ports';
import type { InProcessQueue } from '@govgate/worker/in-process';
import type { BullQueue } from '@govgate/worker/redis';
import type { IdentityProvider } from './identity/identity-provider.js';
import type { Counts } from './serve/counts.js';
import type { Draining } from './serve/drain.js';
import type { ServiceAddress } from './serve/service-address.js';
import type { ServerSettings } from './settings/settings.js';
import type { StoreEvents } from './store/observe-store.js';
import type { ManifestThread } from './system/manifest-thread.js';

/** Where jobs wait: in this process, or in Redis. */
export type WorkQueue =
  | { readonly place: 'process'; readonly queue: InProcessQueue }
  | { readonly place: 'redis'; readonly queue: BullQueue };

/** A composed process: what servers, background work and commands are made of. */
export interface Service {
  readonly settings: ServerSettings;
  readonly log: ServiceLog & { flush(): void };
  readonly counts: Counts;
  readonly store: GovernanceStore;
  readonly storeEvents: StoreEvents;
  readonly ports: Ports & DecisionPorts;
  readonly authenticate: Authenticate;
  readonly signCheckpoints: SignCheckpoints;
  readonly work: WorkQueue;
  readonly address: ServiceAddress;
  readonly draining: Draining;
  /** Where an issuer of JWTs is configured. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly timer: Timer & { stop(): void };
  readonly manifestThread: ManifestThread;
}
