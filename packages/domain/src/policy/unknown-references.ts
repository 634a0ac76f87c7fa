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
 * The references to what does not exist, 100 at most; it yields after each that it looks at, unknown or not. A text
 * that ends in `*` refers to everything that begins with it (docs/spec/policies.md).
 */
export function* judgingReferences(
  references: Iterable<ManifestReference>,
  existing: ExistingRecords,
): Generator<undefined, readonly UnknownReference[]> {
  const unknown: UnknownReference[] = [];
  const namesFor = makeNamesFor(existing);
  for (const reference of references) {
    yield;
    const names = namesFor(reference);
    if (names === undefined || isAmong(reference.id, names)) continue;
    const { kind, id, path } = reference;
    unknown.push({ kind, id, path, nearest: nearestName(id, [...names]) ?? null });
    if (unknown.length >= MANIFEST_LIMITS.findings) break;
  }
  return unknown;
}

/** Whether a text of a rule's list is one of some names, or the beginning of one. */
const isAmong = (text: string, names: ReadonlySet<string>): boolean => {
  if (names.has(text)) return true;
  if (!text.endsWith(ANY)) return false;
  const prefix = text.slice(0, -1);
  for (const name of names) if (name.startsWith(prefix)) return true;
  return false;
};

/** All tools of a rule come with the same list of servers, so the names at those servers are put together once for them. */
const makeNamesFor = ({ ids, tools }: ExistingRecords) => {
  let last: { readonly serverIds: ManifestReference['serverIds']; readonly names: Names } | undefined;
  return ({ kind, serverIds }: ManifestReference): Names => {
    if (kind !== 'tool') return ids.get(kind);
    if (last === undefined || last.serverIds !== serverIds)
      last = { serverIds, names: toolsAt(tools, serverIds) };
    return last.names;
  };
};

type Names = ReadonlySet<string> | undefined;

const toolsAt = (tools: ExistingRecords['tools'], serverIds: ManifestReference['serverIds']): Names => {
  const servers = new Set(tools.keys());
  const named = serverIds?.flatMap((id) => serversCalled(id, servers)) ?? [...servers];
  return named.length === 0 ? undefined : new Set(named.flatMap((id) => [...(tools.get(id) ?? [])]));
};

const serversCalled = (text: string, servers: ReadonlySet<string>): readonly string[] => {
  if (!text.endsWith(ANY)) return servers.has(text) ? [text] : [];
  return [...servers].filter((id) => id.startsWith(text.slice(0, -1)));
};
