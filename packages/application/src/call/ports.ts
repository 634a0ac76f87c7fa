import type { Sha256Bytes, Sha256Hex, VerifySignature } from '@govgate/domain';
import type {
  AuditTrail,
  CheckpointSigner,
  Clock,
  IdSource,
  JobQueue,
  KeptCheckpoints,
  ManifestTexts,
  Outbox,
  Patience,
  Projections,
  RecordStore,
  RevisionReader,
  RevocationFeed,
  TokenSealer,
  UnitOfWork,
} from '@govgate/ports';
import type { TakeQuota } from './quotas.js';
import type { Tidings } from './tidings.js';
import type { TrailTurns } from './trail-turns.js';
import type { Turns } from './turns.js';

/** Every port that some use case takes. Each use case names the ones it uses with `Pick`. */
export interface Ports {
  readonly records: RecordStore;
  readonly unitOfWork: UnitOfWork;
  readonly auditTrail: AuditTrail;
  readonly revocations: RevocationFeed;
  readonly revisions: RevisionReader;
  readonly projections: Projections;
  readonly outbox: Outbox;
  readonly jobQueue: JobQueue;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly pageTokens: TokenSealer;
  readonly checkpointSigner: CheckpointSigner;
  readonly keptCheckpoints: KeptCheckpoints;
  /** A fast SHA-256 of the host, hex. */
  readonly hash: Sha256Hex;
  /** The same over bytes: for the trails' trees. */
  readonly digest: Sha256Bytes;
  /** Random bytes that nobody can guess: what tokens are made of. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** A fast check of Ed25519 signatures of the host. */
  readonly verifySignature: VerifySignature;
  /** Who reads a whole trail right now. */
  readonly trailTurns: TrailTurns;
  /** The fingerprint of a reference to a secret under the server's key (decisions, section 4). */
  readonly secretFingerprint: (reference: string) => string;
  readonly patience: Patience;
  /** Of what this process writes, for callers who wait. */
  readonly tidings: Tidings;
  readonly takeQuota: TakeQuota;
  readonly turns: Turns;
  readonly manifestTexts: ManifestTexts;
  /** Where callers reach the service, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Counts what the decision point said: decisions are audited by counters, not by events (decisions, section 16). */
  readonly countDecision: (decision: boolean, times: number) => void;
  readonly settings: Settings;
  readonly parts: readonly ServicePart[];
  /** What an operator is warned of besides the parts: whether it holds right now. */
  readonly looks: Readonly<Record<ServiceLook, () => Promise<boolean>>>;
}

/** no_write_since_failure: a change failed for the store, and none has succeeded since. keys_unreadable: the next start would fail. */
export type ServiceLook = 'no_write_since_failure' | 'keys_unreadable';

/** Something that the service runs on. */
export interface ServicePart {
  readonly name: string;
  /** Whether the service can answer at all without it. */
  readonly required: boolean;
  /** Rejects while it is away. */
  readonly check: () => Promise<void>;
}

/** Settings that use cases decide by. */
export interface Settings {
  readonly bootstrapTenant: string;
  readonly bootstrapEnvironment: string;
  /** Whether people who had a hand in an MCP submission, a credential binding or an agent are kept from approving it. */
  readonly fourEyes: boolean;
  /** How long audit events are kept before they are sealed; undefined: for ever. */
  readonly auditRetentionDays?: number | undefined;
}
