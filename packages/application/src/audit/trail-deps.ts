import type { Ports } from '../call/ports.js';

/** What reading a trail takes together with what vouches for it. */
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
