import type { JobHandler } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** Completes the indexes of all trails: of what an older version wrote, and of what no process got to behind its commits (ADR 45). */
export const makeIndexTrails =
  ({ auditTrail }: Pick<Ports, 'auditTrail'>): JobHandler['run'] =>
  async (_, stop) => {
    for (const tenantId of await auditTrail.tenants()) {
      if (stop.aborted) return;
      await auditTrail.index(tenantId, stop);
    }
  };
