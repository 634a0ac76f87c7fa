import {
  addSeconds,
  canonicalHash,
  type Instant,
  type Json,
  ok,
  type Principal,
  type Result,
  refuse,
  sha256Hex,
} from '@govgate/domain';
import { type IdempotencyEntry, idempotencyKind, type Put } from '@govgate/ports';
import type { Ports } from './ports.js';
import { utf8Length } from './utf8-length.js';

/** What identifies a call with an Idempotency-Key. */
export interface KeyedCall {
  readonly key: string;
  readonly operationId: string;
  readonly path: string;
  /** The request's query and body. */
  readonly sent: Json;
}

/** The call either proceeds under its claim, or was answered before with this outcome. */
export type Claim = { readonly state: 'claimed' } | { readonly state: 'answered'; readonly output: unknown };

/** Whether a commit keeps the call's final answer, or an interim one that holds until the call ends. */
export type Keeping = 'answer' | 'provisional';

/** An answer is replayed for a day. */
const REPLAY_SECONDS = 24 * 3600;
/** A longer answer is not kept; repeating its call is refused. */
const LONGEST_KEPT_KB = 256;
/** What is kept for one caller; beyond it the oldest answers go first. */
const MOST_KEPT_KB = 16 * 1024;
/** Kept in an entry besides the answer, indexes included. */
const ENTRY_BYTES = 768;
/** Entries removed at a time, each of them with its answer read. */
const REMOVED_AT_ONCE = 8;
/** A claim whose process died expires after this; longer than any call may take. */
const ABANDONED_SECONDS = 30;

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock'>;

/**
 * A call with an Idempotency-Key. Its key is claimed in the store once the caller is found to be allowed, so that a replay is authorized
 * like a first call; the claim survives restarts and spans processes, and the answer is kept in the very commit it reports (docs/spec/conventions.md).
 */
export class RepeatableCall {
  #claimed: { readonly entry: IdempotencyEntry; readonly version: number } | undefined;
  #kept: Keeping | undefined;

  constructor(
    private readonly deps: Deps,
    private readonly caller: Pick<Principal, 'actorId' | 'actorType' | 'tenantId'>,
    private readonly call: KeyedCall,
  ) {}

  /** Claims the key, or returns the first call's outcome. An existing claim of this call is kept. */
  async claim(): Promise<Result<Claim>> {
    if (this.#claimed !== undefined) return ok({ state: 'claimed' });
    const { records, unitOfWork, clock } = this.deps;
    const { entryId, tenantId, caller, fingerprint } = this.#name();
    const before = await records.get(idempotencyKind, { tenantId }, entryId);
    const now = clock.now();
    const first = before === undefined ? undefined : existingClaim(before.record, fingerprint, now);
    if (first !== undefined) return first;
    const entry: IdempotencyEntry = {
      entryId,
      tenantId,
      caller,
      fingerprint,
      state: 'running',
      createdAt: now,
      updatedAt: now,
      output: '',
      kilobytes: kilobytesOf(''),
    };
    const expectedVersion = before?.version ?? null;
    const { committed } = await unitOfWork.observe([
      { kind: idempotencyKind, record: entry, expectedVersion },
    ]);
    if (!committed) return refuse('idempotency_in_progress');
    this.#claimed = { entry, version: (expectedVersion ?? 0) + 1 };
    return ok({ state: 'claimed' });
  }

  #name(): Pick<IdempotencyEntry, 'entryId' | 'tenantId' | 'caller' | 'fingerprint'> {
    const { actorId, actorType, tenantId } = this.caller;
    const { operationId, path, key, sent } = this.call;
    const entryId = sha256Hex(JSON.stringify([actorType, actorId, operationId, path, key]));
    return { entryId, tenantId, caller: `${actorType}:${actorId}`, fingerprint: canonicalHash(sent) };
  }

  /** The write that keeps an answer, to be part of the call's commit. It counts only once `kept` is called after the commit. */
  keeping(output: unknown, now: Instant, as: Keeping): Put<typeof idempotencyKind> {
    if (this.#claimed === undefined) throw new Error('a call keeps its answer before it has claimed its key');
    const { entry, version } = this.#claimed;
    const text = JSON.stringify(output);
    const kept = as === 'answer' && kilobytesOf(text) > LONGEST_KEPT_KB ? '' : text;
    const record: IdempotencyEntry = {
      ...entry,
      state: as === 'answer' ? 'answered' : 'running',
      updatedAt: now,
      output: kept,
      kilobytes: kilobytesOf(kept),
    };
    return { kind: idempotencyKind, record, expectedVersion: version };
  }

  /** Records that a commit contained the answer. */
  kept(as: Keeping): void {
    if (this.#claimed === undefined) return;
    this.#claimed = { ...this.#claimed, version: this.#claimed.version + 1 };
    this.#kept = as;
  }

  /**
   * Ends the call: keeps an answer no commit contained, releases the key of a refused call that changed nothing, and removes the caller's
   * oldest answers beyond what is kept for one.
   */
  async settle(outcome: Result<unknown>): Promise<void> {
    if (this.#claimed === undefined) return;
    if (this.#kept !== 'answer') {
      if (outcome.ok) await this.#keepAlone(outcome.value);
      else if (this.#kept === undefined) return this.#letGo(this.#claimed);
    }
    // The call is done; what a failing store leaves is removed with the caller's next one.
    await this.#removeOldest(this.#claimed.entry).catch(() => undefined);
  }

  async #removeOldest({ tenantId, caller }: IdempotencyEntry): Promise<void> {
    const { records, unitOfWork } = this.deps;
    const where = { is: { caller } };
    const sizes = await records.countBy(idempotencyKind, { tenantId }, 'kilobytes', where);
    let excess = -MOST_KEPT_KB;
    for (const [kilobytes, count] of sizes) excess += Number(kilobytes) * count;
    while (excess > 0) {
      const order = { by: 'createdAt', direction: 'asc' } as const;
      const { items } = await records.page(
        idempotencyKind,
        { tenantId },
        { where, order, limit: REMOVED_AT_ONCE },
      );
      const changes = items.map(({ record, version }) => ({
        kind: idempotencyKind,
        removed: { scope: { tenantId }, id: record.entryId },
        expectedVersion: version,
      }));
      const { committed } = await unitOfWork.observe(changes);
      // Another call of the caller's removes them, or still keeps its own.
      if (!committed || items.length === 0) return;
      for (const { record } of items) excess -= record.kilobytes;
    }
  }

  async #keepAlone(output: unknown): Promise<void> {
    const { unitOfWork, clock } = this.deps;
    const write = unitOfWork.observe([this.keeping(output, clock.now(), 'answer')]);
    // The commit already kept a valid answer, so a store that fails now loses nothing.
    await (this.#kept === 'provisional' ? write.catch(() => undefined) : write);
  }

  async #letGo({
    entry,
    version,
  }: {
    readonly entry: IdempotencyEntry;
    readonly version: number;
  }): Promise<void> {
    const removed = { scope: { tenantId: entry.tenantId }, id: entry.entryId };
    await this.deps.unitOfWork.observe([{ kind: idempotencyKind, removed, expectedVersion: version }]);
  }
}

/** Makes the calls of callers who sent an Idempotency-Key. */
export type MakeRepeatable = (caller: Principal, call: KeyedCall) => RepeatableCall;

/** Keys are kept in the store the calls change. */
export const makeRepeatableCalls =
  (deps: Deps): MakeRepeatable =>
  (caller, call) =>
    new RepeatableCall(deps, caller, call);

const kilobytesOf = (text: string): number => Math.ceil((utf8Length(text) + ENTRY_BYTES) / 1024);

const existingClaim = (
  { createdAt, updatedAt, fingerprint, state, output }: IdempotencyEntry,
  fingerprintNow: string,
  now: Instant,
): Result<Claim> | undefined => {
  if (createdAt <= addSeconds(now, -REPLAY_SECONDS)) return undefined;
  if (fingerprint !== fingerprintNow) return refuse('idempotency_key_reused');
  if (state === 'running' && updatedAt > addSeconds(now, -ABANDONED_SECONDS))
    return refuse('idempotency_in_progress');
  if (output === '' && state === 'answered') return refuse('idempotency_answer_not_kept');
  // A call that died with its process had changed something if it left an answer, else nothing.
  return output === '' ? undefined : ok({ state: 'answered', output: JSON.parse(output) });
};
