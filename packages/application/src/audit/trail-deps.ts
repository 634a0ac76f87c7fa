import type { Ports } from '../call/ports.js';

/** What reading a trail requires, together with what vouches for it. */
export type TrailDeps = Pick<
  Ports,
  | 'auditTrail'
  | 'checkpointSigner'
  | 'clock'
  | 'digest'
  | 'hash'
  | 'keptCheckpoints'
  | 'records'
  | 'verifySignature'
>;
