import type { Ports } from '../call/ports.js';

/** What reading a trail requires, together with what vouches for it. */
export type TrailDeps = Pick<
  Ports,
  | 'alteredTrails'
  | 'auditTrail'
  | 'checkpointSigner'
  | 'clock'
  | 'committedEvents'
  | 'digest'
  | 'eventMac'
  | 'hash'
  | 'keptCheckpoints'
  | 'records'
  | 'verifySignature'
>;

/** A tenant's trail, and what reading it requires. */
export interface Trail {
  readonly deps: TrailDeps;
  readonly tenantId: string;
}
