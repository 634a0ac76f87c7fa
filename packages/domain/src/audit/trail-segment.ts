import { fromBase64, toBase64 } from '../base64.js';
import { type Instant, parseInstant } from '../instant.js';
import { HASH_BYTES } from '../merkle/tree-hash.js';
import { type VerifySignature, verifyEd25519 } from '../note/ed25519.js';
import type { NoteKey } from '../note/note-key.js';
import { readNote, type SignatureStatus, signatureStatus, signNote } from '../note/signed-note.js';
import { defineClasses } from '../redaction/classes.js';
import { isChainHash, trailKey } from './checkpoint.js';

/**
 * Events removed from a trail after their retention (docs/spec/audit.md; ADR 4). Their hashes remain, so that the chain, the tree and
 * every checkpoint can still be verified.
 */
export interface TrailSegment {
  readonly segmentId: string;
  readonly tenantId: string;
  /** The event after the previous segment; 1 for the first. */
  readonly firstSequence: number;
  /** A multiple of the block that stores seal at once. */
  readonly lastSequence: number;
  /** Base64: the root of the tree over all events up to the last one, as in a checkpoint of that size. */
  readonly rootHash: string;
  readonly headHash: string;
  readonly sealedAt: Instant;
  /** The same, signed with the checkpoint key: nobody else can claim that events were removed rightly. */
  readonly note: string;
}

/** Field classes of a segment. */
export const trailSegmentClasses = defineClasses<TrailSegment>()({
  segmentId: 'public',
  tenantId: 'public',
  firstSequence: 'public',
  lastSequence: 'public',
  rootHash: 'public',
  headHash: 'public',
  sealedAt: 'public',
  note: 'public',
});

/** A segment's content before it is signed. */
export type SegmentFacts = Omit<TrailSegment, 'segmentId' | 'note'>;

// Begins unlike a checkpoint, so that neither can be mistaken for the other.
const ORIGIN = 'govgate-sealed/';

/** Signs a removal from a trail. */
export const signSegment = (
  facts: SegmentFacts,
  publicKey: Uint8Array,
  sign: (text: string) => Uint8Array,
): TrailSegment => ({
  ...facts,
  segmentId: segmentIdOf(facts.firstSequence),
  note: signNote(segmentText(facts), trailKey(facts.tenantId, publicKey), sign),
});

/** A segment note's content, and its validity under the trusted keys. */
export interface ReadSegment {
  readonly facts: SegmentFacts;
  readonly root: Uint8Array;
  readonly signatureStatus: SignatureStatus;
}

/** Parses a note as a segment's; undefined if it is not one. */
export const readSegment = (
  note: string,
  keys: readonly NoteKey[],
  verify: VerifySignature = verifyEd25519,
): ReadSegment | undefined => {
  const read = readNote(note);
  const [origin = '', range = '', rootHash = '', head = '', sealed = ''] = (read?.text ?? '').split('\n');
  const [, first, last] = /^(\d{1,15}) (\d{1,15})$/.exec(range) ?? [];
  const root = fromBase64(rootHash);
  const headHash = head.replace(/^head /, '');
  const sealedAt = sealed.replace(/^sealed_at /, '');
  const tenantId = origin.slice(ORIGIN.length);
  if (read === undefined || !origin.startsWith(ORIGIN) || root?.length !== HASH_BYTES) return undefined;
  if (last === undefined || !isChainHash(headHash) || parseInstant(sealedAt) !== sealedAt) return undefined;
  const facts = { tenantId, firstSequence: Number(first), lastSequence: Number(last) };
  const own = keys.filter(({ name }) => name === trailKey(tenantId, new Uint8Array(HASH_BYTES)).name);
  return {
    facts: { ...facts, rootHash: toBase64(root), headHash, sealedAt },
    root,
    signatureStatus: signatureStatus(read, own, verify),
  };
};

/** A segment among the lines of an export that begins after it: explains why nothing precedes. */
export type SegmentLine = {
  readonly record_type: 'segment';
  readonly schema_version: '1.0';
  readonly tenant_id: string;
  readonly note: string;
};

/** The segment as a line's value. */
export const writeSegmentRecord = ({
  tenantId,
  note,
}: Pick<TrailSegment, 'tenantId' | 'note'>): SegmentLine => ({
  record_type: 'segment',
  schema_version: '1.0',
  tenant_id: tenantId,
  note,
});

/** The id of the segment that begins with an event: two beginning with the same one cannot both be stored. */
const segmentIdOf = (firstSequence: number): string => `seg_${String(firstSequence).padStart(16, '0')}`;

const segmentText = (facts: SegmentFacts): string =>
  [
    `${ORIGIN}${facts.tenantId}`,
    `${facts.firstSequence} ${facts.lastSequence}`,
    facts.rootHash,
    `head ${facts.headHash}`,
    `sealed_at ${facts.sealedAt}`,
    '',
  ].join('\n');
