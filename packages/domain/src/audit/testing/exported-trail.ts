import { CompactRange } from '../../merkle/compact-range.js';
import { ALL_LEVELS, type LeafSpan, partsOf } from '../../merkle/leaf-span.js';
import { writeNoteKey } from '../../note/note-key.js';
import { textWithHash } from '../chain.js';
import { type TrailHead, trailKey } from '../checkpoint.js';
import { type CheckpointRecord, writeCheckpointRecord } from '../checkpoint-record.js';
import { eventLeaf } from '../event-leaf.js';
import type { ChainLink } from '../verify.js';
import type { TrailKey } from './trail-key.js';

const SIGNED_AT = '2026-02-01T00:00:00.000Z';

/** The content of a checkpoint over the first links. */
export const headOf = (links: readonly ChainLink[], size = links.length, tenantId = 'acme'): TrailHead => ({
  tenantId,
  size,
  root: treeOf(links, { from: 0, to: size }).root(),
  headHash: links[size - 1]?.hash ?? null,
  signedAt: SIGNED_AT,
});

/** The checkpoint's line behind a part of a trail. */
export const checkpointLine = (
  links: readonly ChainLink[],
  part: LeafSpan,
  key: TrailKey,
  over: Partial<CheckpointRecord> & { readonly size?: number } = {},
): string => {
  const { size = links.length, ...record } = over;
  const tenantId = 'acme';
  return JSON.stringify(
    writeCheckpointRecord({
      tenantId,
      note: key.note(headOf(links, size)).note,
      publicKey: writeNoteKey(trailKey(tenantId, key.publicKey)),
      before: hashesOf(links, { from: 0, to: part.from }),
      after: hashesOf(links, { from: part.to, to: size }),
      unsigned: null,
      ...record,
    }),
  );
};

/** The lines of the events. */
export const eventLines = (links: readonly ChainLink[]): string[] =>
  links.map(({ text, hash }) => textWithHash(text, hash));

/** A complete export as the service writes it. */
export const exportOf = (links: readonly ChainLink[], key: TrailKey, part?: LeafSpan): string[] => {
  const span = part ?? { from: 0, to: links.length };
  return [...eventLines(links.slice(span.from, span.to)), checkpointLine(links, span, key)];
};

/** The tree over a span of links. */
const treeOf = (links: readonly ChainLink[], { from, to }: LeafSpan): CompactRange => {
  const tree = new CompactRange(from);
  for (const { hash } of links.slice(from, to)) tree.append(eventLeaf(hash));
  return tree;
};

const hashesOf = (links: readonly ChainLink[], span: LeafSpan): Uint8Array[] =>
  partsOf(span, ALL_LEVELS).map(({ level, place }) =>
    treeOf(links, { from: place * 2 ** level, to: (place + 1) * 2 ** level }).root(),
  );
