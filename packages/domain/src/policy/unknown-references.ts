import { nearestName } from '../nearest-name.js';
import { ANY, MANIFEST_LIMITS } from './manifest.js';
import type { ManifestReference, ReferenceKind } from './manifest-references.js';

/** What exists where a policy applies. */
export interface ExistingRecords {
  /** Ids by kind. References of another kind are not judged. */
  readonly ids: ReadonlyMap<ReferenceKind, ReadonlySet<string>>;
  /** The names of tools by server. A tool is not judged where none of the servers that its rule means is here. */
  readonly tools: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A reference to what does not exist. */
export interface UnknownReference extends Pick<ManifestReference, 'kind' | 'id' | 'path'> {
  /** The name that was most likely meant; null where none is near. */
  readonly nearest: string | null;
}

/**
 * The references to what does not exist, 100 at most; it yields between them, because looking for the near name takes a while. A text
 * that ends in `*` refers to everything that begins with it (docs/spec/policies.md).
 */
export function* judgingReferences(
  references: Iterable<ManifestReference>,
  existing: ExistingRecords,
): Generator<undefined, readonly UnknownReference[]> {
  const unknown: UnknownReference[] = [];
  for (const reference of references) {
    const names = namesFor(reference, existing);
    if (names === undefined || isAmong(reference.id, names)) continue;
    const { kind, id, path } = reference;
    unknown.push({ kind, id, path, nearest: nearestName(id, [...names]) ?? null });
    if (unknown.length >= MANIFEST_LIMITS.findings) break;
    yield;
  }
  return unknown;
}

/** Whether a text of a rule's list is one of some names, or the beginning of one. */
const isAmong = (text: string, names: ReadonlySet<string>): boolean => {
  if (names.has(text)) return true;
  if (!text.endsWith(ANY)) return false;
  const prefix = text.slice(0, -1);
  return [...names].some((name) => name.startsWith(prefix));
};

const namesFor = (
  { kind, serverIds }: ManifestReference,
  { ids, tools }: ExistingRecords,
): ReadonlySet<string> | undefined => {
  if (kind !== 'tool') return ids.get(kind);
  const meant = [...tools].filter(
    ([server]) => serverIds?.some((id) => isAmong(id, new Set([server]))) ?? true,
  );
  return meant.length === 0 ? undefined : new Set(meant.flatMap(([, names]) => [...names]));
};
