import { trailKeyOf } from '../../audit/testing/trail-key.js';
import type { ExportEvent } from '../export-event.js';
import { exportedCheckpoint } from '../exported-checkpoint.js';

/** A checkpoint to deliver, signed by the same key in every run. */
export const sampleCheckpoint = (): ExportEvent => {
  const checkpoint = trailKeyOf(7).note({
    tenantId: 'acme',
    size: 42,
    root: new Uint8Array(32).fill(5),
    headHash: `sha256:${'cd'.repeat(32)}`,
    signedAt: '2026-03-01T12:00:00.123Z',
  });
  const exported = exportedCheckpoint(checkpoint, 'production');
  if (exported === undefined) throw new Error('no checkpoint');
  return exported;
};
