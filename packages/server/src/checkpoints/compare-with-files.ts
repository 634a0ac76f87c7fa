import { auditEventBy, type Ports, rootOfTrail, signNow, systemCaller } from '@govgate/application';
import type { TrailHead } from '@govgate/domain';
import { signAcceptedStore, toBase64 } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import type { CheckpointFiles } from './checkpoint-files.js';

/** A trail that differs from what was signed of it. */
interface TrailMismatch {
  readonly signed: TrailHead;
  /** The store's last event. */
  readonly storeSize: number;
}

/**
 * Checks at the start whether each trail still contains what the checkpoints outside the store say was signed: an older copy of the
 * database, one without its write-ahead log, or one whose tail was cut does not (ADR 17). Reads one event per trail.
 */
export const compareWithFiles = async (
  ports: Ports,
  files: CheckpointFiles,
  { acceptOlder }: { readonly acceptOlder: boolean },
): Promise<void> => {
  const mismatches: TrailMismatch[] = [];
  for (const tenantId of files.tenants()) {
    const found = await mismatchWith(ports, files.newest(tenantId));
    if (found !== undefined) mismatches.push(found);
  }
  const [first] = mismatches;
  if (first === undefined) return;
  if (!acceptOlder) throw new CommandFailure(refusal(first, mismatches.length), EXIT.settings);
  for (const one of mismatches) await accept(ports, files, one);
};

const mismatchWith = async (
  { auditTrail }: Ports,
  signed: TrailHead | undefined,
): Promise<TrailMismatch | undefined> => {
  if (signed === undefined) return undefined;
  const { tenantId, size, headHash } = signed;
  const { sequence } = await auditTrail.head(tenantId);
  const [hash] = await auditTrail.hashes(tenantId, size, 1);
  const isThere = sequence >= size && hash !== undefined && (headHash === null || hash === headHash);
  return isThere ? undefined : { signed, storeSize: sequence };
};

const refusal = ({ signed, storeSize }: TrailMismatch, count: number): string => {
  const { tenantId, size, signedAt } = signed;
  const what =
    storeSize < size
      ? `ends at event ${storeSize}, but events up to ${size} were signed on ${signedAt}`
      : `has another event ${size} than the one that was signed on ${signedAt}`;
  const others = count > 1 ? ` (and ${count - 1} more)` : '';
  return (
    `The trail of tenant ${tenantId}${others} ${what}: this is an older copy of the store, one without its write-ahead log, or one that was changed. ` +
    'Put the newer files back (govgate.db with its -wal), inspect the store with `govgate audit verify`, or continue from what it holds with `govgate serve --accept-older-store`, which is audited.'
  );
};

// Audited first: after a crash in between, the operator is asked once more rather than never.
const accept = async (
  ports: Ports,
  files: CheckpointFiles,
  { signed, storeSize }: TrailMismatch,
): Promise<void> => {
  const { tenantId, size, root } = signed;
  const storeRoot = await rootOfTrail(ports, tenantId);
  const caller = systemCaller('cli', tenantId, ports.ids.mint('request'));
  const event = auditEventBy(ports, caller, {
    eventType: 'tenant.older_store_accepted',
    action: 'accept_older_store',
    environmentId: null,
    resourceId: tenantId,
    reasonCode: 'older_store',
    reason: `Signed up to event ${size}; the store ended at event ${storeSize}.`,
  });
  await ports.unitOfWork.commit({ changes: [], audit: [event] });
  const { publicKey, sign } = ports.checkpointSigner;
  const accepted = {
    tenantId,
    signedSize: size,
    signedRoot: toBase64(root),
    storeSize,
    storeRoot: toBase64(storeRoot),
    acceptedAt: ports.clock.now(),
  };
  await files.accept(signAcceptedStore(accepted, publicKey, sign));
  await signNow(ports, tenantId);
};
