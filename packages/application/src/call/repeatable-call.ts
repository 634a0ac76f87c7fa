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
  /** What was sent with it: query and body. */
  readonly sent: Json;
}

/** Either the call goes ahead under its claim, or it was answered before and this is what it said. */
export type Claim = { readonly state: 'claimed' } | { readonly state: 'answered'; readonly output: unknown };

/** Whether what a commit keeps is the call's answer, or what is true of it until the call has ended. */
export type Keeping = 'answer' | 'provisional';

/** A first answer is replayed for a day. */
const REPLAY_SECONDS = 24 * 3600;
/** A claim whose process died is free again after this; longer than any call may take. */
const ABANDONED_SECONDS = 30;

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock'>;

/**
 * A call that carries an Idempotency-Key. Its key is claimed in the store once the caller is found to be allowed, so that a
 * replay is authorized as a first call is; the claim holds over a restart and over several processes, and the answer is kept
 * in the same commit that it answers for (decisions, sections 1 and 16).
 */
export class RepeatableCall {
  #claimed: { readonly entry: IdempotencyEntry; readonly version: number } | undefined;
  #kept: Keeping | undefined;

  constructor(
    private readonly deps: Deps,
    private readonly caller: Pick<Principal, 'actorId' | 'actorType' | 'tenantId'>,
    private readonly call: KeyedCall,
  ) {}

  /** Claims the key, or returns the outcome of the first call. A claim already held is kept. */
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

  /** The write that keeps an answer, to go into the call's commit. It counts only once `kept` is called after the commit. */
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

  /** Notes that a commit carried the answer. */
  kept(as: Keeping): void {
    if (this.#claimed === undefined) return;
    this.#claimed = { ...this.#claimed, version: this.#claimed.version + 1 };
    this.#kept = as;
  }

  /** Ends the call: keeps an answer that no commit carried, and lets go of the key of one that was refused and changed nothing. */
  async settle(outcome: Result<unknown>): Promise<void> {
    if (this.#claimed === undefined || this.#kept === 'answer') return;
    if (outcome.ok) return this.#keepAlone(outcome.value);
    if (this.#kept === undefined) await this.#letGo(this.#claimed);
  }

  async #keepAlone(output: unknown): Promise<void> {
    const { unitOfWork, clock } = this.deps;
    const write = unitOfWork.observe([this.keeping(output, clock.now(), 'answer')]);
    // What the commit kept is true too, so a store that fails now takes nothing back.
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

const tellOf = (
  { createdAt, updatedAt, fingerprint, state, output }: IdempotencyEntry,
  asked: string,
  now: Instant,
): Result<Claim> | undefined => {
  if (createdAt <= addSeconds(now, -REPLAY_SECONDS)) return undefined;
  if (fingerprint !== asked) return refuse('idempotency_key_reused');
  if (state === 'running' && updatedAt > addSeconds(now, -ABANDONED_SECONDS))
    return refuse('idempotency_in_progress');
  // A call that ended with its process had changed something if it left an answer, else nothing.
  return output === '' ? undefined : ok({ state: 'answered', output: JSON.parse(output) });
};

/** Makes the calls of callers who sent an Idempotency-Key. */
export type MakeRepeatable = (caller: Principal, call: KeyedCall) => RepeatableCall;

/** Keys are kept in the store that the calls change. */
export const makeRepeatableCalls =
  (deps: Deps): MakeRepeatable =>
  (caller, call) =>
    new RepeatableCall(deps, caller, call);
