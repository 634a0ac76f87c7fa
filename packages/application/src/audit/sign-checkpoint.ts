import type { AuditCheckpoint } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { signTrail } from './sign-trail.js';
import type { TrailDeps } from './trail-deps.js';

/** Signs the current head of every tenant's trail that grew since its last checkpoint; returns how many were signed. */
export type SignCheckpoints = (stop?: StopSignal) => Promise<number>;

/** After this many tenants the rest of the process gets a turn, and new checkpoints are exported. */
const TENANTS = 32;

export const makeSignCheckpoints =
  (deps: TrailDeps & Pick<Ports, 'patience'>): SignCheckpoints =>
  async (stop) => {
    let signed = 0;
    let told = new Batch();
    for (const [index, tenantId] of (await deps.auditTrail.tenants()).entries()) {
      if (stop?.aborted) break;
      const outcome = await signTrail(deps, tenantId, { stop });
      told.signed.push(...outcome.signed);
      if (outcome.newest !== undefined) told.newest.push(outcome.newest);
      if (outcome.fault !== undefined) deps.keptCheckpoints.refused(tenantId, outcome.fault);
      signed += outcome.signed.length;
      if (index % TENANTS !== TENANTS - 1) continue;
      await sendOut(deps, told);
      told = new Batch();
      await deps.patience.wait(0);
    }
    await sendOut(deps, told);
    return signed;
  };

class Batch {
  readonly signed: AuditCheckpoint[] = [];
  readonly newest: AuditCheckpoint[] = [];
}

/** Signs a tenant's trail now, because somebody waits for a checkpoint over it, and exports it. */
export const signNow = async (
  deps: TrailDeps,
  tenantId: string,
  stop?: StopSignal,
): Promise<Awaited<ReturnType<typeof signTrail>>> => {
  const outcome = await signTrail(deps, tenantId, { stop });
  await sendOut(deps, { signed: [...outcome.signed], newest: [...outcome.signed] });
  if (outcome.fault !== undefined) deps.keptCheckpoints.refused(tenantId, outcome.fault);
  return outcome;
};

const sendOut = async (
  { keptCheckpoints }: Pick<Ports, 'keptCheckpoints'>,
  { signed, newest }: Batch,
): Promise<void> => {
  if (signed.length > 0) await keptCheckpoints.tell(signed);
  if (newest.length > 0) await keptCheckpoints.catchUp(newest);
};
