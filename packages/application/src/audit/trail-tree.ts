import {
  CompactRange,
  eventLeaf,
  fromBase64,
  HASH_BYTES,
  type LeafSpan,
  partsOf,
  type SpanPart,
  type SubtreeWatch,
} from '@govgate/domain/internal';
import { KEPT_LEVELS, type KeptLevel } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'auditTrail' | 'digest'>;

const LEVELS: readonly number[] = [0, ...KEPT_LEVELS];
/** Parts of one level read at once. */
const TILE = 256;

/**
 * Hashes over ranges of a trail's leaves, from its kept subtrees and, at the edges, from its events: a few hundred rows, however long the
 * trail. Undefined if part of it is missing. The ranges belong to a signed tree.
 */
export const spanHashes = async (
  deps: Deps,
  tenantId: string,
  spans: readonly LeafSpan[],
): Promise<Uint8Array[] | undefined> => {
  const parts = spans.map((span) => partsOf(span, LEVELS));
  const hashes = await readParts(deps, tenantId, parts.flat());
  const ranges = spans.map(({ from }, index) =>
    extended(new CompactRange(from, deps.digest), parts[index] ?? [], hashes),
  );
  return ranges.every((range) => range !== undefined) ? ranges.map((range) => range.root()) : undefined;
};

/** The tree over the first leaves. `watch` receives the subtrees completed as more are added. */
export const treeAt = async (
  deps: Deps,
  tenantId: string,
  { size, watch }: { readonly size: number; readonly watch?: SubtreeWatch },
): Promise<CompactRange | undefined> => {
  const parts = partsOf({ from: 0, to: size }, LEVELS);
  const hashes = await readParts(deps, tenantId, parts);
  return extended(new CompactRange(0, deps.digest, watch), parts, hashes);
};

const extended = (
  range: CompactRange,
  parts: readonly SpanPart[],
  hashes: ReadonlyMap<string, Uint8Array>,
): CompactRange | undefined => {
  for (const part of parts) {
    const hash = hashes.get(keyOf(part));
    if (hash === undefined) return undefined;
    range.append(hash, part.level);
  }
  return range;
};

/** Batches reads of parts: neighbours on one level take one read. */
const readParts = async (
  deps: Deps,
  tenantId: string,
  parts: readonly SpanPart[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const tiles = new Map<string, { level: number; from: number; to: number }>();
  for (const { level, place } of parts) {
    const key = `${level}/${Math.floor(place / TILE)}`;
    const { from, to } = tiles.get(key) ?? { from: place, to: place };
    tiles.set(key, { level, from: Math.min(from, place), to: Math.max(to, place) });
  }
  const read = await Promise.all([...tiles.values()].map((tile) => readTile(deps, tenantId, tile)));
  return new Map(read.flat());
};

const readTile = async (
  { auditTrail, digest }: Deps,
  tenantId: string,
  { level, from, to }: { readonly level: number; readonly from: number; readonly to: number },
): Promise<[string, Uint8Array][]> => {
  const count = to - from + 1;
  if (level === 0) {
    const hashes = await auditTrail.hashes(tenantId, from + 1, count);
    return hashes.map((hash, index) => [keyOf({ level, place: from + index }), eventLeaf(hash, digest)]);
  }
  const subtrees = await auditTrail.subtrees(tenantId, level as KeptLevel, from, count);
  return subtrees.flatMap((subtree) => {
    const hash = fromBase64(subtree.hash);
    return hash?.length === HASH_BYTES ? [[keyOf(subtree), hash] as [string, Uint8Array]] : [];
  });
};

const keyOf = ({ level, place }: SpanPart): string => `${level}/${place}`;
