import {
  headAfter,
  type Instant,
  type SealedAuditEvent,
  type SequencedRevocation,
  type Sha256Hex,
  sealAuditEvent,
  sequenceRevocation,
} from '@govgate/domain';
import type { AnyKind, CommitOutcome } from '@govgate/ports';
import type { Filter, ObjectId } from 'mongodb';
import {
  type AuditDocument,
  COUNTER,
  type HeadDocument,
  type OutboxDocument,
  type RecordDocument,
  type RevocationDocument,
  TENANT_HEAD,
} from '../kinds/documents.js';
import {
  counterDocument,
  countOf,
  type TenantHead,
  tenantHeadDocument,
  tenantHeadOf,
} from '../kinds/heads.js';
import { revocationCounterKey } from '../kinds/keys.js';
import { auditDocumentOf } from '../read/audit-document.js';
import { outboxDocumentOf } from '../read/outbox.js';
import { revocationDocumentOf } from '../read/revocation-feed.js';
import { judgeUnit, type Step } from './judge-unit.js';
import { handedOver, recordWrite } from './record-writes.js';
import { type RecordState, type StoredState, stateKey, tenantHead, tenantsOf } from './stored-state.js';
import type { Unit } from './unit.js';
import { WriteList } from './write-list.js';

/** Which attempt writes, and its hash function. */
export interface Writing {
  readonly token: ObjectId;
  readonly hash: Sha256Hex;
}

/**
 * The units of a transaction, judged one after the other against the current state and turned into lists of writes. A unit that does not
 * fit leaves no trace. Pure: nothing is read or written here.
 */
export class GroupDraft {
  readonly records = new Map<AnyKind, WriteList<RecordDocument>>();
  readonly revocations = new WriteList<RevocationDocument>();
  readonly outbox = new WriteList<OutboxDocument>();
  readonly audit = new WriteList<AuditDocument>();
  readonly #states: Map<string, RecordState>;
  readonly #tenants = new Map<string, TenantHead>();
  readonly #counters = new Map<string, number>();
  #taken = 0;

  constructor(
    private readonly stored: StoredState,
    private readonly writing: Writing,
  ) {
    this.#states = new Map(stored.records);
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return this.#taken === 0;
  }

  take(owner: number, unit: Unit): CommitOutcome {
    const judged = judgeUnit(unit, { records: this.#states, holders: this.stored.holders });
    if (!judged.fits) return { committed: false, conflict: judged.conflict };
    this.#taken += 1;
    this.#write(owner, judged.steps);
    this.#moveRevisions(unit);
    const audit = unit.audit.map((event) => this.#seal(owner, event, unit.mac));
    const revocations = unit.revocations.map((revocation) => this.#number(owner, revocation, unit.now?.()));
    const commit = unit.audit[0] === undefined ? 0 : this.#tenant(unit.audit[0].tenantId).content;
    for (const [index, entry] of unit.outbox.entries())
      this.outbox.add(owner, { insertOne: { document: outboxDocumentOf(entry, { commit, index }) } });
    return { committed: true, audit, revocations };
  }

  /** Heads and counters as the units leave them. They belong to the group, so no unit owns their writes. */
  heads(): WriteList<HeadDocument> {
    const list = new WriteList<HeadDocument>();
    for (const head of this.#tenants.values())
      this.#putHead(list, tenantHeadDocument(head), (before) => ({
        [TENANT_HEAD.content]: tenantHeadOf(before).content,
      }));
    for (const [key, count] of this.#counters)
      this.#putHead(list, counterDocument(key, count), (before) => ({ [COUNTER.count]: countOf(before) }));
    return list;
  }

  #putHead(
    list: WriteList<HeadDocument>,
    head: HeadDocument,
    asRead: (before: HeadDocument) => Filter<HeadDocument>,
  ): void {
    const before = this.stored.heads.get(head._id);
    if (before === undefined) list.add(-1, { insertOne: { document: head } });
    else list.add(-1, { replaceOne: { filter: { _id: head._id, ...asRead(before) }, replacement: head } });
  }

  #write(owner: number, steps: readonly Step[]): void {
    for (const [{ change }, release] of handedOver(steps)) this.#listOf(change.kind).add(owner, release);
    for (const step of steps) {
      const { change, before, after } = step;
      if (before === undefined && after === undefined) continue;
      const write = recordWrite(step, this.writing.token);
      if (write !== undefined) this.#listOf(change.kind).add(owner, write);
      const place = stateKey(change.kind, change.key);
      if (after === undefined) this.#states.delete(place);
      else this.#states.set(place, after);
    }
  }

  #listOf(kind: AnyKind): WriteList<RecordDocument> {
    const list = this.records.get(kind) ?? new WriteList<RecordDocument>();
    this.records.set(kind, list);
    return list;
  }

  #number(
    owner: number,
    revocation: Unit['revocations'][number],
    writtenAt: Instant | undefined,
  ): SequencedRevocation {
    const key = revocationCounterKey(revocation.tenantId, revocation.environmentId);
    const sequence = (this.#counters.get(key) ?? this.#counted(key)) + 1;
    this.#counters.set(key, sequence);
    const placed = sequenceRevocation(revocation, sequence, writtenAt);
    this.revocations.add(owner, { insertOne: { document: revocationDocumentOf(placed) } });
    return placed;
  }

  #counted(key: string): number {
    return countOf(this.stored.heads.get(key));
  }

  #seal(owner: number, event: Unit['audit'][number], mac: Unit['mac']): SealedAuditEvent {
    const head = this.#tenant(event.tenantId);
    const sealed = sealAuditEvent(event, head, this.writing.hash);
    this.audit.add(owner, { insertOne: { document: auditDocumentOf(sealed, mac) } });
    this.#tenants.set(event.tenantId, { ...head, ...headAfter(sealed.event) });
    return sealed.event;
  }

  #moveRevisions(unit: Unit): void {
    const moved = unit.changes.some(({ kind }) => kind.authorization) ? 1 : 0;
    for (const tenantId of tenantsOf(unit)) {
      const head = this.#tenant(tenantId);
      this.#tenants.set(tenantId, {
        ...head,
        content: head.content + 1,
        authorization: head.authorization + moved,
      });
    }
  }

  #tenant(tenantId: string): TenantHead {
    return this.#tenants.get(tenantId) ?? tenantHead(this.stored, tenantId);
  }
}
