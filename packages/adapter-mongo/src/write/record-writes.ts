import type { AnyBulkWriteOperation, ObjectId } from 'mongodb';
import { RECORD, type RecordDocument } from '../kinds/documents.js';
import { uniqueField } from '../kinds/record-fields.js';
import type { Step } from './judge-unit.js';
import { claimKey } from './stored-state.js';
import type { EncodedChange } from './unit.js';

type RecordWrite = AnyBulkWriteOperation<RecordDocument>;

/** The write of a step. Each names the version it is based on, although the transaction guards that too. */
export const recordWrite = ({ change, before }: Step, token: ObjectId): RecordWrite | undefined => {
  const { key, record } = change;
  if (record === undefined)
    return before === undefined
      ? undefined
      : { deleteOne: { filter: { _id: key, [RECORD.version]: before.version } } };
  const document: RecordDocument = {
    ...record,
    [RECORD.version]: (before?.version ?? 0) + 1,
    [RECORD.token]: token,
  };
  if (before === undefined) return { insertOne: { document } };
  const { _id, ...replacement } = document;
  return { replaceOne: { filter: { _id, [RECORD.version]: before.version }, replacement } };
};

/**
 * Unique values given up by one record of a unit after another took them are released first: indexes check every single write, while unique
 * rules judge the outcome.
 */
export const handedOver = (steps: readonly Step[]): readonly (readonly [Step, RecordWrite])[] => {
  const taken = new Set<string>();
  return steps.flatMap((step) => {
    const { change, before } = step;
    const held = claimsOf(change, before?.uniques);
    const given = held.filter(([, claim]) => taken.has(claim));
    const kept = new Set(held.map(([, claim]) => claim));
    for (const [, claim] of claimsOf(change, change.record?.[RECORD.uniques]))
      if (!kept.has(claim)) taken.add(claim);
    if (given.length === 0) return [];
    const $unset = Object.fromEntries(given.map(([unique]) => [uniqueField(unique), '' as const]));
    return [[step, { updateOne: { filter: { _id: change.key }, update: { $unset } } }] as const];
  });
};

const claimsOf = (
  change: EncodedChange,
  values: Readonly<Record<string, string>> = {},
): readonly (readonly [unique: string, claim: string])[] =>
  Object.entries(values).map(([unique, value]) => [unique, claimKey(change, unique, value)]);
