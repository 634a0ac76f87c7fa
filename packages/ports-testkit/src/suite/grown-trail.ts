import { type GovernanceStore, SEALED_BLOCK } from '@govgate/ports';
import { writeEvents } from './bench.js';
import { type Draw, variedEvents } from './varied-trail.js';

/** Adds varied events to the end of a tenant's trail. */
export const growTrail = async (
  store: GovernanceStore,
  tenantId: string,
  { draw, count }: { readonly draw: Draw; readonly count: number },
): Promise<void> => {
  const { sequence } = await store.auditTrail.head(tenantId);
  await writeEvents(store, variedEvents(draw, sequence + 1, count, tenantId));
};

/** Seals the first block of a trail that is there, under a checkpoint that nobody signed. */
export const sealFirstBlock = async ({ auditTrail }: GovernanceStore, tenantId: string): Promise<boolean> => {
  const first = (await auditTrail.firstSequence(tenantId)) ?? 1;
  const place = Math.floor((first - 1) / SEALED_BLOCK);
  const subtree = { level: 8, place, hash: `8/${place}`, latest: '2026-01-02T00:00:00.000Z' } as const;
  const checkpoint = { tenantId, size: (place + 1) * SEALED_BLOCK, keyId: 'aaaaaaaa', note: 'n' };
  await auditTrail.addCheckpoint(checkpoint, [subtree]);
  return auditTrail.seal(tenantId, place);
};
