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
/** A claim whose process died expires after this; longer than any call may take. */
const ABANDONED_SECONDS = 30;

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock'>;

/**
 * A call with an Idempotency-Key. Its key is claimed in the store once the caller is found to be allowed, so that a replay is authorized
 * like a first call; the claim survives restarts and spans processes, and the answer is kept in the very commit it reports (decisions,
 * sections 1 and 16).
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
    const { entryId, tenantId, fingerprint } = this.#name();
    const before = await records.get(idempotencyKind, { tenantId }, entryId);
    const now = clock.now();
    const told = before === undefined ? undefined : tellOf(before.record, fingerprint, now);
    if (told !== undefined) return told;
    const entry: IdempotencyEntry = {
      entryId,
      tenantId,
      fingerprint,
      state: 'running',
      createdAt: now,
      updatedAt: now,
      output: '',
    };
    const expectedVersion = before?.version ?? null;
    const { committed } = await unitOfWork.observe([
      { kind: idempotencyKind, record: entry, expectedVersion },
    ]);
    if (!committed) return refuse('idempotency_in_progress');
    this.#claimed = { entry, version: (expectedVersion ?? 0) + 1 };
    return ok({ state: 'claimed' });
  }

  #name(): Pick<IdempotencyEntry, 'entryId' | 'tenantId' | 'fingerprint'> {
    const { actorId, actorType, tenantId } = this.caller;
    const { operationId, path, key, sent } = this.call;
    const entryId = sha256Hex(JSON.stringify([actorType, actorId, operationId, path, key]));
    return { entryId, tenantId, fingerprint: canonicalHash(sent) };
  }

  /** The write that keeps an answer, to be part of the call's commit. It counts only once `kept` is called after the commit. */
  keeping(output: unknown, now: Instant, as: Keeping): Put<typeof idempotencyKind> {
    if (this.#claimed === undefined) throw new Error('a call keeps its answer before it has claimed its key');
    const { entry, version } = this.#claimed;
    const record: IdempotencyEntry = {
      ...entry,
      state: as === 'answer' ? 'answered' : 'running',
      updatedAt: now,
      output: JSON.stringify(output),
    };
    return { kind: idempotencyKind, record, expectedVersion: version };
  }

  /** Records that a commit contained the answer. */
  kept(as: Keeping): void {
    if (this.#claimed === undefined) return;
    this.#claimed = { ...this.#claimed, version: this.#claimed.version + 1 };
    this.#kept = as;
  }

  /** Ends the call: keeps an answer no commit contained, and releases the key of a refused call that changed nothing. */
  async settle(outcome: Result<unknown>): Promise<void> {
    if (this.#claimed === undefined || this.#kept === 'answer') return;
    if (outcome.ok) return this.#keepAlone(outcome.value);
    if (this.#kept === undefined) await this.#letGo(this.#claimed);
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

const tellOf = (
  { createdAt, updatedAt, fingerprint, state, output }: IdempotencyEntry,
  asked: string,
  now: Instant,
): Result<Claim> | undefined => {
  if (createdAt <= addSeconds(now, -REPLAY_SECONDS)) return undefined;
  if (fingerprint !== asked) return refuse('idempotency_key_reused');
  if (state === 'running' && updatedAt > addSeconds(now, -ABANDONED_SECONDS))
    return refuse('idempotency_in_progress');
  // A call that died with its process had changed something if it left an answer, else nothing.
  return output === '' ? undefined : ok({ state: 'answered', output: JSON.parse(output) });
};
