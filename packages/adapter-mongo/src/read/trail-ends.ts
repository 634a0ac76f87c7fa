import { type ChainHead, EMPTY_CHAIN } from '@govgate/domain';
import type { ClientSession, FindOptions } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { EVENT } from '../kinds/documents.js';
import { tenantHeadOf } from '../kinds/heads.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { sequenceIn } from './audit-document.js';
import { ONE_READ } from './reader.js';
import { typed } from './where-filter.js';

export const SEQUENCE = { _id: 0, [EVENT.sequence]: 1 } as const;

/** The first event that is there. */
export const firstSequenceOf = async (
  { audit }: Collections,
  tenantId: string,
  how: FindOptions = ONE_READ,
): Promise<number | undefined> => {
  const [first] = await audit
    .find({ [EVENT.tenantId]: typed(tenantId) }, { ...how, projection: SEQUENCE })
    .sort({ [EVENT.sequence]: 1 })
    .limit(1)
    .toArray();
  return sequenceIn(first);
};

/** The end of a tenant's chain. */
export const headOf = async (
  { heads }: Collections,
  tenantId: string,
  how: FindOptions = ONE_READ,
): Promise<ChainHead> => {
  const found = await heads.findOne({ _id: tenantHeadKey(tenantId) }, how);
  if (found === null) return { ...EMPTY_CHAIN };
  const { sequence, hash } = tenantHeadOf(found);
  return { sequence, hash };
};

/** The first event that is there, and the last. Where none is left, the first one is the next. */
export const endsOf = async (
  collections: Collections,
  tenantId: string,
  session: ClientSession,
): Promise<{ readonly firstSequence: number; readonly lastSequence: number }> => {
  const { sequence: lastSequence } = await headOf(collections, tenantId, { session });
  const firstSequence = await firstSequenceOf(collections, tenantId, { session });
  return { firstSequence: firstSequence ?? lastSequence + 1, lastSequence };
};
