import type { ChainHead, SealedAuditRecord, SequencedRevocation } from '@govgate/domain';
import type { OutboxEntry, Revisions } from '@govgate/ports';
import type { MemoryCheckpoints } from './memory-checkpoints.js';

/** A record as the memory store keeps it: readers get copies of the text, `record` is for the kind's projections only. */
export interface MemoryRow {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly id: string;
  readonly version: number;
  readonly text: string;
  readonly record: unknown;
}

/** All rows of one kind. */
export interface MemoryTable {
  readonly rows: Map<string, MemoryRow>;
}

export interface MemoryChain {
  head: ChainHead;
  readonly links: (SealedAuditRecord & { readonly mac: string })[];
}

/** What several handles of one memory store share. */
export interface MemoryData extends MemoryCheckpoints {
  readonly tables: Map<string, MemoryTable>;
  readonly chains: Map<string, MemoryChain>;
  readonly eventIds: Set<string>;
  readonly revocations: Map<string, SequencedRevocation[]>;
  readonly outbox: Map<string, OutboxEntry>;
  /** The hashes of sealed events of each tenant, block by block. */
  readonly sealed: Map<string, (readonly string[])[]>;
  readonly revisions: Map<string, Revisions>;
  /** The migration that the records have reached. */
  reached: number;
}

/** An empty store's data, to be given to several handles. */
export const createMemoryData = (): MemoryData => ({
  tables: new Map(),
  chains: new Map(),
  eventIds: new Set(),
  revocations: new Map(),
  outbox: new Map(),
  checkpoints: new Map(),
  subtrees: new Map(),
  sealed: new Map(),
  revisions: new Map(),
  reached: 0,
});

export const tableOf = (data: MemoryData, kindName: string): MemoryTable => {
  let table = data.tables.get(kindName);
  if (table === undefined) {
    table = { rows: new Map() };
    data.tables.set(kindName, table);
  }
  return table;
};

/** An unambiguous key of several texts. */
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** The caller's own copy, in the form that a store of JSON documents would give back. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
