import type { SequencedRevocation } from '@govgate/domain';
import type { RevocationFeed } from '@govgate/ports';
import { ObjectId } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { REVOCATION, type RevocationDocument } from '../kinds/documents.js';
import { countOf } from '../kinds/heads.js';
import { revocationCounterKey } from '../kinds/keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { typed } from './where-filter.js';

/** Reads of the revocation feed. */
export const mongoRevocationFeed = (collections: Collections, reader: Reader): RevocationFeed => ({
  after: ({ tenantId, environmentId }, sequence, limit) =>
    reader.read(async () => {
      // MongoDB reads a limit of 0 as no limit.
      if (limit < 1) return [];
      const found = await collections.revocations
        .find(
          {
            [REVOCATION.tenantId]: typed(tenantId),
            [REVOCATION.environmentId]: typed(environmentId),
            [REVOCATION.sequence]: { $gt: typed(sequence) },
          },
          { ...ONE_READ, batchSize: limit + 1 },
        )
        .sort({ [REVOCATION.sequence]: 1 })
        .limit(limit)
        .toArray();
      return found.map(revocationOf);
    }),
  find: ({ tenantId, environmentId }, revocationId) =>
    reader.read(async () => {
      const found = await collections.revocations.findOne(
        {
          [REVOCATION.tenantId]: typed(tenantId),
          [REVOCATION.environmentId]: typed(environmentId),
          [REVOCATION.revocationId]: typed(revocationId),
        },
        ONE_READ,
      );
      return found === null ? undefined : revocationOf(found);
    }),
  lastSequence: ({ tenantId, environmentId }) =>
    reader.read(async () => {
      const key = revocationCounterKey(tenantId, environmentId);
      return countOf(await collections.heads.findOne({ _id: key }, ONE_READ));
    }),
});

export const revocationDocumentOf = (revocation: SequencedRevocation): RevocationDocument => ({
  _id: new ObjectId(),
  [REVOCATION.tenantId]: revocation.tenantId,
  [REVOCATION.environmentId]: revocation.environmentId,
  [REVOCATION.sequence]: revocation.sequence,
  [REVOCATION.revocationId]: revocation.revocationId,
  [REVOCATION.subjectType]: revocation.subjectType,
  [REVOCATION.subjectId]: revocation.subjectId,
  [REVOCATION.effectiveAt]: revocation.effectiveAt,
  [REVOCATION.reasonCode]: revocation.reasonCode,
  ...(revocation.lifts === undefined ? {} : { [REVOCATION.lifts]: revocation.lifts }),
});

const revocationOf = (document: RevocationDocument): SequencedRevocation => {
  const lifts = document[REVOCATION.lifts];
  return {
    revocationId: document[REVOCATION.revocationId],
    sequence: document[REVOCATION.sequence],
    tenantId: document[REVOCATION.tenantId],
    environmentId: document[REVOCATION.environmentId],
    subjectType: document[REVOCATION.subjectType],
    subjectId: document[REVOCATION.subjectId],
    effectiveAt: document[REVOCATION.effectiveAt],
    reasonCode: document[REVOCATION.reasonCode],
    ...(lifts === undefined ? {} : { lifts }),
  };
};
