import type { AuditCheckpoint } from '../audit/checkpoint.js';
import { readCheckpoint } from '../audit/checkpoint.js';
import { toBase64 } from '../base64.js';
import type { ExportEvent } from './export-event.js';

/**
 * A checkpoint on its way to a destination (docs/spec/destinations.md; ADR 17): a record among events, with its own id, so that a repeat is
 * recognisable. Undefined if it is no checkpoint of that trail.
 */
export const exportedCheckpoint = (
  { tenantId, size, keyId, note }: AuditCheckpoint,
  environmentId: string,
): ExportEvent | undefined => {
  const head = readCheckpoint(note, [])?.head;
  if (head === undefined || head.tenantId !== tenantId || head.size !== size || head.signedAt === null)
    return undefined;
  return {
    repeat: false,
    checkpoint: { note, treeSize: size, rootHash: toBase64(head.root), headHash: head.headHash },
    event: {
      auditEventId: `cpt_${tenantId}_${size}_${keyId}`,
      occurredAt: head.signedAt,
      tenantId,
      environmentId,
      eventType: 'audit.checkpoint_signed',
      outcome: 'success',
      actor: { actorType: 'system', actorId: 'worker', authMethod: 'none' },
      action: 'sign',
      resource: { resourceType: 'audit', resourceId: tenantId, version: String(size) },
      reasonCode: 'signed',
      reason: null,
      requestId: `cpt_${size}`,
      correlationId: null,
      changedFields: [],
      relatedIds: [],
      sequence: size,
      prevHash: null,
      hash: head.headHash ?? '',
    },
  };
};
