import { ok, refuse, type SealedAuditEvent, verifyInclusion } from '@govgate/domain';
import { eventLeaf, inclusionSpans, type LeafSpan, toBase64 } from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import { type CheckpointView, checkpointView } from './checkpoint-view.js';
import { mayReadTrail } from './list-audit-events.js';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import { signNow } from './sign-checkpoint.js';
import type { TrailDeps } from './trail-deps.js';
import { spanHashes } from './trail-tree.js';

/** The answer of `GET /v1/audit/events/{id}/proof`. */
export interface EventProofView {
  readonly schemaVersion: '1.0';
  readonly auditEventId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly leafIndex: number;
  /** The hashes of RFC 6962, section 2.1.1, in base64; null: no checkpoint covers the event. */
  readonly inclusionPath: readonly string[] | null;
  readonly checkpoint: CheckpointView | null;
}

export interface EventProofInput {
  readonly tenantId: string;
  readonly auditEventId: string;
}

/** Proves that an event is in the tree of the newest checkpoint, signed now if none covers it (docs/spec/audit.md). */
export const makeProveAuditEvent =
  (deps: TrailDeps): UseCase<EventProofInput, EventProofView> =>
  async (context, { tenantId, auditEventId }) => {
    // Another tenant's event is answered like an absent one.
    if (context.principal.tenantId !== tenantId) return refuse('not_found');
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    const event = await deps.auditTrail.find(tenantId, auditEventId);
    if (event === undefined) return refuse('not_found');
    const own = await covering(deps, context, event);
    const path = own === undefined ? undefined : await pathTo(deps, event, own);
    return ok({
      schemaVersion: '1.0',
      auditEventId,
      sequence: event.sequence,
      hash: event.hash,
      leafIndex: event.sequence - 1,
      inclusionPath: path?.map(toBase64) ?? null,
      checkpoint: own === undefined || path === undefined ? null : checkpointView(deps, own),
    });
  };

const covering = async (
  deps: TrailDeps,
  { stop }: CallContext,
  { tenantId, sequence }: SealedAuditEvent,
): Promise<OwnCheckpoint | undefined> => {
  const { own } = await newestCheckpoint(deps, tenantId);
  if (own !== undefined && own.head.size >= sequence) return own;
  await signNow(deps, tenantId, { stop });
  const { own: signed } = await newestCheckpoint(deps, tenantId);
  return signed !== undefined && signed.head.size >= sequence ? signed : undefined;
};

// A path that does not lead to what was signed is no proof: then the trail has been changed.
const pathTo = async (
  deps: TrailDeps,
  { tenantId, sequence, hash }: SealedAuditEvent,
  { head }: OwnCheckpoint,
): Promise<readonly Uint8Array[] | undefined> => {
  const spans: LeafSpan[] = inclusionSpans(sequence - 1, head.size);
  const path = await spanHashes(deps, tenantId, spans);
  const leaf = { index: sequence - 1, hash: eventLeaf(hash, deps.digest) };
  return path !== undefined && verifyInclusion(leaf, head, path, deps.digest) ? path : undefined;
};
