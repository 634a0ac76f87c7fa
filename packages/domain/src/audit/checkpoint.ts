import type { Instant } from '../instant.js';

/** A signed statement that a tenant's chain had this head: it makes a rewritten chain and a cut tail visible. */
export interface AuditCheckpoint {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly signedAt: Instant;
  /** Ed25519 over `checkpointText`, base64. */
  readonly signature: string;
}

/** The canonical text that a checkpoint's signature covers. */
export const checkpointText = (checkpoint: Omit<AuditCheckpoint, 'signature'>): string =>
  `{"hash":${JSON.stringify(checkpoint.hash)},"sequence":${checkpoint.sequence},` +
  `"signed_at":${JSON.stringify(checkpoint.signedAt)},"tenant_id":${JSON.stringify(checkpoint.tenantId)}}`;
