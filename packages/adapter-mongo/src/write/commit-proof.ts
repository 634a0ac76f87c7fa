import type { AnyKind } from '@govgate/ports';
import type { ClientSession, ObjectId } from 'mongodb';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { EVENT, RECORD } from '../kinds/documents.js';
import type { Unit, UnitResult } from './unit.js';

/** Something only this transaction could have written: if it exists, the transaction was committed. */
export type CommitProof =
  | { readonly eventId: string; readonly hash: string }
  | { readonly kind: AnyKind; readonly key: string; readonly token: ObjectId };

/** The proof of a transaction's commit; undefined when it only removed observed records, which can be repeated. */
export const commitProofOf = (
  units: readonly Unit[],
  results: readonly UnitResult[],
  token: ObjectId,
): CommitProof | undefined => {
  const written = units.filter((_, owner) => isCommitted(results[owner]));
  for (const result of results) {
    const event = isCommitted(result) ? result.audit[0] : undefined;
    if (event !== undefined) return { eventId: event.auditEventId, hash: event.hash };
  }
  const changes = written.flatMap((unit) => unit.changes);
  const last = changes.findLast(({ record }) => record !== undefined);
  return last === undefined ? undefined : { kind: last.kind, key: last.key, token };
};

/**
 * Whether the transaction that wrote a proof was committed. Asked in a transaction of the same session, which rules out a later commit.
 */
export const wasCommitted = async (
  collections: Collections,
  session: ClientSession,
  proof: CommitProof | undefined,
): Promise<boolean> => {
  if (proof === undefined) return false;
  if ('eventId' in proof) {
    const found = await collections.audit.findOne(
      { _id: proof.eventId },
      { session, projection: { [EVENT.hash]: 1 } },
    );
    return found?.[EVENT.hash] === proof.hash;
  }
  const found = await recordsOf(collections, proof.kind).findOne(
    { _id: proof.key },
    { session, projection: { [RECORD.token]: 1 } },
  );
  return found?.[RECORD.token].equals(proof.token) ?? false;
};

const isCommitted = (result: UnitResult | undefined): result is Extract<UnitResult, { committed: true }> =>
  result !== undefined && 'committed' in result && result.committed;
