import type { SequencedRevocation } from '@govgate/domain';
import type { RevocationFeed } from '@govgate/ports';
import { ObjectId } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import type { CounterDocument, RevocationDocument } from '../kinds/documents.js';
import { revocationCounterKey } from '../kinds/keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { typed } from './where-filter.js';

/** Reads of the revocation feed. */
export const mongoRevocationFeed = (collections: Collections, reader: Reader): RevocationFeed => ({
  after: ({ tenantId, environmentId }, sequence, limit) =>
    reader.read(async () => {
      // To the database a limit of 0 is no limit.
      if (limit < 1) return [];
      const found = await collections.revocations
        .find(
          { t: typed(tenantId), e: typed(environmentId), n: { $gt: typed(sequence) } },
          { ...ONE_READ, batchSize: limit + 1 },
        )
        .sort({ n: 1 })
        .limit(limit)
        .toArray();
      return found.map(revocationOf);
    }),
  lastSequence: ({ tenantId, environmentId }) =>
    reader.read(async () => {
      const key = revocationCounterKey(tenantId, environmentId);
      const counter = (await collections.heads.findOne({ _id: key }, ONE_READ)) as CounterDocument | null;
      return counter?.n ?? 0;
    }),
});

export const revocationDocumentOf = (revocation: SequencedRevocation): RevocationDocument => ({
  _id: new ObjectId(),
  t: revocation.tenantId,
  e: revocation.environmentId,
  n: revocation.sequence,
  rid: revocation.revocationId,
  st: revocation.subjectType,
  si: revocation.subjectId,
  at: revocation.effectiveAt,
  rc: revocation.reasonCode,
  ...(revocation.lifts === undefined ? {} : { l: revocation.lifts }),
});

const revocationOf = (document: RevocationDocument): SequencedRevocation => ({
  revocationId: document.rid,
  sequence: document.n,
  tenantId: document.t,
  environmentId: document.e,
  subjectType: document.st,
  subjectId: document.si,
  effectiveAt: document.at,
  reasonCode: document.rc,
  ...(document.l === undefined ? {} : { lifts: document.l }),
});
