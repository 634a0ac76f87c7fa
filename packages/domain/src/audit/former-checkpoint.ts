import type { Instant } from '../instant.js';

/** A signed head in the format before notes. Old stores contain some; they still count (ADR 17). */
export interface FormerCheckpoint {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly signedAt: Instant;
  /** Ed25519 over `formerCheckpointText`, base64. */
  readonly signature: string;
}

/** The canonical text covered by its signature. */
export const formerCheckpointText = (checkpoint: Omit<FormerCheckpoint, 'signature'>): string =>
  `{"hash":${JSON.stringify(checkpoint.hash)},"sequence":${checkpoint.sequence},` +
  `"signed_at":${JSON.stringify(checkpoint.signedAt)},"tenant_id":${JSON.stringify(checkpoint.tenantId)}}`;
