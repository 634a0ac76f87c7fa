import type { FoundFault, Sha256Hex, VerifySignature } from '@govgate/domain';
import type { Sha256Bytes } from '@govgate/domain/internal';
import type {
  AuditTrail,
  CheckpointSigner,
  Clock,
  EventMac,
  IdSource,
  JobQueue,
  KeptCheckpoints,
  LogoutTokenVerifier,
  ManifestTexts,
  Outbox,
  RecordStore,
  RevisionReader,
  RevocationFeed,
  SignalSigner,
  SignalVerifier,
  Timer,
  TokenSealer,
  UnitOfWork,
} from '@govgate/ports';
import type { CheckedName } from './checked-names.js';
import type { CommittedEvents } from './committed-events.js';
import type { KeyLock } from './key-lock.js';
import type { Notifications } from './notifications.js';
import type { TakeQuota } from './quotas.js';
import type { Shares } from './shares.js';
import type { TenantQueue } from './tenant-queue.js';

/** Every port some use case needs. Each use case names its own with `Pick`. */
export interface Ports {
  readonly records: RecordStore;
  readonly unitOfWork: UnitOfWork;
  readonly auditTrail: AuditTrail;
  readonly revocations: RevocationFeed;
  readonly revisions: RevisionReader;
  readonly outbox: Outbox;
  readonly jobQueue: JobQueue;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly pageTokens: TokenSealer;
  readonly checkpointSigner: CheckpointSigner;
  readonly keptCheckpoints: KeptCheckpoints;
  /** The MAC that every event of this installation carries. */
  readonly eventMac: EventMac;
  readonly committedEvents: CommittedEvents;
  /** The trails that this process found altered and does not sign, by tenant. */
  readonly alteredTrails: Map<string, FoundFault>;
  /** A fast SHA-256 of the host, hex. */
  readonly hash: Sha256Hex;
  /** The same over bytes, for the trails' trees. */
  readonly digest: Sha256Bytes;
  /** Unpredictable random bytes, from which tokens are made. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** The host's fast Ed25519 verification. */
  readonly verifySignature: VerifySignature;
  /** Readings of whole trails: two of a tenant at a time (docs/spec/conventions.md#limits). */
  readonly trailReadings: Shares;
  /** Readings of live MCP servers, which may hang. */
  readonly liveReadings: Shares;
  /** Expensive work of this process: a part of it in each turn of the event loop, tenant after tenant. */
  readonly tenantQueue: TenantQueue;
  /** The fingerprint of a reference to a secret under the server's key (docs/spec/credential-bindings.md). */
  readonly secretFingerprint: (reference: string) => string;
  readonly timer: Timer;
  /** Of this process's own writes, for waiting callers. */
  readonly notifications: Notifications;
  readonly takeQuota: TakeQuota;
  readonly locks: KeyLock;
  readonly manifestTexts: ManifestTexts;
  /** The public base URL, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Counts decisions of the decision point: they are audited by counters, not by events (docs/spec/conventions.md). */
  readonly countDecision: (decision: boolean, times: number) => void;
  /** Undefined: no issuer is configured. */
  readonly logoutTokens: LogoutTokenVerifier | undefined;
  /** Undefined: no issuer is configured. */
  readonly signals: SignalVerifier | undefined;
  /** Undefined: no key to sign with is configured. */
  readonly signalSigner: SignalSigner | undefined;
  readonly settings: Settings;
  readonly parts: readonly ServicePart[];
  /** Warnings to operators besides the parts: whether each applies right now. */
  readonly warnings: Readonly<Record<ServiceWarning, () => Promise<boolean>>>;
}

/**
 * no_write_since_failure: a change failed because of the store, and none has succeeded since. keys_unreadable: the next start would fail.
 * keys_in_store: who can write the database can sign the trail. trail_altered: a trail is not what was committed, and is no longer signed.
 * draining: the process is about to stop.
 */
export type ServiceWarning =
  | 'no_write_since_failure'
  | 'keys_unreadable'
  | 'keys_in_store'
  | 'trail_altered'
  | 'draining';

/** A dependency of the running service. */
export interface ServicePart {
  readonly name: string;
  /** Whether the service cannot answer at all without it. */
  readonly required: boolean;
  /** Rejects while it is unreachable. */
  readonly check: () => Promise<void>;
}

/** Settings that affect use cases' decisions. */
export interface Settings {
  readonly bootstrapTenant: string;
  readonly bootstrapEnvironment: string;
  /** Whether people involved in an MCP submission, a credential binding or an agent are barred from approving it. */
  readonly fourEyes: boolean;
  /** How long a tool that cannot be compared with its approval may still be called. */
  readonly driftGraceSeconds: number;
  /** The headers in which a gateway names who makes a call that it has checked, and to which server. */
  readonly checkHeaders: Readonly<Record<CheckedName, string>>;
  /** How long audit events are kept before they are sealed; undefined: forever. */
  readonly auditRetentionDays?: number | undefined;
}
