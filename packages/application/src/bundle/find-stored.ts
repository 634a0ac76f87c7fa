import { type AnyKind, partitionOf, type RecordStore, type Stored } from '@govgate/ports';
import type { ItemKey } from './section.js';

/** A record by its kind and place. */
export interface ItemLocation {
  readonly kind: AnyKind;
  readonly key: ItemKey;
}

/** A place as one text, independent of how it was named. */
export const locationText = ({ kind, key }: ItemLocation): string => {
  const { tenantId, environmentId } = partitionOf(kind, key);
  return JSON.stringify([kind.name, tenantId, environmentId, key.id]);
};

/** Records looked up at once. */
const CHUNK = 500;

/** Which of several places hold a record now, by their text. */
export const findStored = async (
  records: RecordStore,
  locations: Iterable<ItemLocation>,
): Promise<Map<string, Stored<unknown>>> => {
  const found = new Map<string, Stored<unknown>>();
  for (const { kind, scope, ids } of byScope(locations)) {
    for (let start = 0; start < ids.length; start += CHUNK) {
      const stored: readonly Stored<unknown>[] = await records.getMany(
        kind,
        scope,
        ids.slice(start, start + CHUNK),
      );
      for (const one of stored)
        found.set(locationText({ kind, key: { ...scope, id: kind.idOf(one.record) } }), one);
    }
  }
  return found;
};

interface ScopedIds {
  readonly kind: AnyKind;
  readonly scope: { readonly tenantId: string; readonly environmentId: string };
  readonly ids: string[];
}

const byScope = (locations: Iterable<ItemLocation>): Iterable<ScopedIds> => {
  const scopes = new Map<string, ScopedIds>();
  for (const { kind, key } of locations) {
    const scope = partitionOf(kind, key);
    const name = JSON.stringify([kind.name, scope.tenantId, scope.environmentId]);
    const known = scopes.get(name) ?? { kind, scope, ids: [] };
    known.ids.push(key.id);
    scopes.set(name, known);
  }
  return scopes.values();
};
