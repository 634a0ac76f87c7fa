import type { AnyKind } from '@govgate/ports';
import type { ClientSession, Filter } from 'mongodb';
import { inChunks } from '../driver/in-chunks.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { type HeadDocument, RECORD, type RecordDocument } from '../kinds/documents.js';
import { type TenantHead, tenantHeadOf } from '../kinds/heads.js';
import { revocationCounterKey, tenantHeadKey, waitingKey } from '../kinds/keys.js';
import { uniqueField } from '../kinds/record-fields.js';
import { type EncodedChange, lineOf, type Unit } from './unit.js';

/** The facts about a record that decide a write. */
export interface RecordState {
  readonly version: number;
  /** The values it holds under the kind's unique rules. */
  readonly uniques: Readonly<Record<string, string>>;
}

/** The stored state, as the transaction sees it, of everything some units touch. */
export interface StoredState {
  /** By `stateKey`. */
  readonly records: ReadonlyMap<string, RecordState>;
  /** Tenant heads, counters and marks by their keys. */
  readonly heads: ReadonlyMap<string, HeadDocument>;
  /** Holders of unique values, by `claimKey`; filled only on request. */
  readonly holders: ReadonlyMap<string, string>;
}

export const stateKey = (kind: AnyKind, key: string): string => `${kind.name} ${key}`;

/** A unique value in a scope. */
export const claimKey = (
  { kind, tenantId, environmentId }: Pick<EncodedChange, 'kind' | 'tenantId' | 'environmentId'>,
  unique: string,
  value: string,
): string => JSON.stringify([kind.name, tenantId, environmentId, unique, value]);

/** The tenants whose head a unit moves. */
export const tenantsOf = ({ audit, changes }: Unit): ReadonlySet<string> =>
  audit.length === 0
    ? new Set()
    : new Set([...audit.map(({ tenantId }) => tenantId), ...changes.map(({ tenantId }) => tenantId)]);

/** Reads the state that units are judged by. `careful` also looks up the holders of the unique values they want. */
export const readStoredState = async (
  collections: Collections,
  session: ClientSession,
  units: readonly Unit[],
  careful: boolean,
): Promise<StoredState> => ({
  heads: await readHeads(collections, session, units),
  records: await readRecords(collections, session, careful ? units : units.map(withoutCreations)),
  holders: careful ? await readHolders(collections, session, units) : new Map(),
});

const readHeads = async (
  { heads }: Collections,
  session: ClientSession,
  units: readonly Unit[],
): Promise<Map<string, HeadDocument>> => {
  const keys = [...new Set(units.flatMap(headKeysOf))];
  const found = await inChunks(keys, (some) =>
    heads.find({ _id: { $in: [...some] } }, { session }).toArray(),
  );
  return new Map(found.map((head) => [head._id, head]));
};

const headKeysOf = (unit: Unit): readonly string[] => [
  ...[...tenantsOf(unit)].map(tenantHeadKey),
  ...(unit.audit.length === 0 ? [] : [waitingKey(lineOf(unit))]),
  ...unit.revocations.map(({ tenantId, environmentId }) => revocationCounterKey(tenantId, environmentId)),
];

// A record to be created rarely exists; if it does, the insert fails and the unit is examined alone.
const withoutCreations = (unit: Unit): Unit => ({
  ...unit,
  changes: unit.changes.filter(({ expectedVersion }) => expectedVersion !== null),
});

const STATE = { [RECORD.version]: 1, [RECORD.uniques]: 1 } as const;

const readRecords = async (
  collections: Collections,
  session: ClientSession,
  units: readonly Unit[],
): Promise<Map<string, RecordState>> => {
  const states = new Map<string, RecordState>();
  for (const [kind, keys] of keysByKind(units)) {
    const records = recordsOf(collections, kind);
    const found = await inChunks([...keys], (some) =>
      records.find({ _id: { $in: [...some] } }, { session, projection: STATE }).toArray(),
    );
    for (const document of found)
      states.set(stateKey(kind, document._id), {
        version: document[RECORD.version],
        uniques: document[RECORD.uniques],
      });
  }
  return states;
};

const keysByKind = (units: readonly Unit[]): ReadonlyMap<AnyKind, ReadonlySet<string>> => {
  const keys = new Map<AnyKind, Set<string>>();
  for (const { kind, key } of units.flatMap(({ changes, preconditions }) => [...changes, ...preconditions]))
    keys.set(kind, (keys.get(kind) ?? new Set()).add(key));
  return keys;
};

const readHolders = async (
  collections: Collections,
  session: ClientSession,
  units: readonly Unit[],
): Promise<Map<string, string>> => {
  const holders = new Map<string, string>();
  for (const { kind, tenantId, environmentId, record } of units.flatMap(({ changes }) => changes))
    for (const [unique, value] of Object.entries(record?.[RECORD.uniques] ?? {})) {
      const filter = {
        [RECORD.tenantId]: tenantId,
        [RECORD.environmentId]: environmentId,
        [uniqueField(unique)]: value,
      } as Filter<RecordDocument>;
      const holder = await recordsOf(collections, kind).findOne(filter, { session, projection: { _id: 1 } });
      if (holder !== null)
        holders.set(claimKey({ kind, tenantId, environmentId }, unique, value), holder._id);
    }
  return holders;
};

/** A tenant's current head, or the initial one. */
export const tenantHead = ({ heads }: Pick<StoredState, 'heads'>, tenantId: string): TenantHead => {
  const found = heads.get(tenantHeadKey(tenantId));
  return found === undefined
    ? { tenantId, sequence: 0, hash: null, content: 0, authorization: 0 }
    : tenantHeadOf(found);
};
