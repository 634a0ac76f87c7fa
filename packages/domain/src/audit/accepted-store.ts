import { fromBase64 } from '../base64.js';
import { type Instant, parseInstant } from '../instant.js';
import { HASH_BYTES } from '../merkle/tree-hash.js';
import { type VerifySignature, verifyEd25519 } from '../note/ed25519.js';
import { readNote, signatureStatus, signNote } from '../note/signed-note.js';
import { trailKey } from './checkpoint.js';

/**
 * An operator's decision to continue from an older copy of a store than was signed (docs/spec/audit.md):
 * both sides, so that anybody who kept a checkpoint sees what was given up.
 */
export interface AcceptedStore {
  readonly tenantId: string;
  readonly signedSize: number;
  /** Base64: the root of the tree that was signed. */
  readonly signedRoot: string;
  readonly storeSize: number;
  /** Base64: the root of the tree over what the store held. */
  readonly storeRoot: string;
  readonly acceptedAt: Instant;
}

// Begins unlike a checkpoint and a segment, so that none can be mistaken for another.
const ORIGIN = 'govgate-accepted/';

/** Signs an acceptance as a note. */
export const signAcceptedStore = (
  accepted: AcceptedStore,
  publicKey: Uint8Array,
  sign: (text: string) => Uint8Array,
): string => signNote(acceptanceText(accepted), trailKey(accepted.tenantId, publicKey), sign);

/** The content of an acceptance that a key signed; undefined of anything else. */
export const readAcceptedStore = (
  note: string,
  publicKey: Uint8Array,
  verify: VerifySignature = verifyEd25519,
): AcceptedStore | undefined => {
  const read = readNote(note);
  const [origin = '', signed = '', store = '', time = ''] = (read?.text ?? '').split('\n');
  const [signedSide, storeSide] = [sideOf(signed), sideOf(store)];
  const acceptedAt = time.replace(/^accepted_at /, '');
  const tenantId = origin.slice(ORIGIN.length);
  if (read === undefined || !origin.startsWith(ORIGIN) || parseInstant(acceptedAt) !== acceptedAt)
    return undefined;
  if (signedSide === undefined || storeSide === undefined) return undefined;
  if (signatureStatus(read, [trailKey(tenantId, publicKey)], verify) !== 'signed') return undefined;
  return {
    tenantId,
    signedSize: signedSide.size,
    signedRoot: signedSide.root,
    storeSize: storeSide.size,
    storeRoot: storeSide.root,
    acceptedAt,
  };
};

const acceptanceText = ({ tenantId, acceptedAt, ...sides }: AcceptedStore): string =>
  [
    `${ORIGIN}${tenantId}`,
    `${sides.signedSize} ${sides.signedRoot}`,
    `${sides.storeSize} ${sides.storeRoot}`,
    `accepted_at ${acceptedAt}`,
    '',
  ].join('\n');

const sideOf = (line: string): { readonly size: number; readonly root: string } | undefined => {
  const [, size, root = ''] = /^(\d{1,15}) (\S+)$/.exec(line) ?? [];
  return size !== undefined && fromBase64(root)?.length === HASH_BYTES
    ? { size: Number(size), root }
    : undefined;
};
