import { type AnyKind, type Change, type Conflict, type Put, partitionOf } from '@govgate/ports';
import { keyOf, type MemoryData, type MemoryRow, tableOf } from './memory-data.js';

interface DraftEntry {
  readonly kind: AnyKind;
  readonly key: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly id: string;
  readonly before: MemoryRow | undefined;
  after: MemoryRow | undefined;
}

/** The changes of one batch, checked and combined before any of them is visible. */
export class MemoryDraft {
  readonly #entries = new Map<string, DraftEntry>();

  constructor(private readonly data: MemoryData) {}

  /** Takes a change, or says why it cannot be. */
  take(change: Change): Conflict | undefined {
    const removal = 'removed' in change ? change.removed : undefined;
    const id: string = removal?.id ?? change.kind.idOf((change as { record: unknown }).record);
    const scope = removal?.scope ?? change.kind.scopeOf((change as { record: unknown }).record);
    const entry = this.#entryOf(change.kind, scope, id);
    const because = conflictOf(change.expectedVersion, entry.after?.version);
    if (because !== undefined) return { because, kind: change.kind.name, id };
    entry.after = 'removed' in change ? undefined : rowAfter(entry, change);
    return undefined;
  }

  /** A unique rule that the outcome would break. */
  uniqueConflict(): Conflict | undefined {
    for (const { kind, after } of this.#entries.values()) {
      if (after === undefined) continue;
      for (const unique of Object.keys(kind.uniques)) {
        if (this.#isHeldByAnother(kind, unique, after))
          return { because: 'unique', kind: kind.name, id: after.id, unique };
      }
    }
    return undefined;
  }

  /** Makes the changes visible. */
  apply(): void {
    for (const entry of this.#entries.values()) {
      const { rows } = tableOf(this.data, entry.kind.name);
      if (entry.after === undefined) rows.delete(entry.key);
      else rows.set(entry.key, entry.after);
    }
  }

  /** The tenants whose records change, and whether a kind of them is marked `authorization`. */
  touched(): ReadonlyMap<string, boolean> {
    const tenants = new Map<string, boolean>();
    for (const { tenantId, kind } of this.#entries.values())
      tenants.set(tenantId, kind.authorization || (tenants.get(tenantId) ?? false));
    return tenants;
  }

  #entryOf(kind: AnyKind, scope: object, id: string): DraftEntry {
    const { tenantId, environmentId } = partitionOf(kind, scope);
    const key = keyOf(tenantId, environmentId, id);
    const draftKey = keyOf(kind.name, key);
    const known = this.#entries.get(draftKey);
    if (known !== undefined) return known;
    const before = tableOf(this.data, kind.name).rows.get(key);
    const entry: DraftEntry = { kind, key, tenantId, environmentId, id, before, after: before };
    this.#entries.set(draftKey, entry);
    return entry;
  }

  #isHeldByAnother(kind: AnyKind, unique: string, row: MemoryRow): boolean {
    const value = kind.uniques[unique]?.(row.record) ?? null;
    if (value === null) return false;
    for (const [key, stored] of tableOf(this.data, kind.name).rows) {
      const entry = this.#entries.get(keyOf(kind.name, key));
      const other = entry === undefined ? stored : entry.after;
      if (other !== undefined && holds({ kind, unique, value }, other, row)) return true;
    }
    return [...this.#entries.values()].some(
      ({ kind: { name }, before, after }) =>
        name === kind.name && before === undefined && after && holds({ kind, unique, value }, after, row),
    );
  }
}

interface UniqueValue {
  readonly kind: AnyKind;
  readonly unique: string;
  readonly value: string;
}

const holds = ({ kind, unique, value }: UniqueValue, other: MemoryRow, row: MemoryRow): boolean =>
  other.id !== row.id &&
  other.tenantId === row.tenantId &&
  other.environmentId === row.environmentId &&
  kind.uniques[unique]?.(other.record) === value;

const conflictOf = (
  expected: number | null | 'any',
  found: number | undefined,
): 'version' | 'exists' | undefined => {
  if (expected === 'any') return undefined;
  if (expected === null) return found === undefined ? undefined : 'exists';
  return found === expected ? undefined : 'version';
};

const rowAfter = (entry: DraftEntry, { record }: Put): MemoryRow => {
  const text = JSON.stringify(record);
  const { tenantId, environmentId, id } = entry;
  const version = (entry.after?.version ?? 0) + 1;
  return { tenantId, environmentId, id, version, text, record: JSON.parse(text) };
};
