import { ok, readCheckpoint, refuse, verifyConsistency } from '@govgate/domain';
import { consistencySpans, toBase64 } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type CheckpointView, checkpointView } from './checkpoint-view.js';
import { mayReadTrail } from './list-audit-events.js';
import { type OwnCheckpoint, ownKey } from './own-checkpoints.js';
import { spanHashes } from './trail-tree.js';

type Deps = Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'digest' | 'verifySignature'>;

export interface ConsistencyInput {
  readonly tenantId: string;
  /** The sizes of two checkpoints. */
  readonly from: number;
  readonly to: number;
}

/** The answer of `GET /v1/audit/checkpoints/consistency`. */
export interface ConsistencyView {
  readonly schemaVersion: '1.0';
  readonly first: CheckpointView;
  readonly second: CheckpointView;
  /** The hashes of RFC 6962, section 2.1.2, in base64; null: the trail no longer leads from one to the other. */
  readonly consistencyPath: readonly string[] | null;
}

/** Proves that a checkpoint continues an earlier one (docs/spec/audit.md). */
export const makeProveConsistency =
  (deps: Deps): UseCase<ConsistencyInput, ConsistencyView> =>
  async (context, { tenantId, from, to }) => {
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    if (from > to) return refuse('invalid_request', 'from');
    const [first, second] = await Promise.all([from, to].map((size) => ownOfSize(deps, tenantId, size)));
    if (first === undefined || second === undefined) return refuse('not_found');
    const path = await spanHashes(deps, tenantId, consistencySpans(from, to));
    const holds = path !== undefined && verifyConsistency(first.head, second.head, path, deps.digest);
    return ok({
      schemaVersion: '1.0',
      first: checkpointView(deps, first),
      second: checkpointView(deps, second),
      consistencyPath: holds ? path.map(toBase64) : null,
    });
  };

/** Checkpoints read at once; there is one per size and signing key. */
const AT_ONCE = 16;

const ownOfSize = async (deps: Deps, tenantId: string, size: number): Promise<OwnCheckpoint | undefined> => {
  for (let after = { size, keyId: '' }; ; ) {
    const found = await deps.auditTrail.checkpoints(tenantId, { direction: 'asc', after, limit: AT_ONCE });
    const signed = found.filter((one) => one.size === size);
    for (const record of signed) {
      const read = readCheckpoint(record.note, [ownKey(deps, tenantId)], deps.verifySignature);
      if (read?.signatureStatus === 'signed' && read.head.size === size) return { record, head: read.head };
    }
    const last = signed.at(-1);
    if (last === undefined || signed.length < AT_ONCE) return undefined;
    after = { size, keyId: last.keyId };
  }
};
