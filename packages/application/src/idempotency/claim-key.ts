import { addSeconds, canonicalHash, type Json, type Result, refuse, sha256Hex } from '@govgate/domain';
import { type IdempotencyEntry, idempotencyKind, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { RepeatableCall } from './repeatable-call.js';

/** A call that carries an Idempotency-Key. */
export interface KeyedCall {
  readonly key: string;
  readonly operationId: string;
  readonly path: string;
  /** What was sent with it: query and body. */
  readonly sent: Json;
}

/** Either the call goes ahead under a claim, or it was answered before and this is what it said. */
export type Claim =
  | { readonly state: 'claimed'; readonly call: RepeatableCall }
  | { readonly state: 'answered'; readonly output: unknown };

/** A first answer is replayed for a day. */
const REPLAY_SECONDS = 24 * 3600;
/** A claim whose process died is free again after this; longer than any call may take. */
const ABANDONED_SECONDS = 30;

export type ClaimKey = (context: CallContext, call: KeyedCall) => Promise<Result<Claim>>;

/**
 * Claims an Idempotency-Key for one principal and route. The claim stands in the store, so it holds over a restart and over
 * several processes (decisions, section 1).
 */
export const makeClaimKey =
  ({ records, unitOfWork, clock }: Pick<Ports, 'records' | 'unitOfWork' | 'clock'>): ClaimKey =>
  async (context, call) => {
    const { actorId, actorType, tenantId } = context.principal;
    const entryId = sha256Hex(JSON.stringify([actorType, actorId, call.operationId, call.path, call.key]));
    const fingerprint = canonicalHash(call.sent);
    const before = await records.get(idempotencyKind, { tenantId }, entryId);
    const now = clock.now();
    if (before !== undefined && before.record.createdAt > addSeconds(now, -REPLAY_SECONDS)) {
      const told = tellOf(before, fingerprint, addSeconds(now, -ABANDONED_SECONDS));
      if (told !== undefined) return told;
    }
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
    return {
      ok: true,
      value: {
        state: 'claimed',
        call: new RepeatableCall(entry, (expectedVersion ?? 0) + 1, idempotencyKind),
      },
    };
  };

const tellOf = (
  { record }: Stored<IdempotencyEntry>,
  fingerprint: string,
  abandonedBefore: string,
): Result<Claim> | undefined => {
  if (record.fingerprint !== fingerprint) return refuse('idempotency_key_reused');
  if (record.state === 'answered')
    return { ok: true, value: { state: 'answered', output: JSON.parse(record.output) } };
  return record.updatedAt > abandonedBefore ? refuse('idempotency_in_progress') : undefined;
};

export type SettleKey = (call: RepeatableCall, outcome: Result<unknown>) => Promise<void>;

/** Ends a claim whose call committed nothing: keeps the answer of a success, lets go of a refusal (only answers below 400 are replayed). */
export const makeSettleKey =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>): SettleKey =>
  async (call, outcome) => {
    if (outcome.ok && !call.remembered) {
      await unitOfWork.observe([call.remember(outcome.value, clock.now())]);
    }
    if (outcome.ok) return;
    const { entry, version } = call.claim;
    const removed = { scope: { tenantId: entry.tenantId }, id: entry.entryId };
    await unitOfWork.observe([{ kind: idempotencyKind, removed, expectedVersion: version }]);
  };
