import type { AuditCheckpoint, FoundFault } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { type SigningOptions, type SigningOutcome, signTrail } from './sign-trail.js';
import type { TrailDeps } from './trail-deps.js';

/** Signs the current head of every tenant's trail that grew since its last checkpoint; returns how many were signed. */
export type SignCheckpoints = (stop?: StopSignal) => Promise<number>;

/** After this many tenants the rest of the process gets a turn, and new checkpoints are exported. */
const TENANTS = 32;

export const makeSignCheckpoints =
  (deps: TrailDeps & Pick<Ports, 'timer'>): SignCheckpoints =>
  async (stop) => {
    let signed = 0;
    let batch = new Batch();
    for (const [index, tenantId] of (await deps.auditTrail.tenants()).entries()) {
      if (stop?.aborted) break;
      const outcome = await signTrail(deps, tenantId, { stop });
      batch.add(outcome);
      reportFault(deps, tenantId, outcome.fault);
      signed += outcome.signed === undefined ? 0 : 1;
      if (index % TENANTS !== TENANTS - 1) continue;
      await sendOut(deps, batch);
      batch = new Batch();
      await deps.timer.wait(0);
    }
    await sendOut(deps, batch);
    return signed;
  };

class Batch {
  readonly signed: AuditCheckpoint[] = [];
  readonly newest: AuditCheckpoint[] = [];

  add({ signed, newest }: SigningOutcome): void {
    if (signed !== undefined) this.signed.push(signed);
    if (newest !== undefined) this.newest.push(newest);
  }
}

/** Signs a tenant's trail now, because somebody waits for a checkpoint over it, and exports it. */
export const signNow = async (
  deps: TrailDeps,
  tenantId: string,
  options: Pick<SigningOptions, 'asFound' | 'stop'> = {},
): Promise<SigningOutcome> => {
  const outcome = await signTrail(deps, tenantId, options);
  const signed = outcome.signed === undefined ? [] : [outcome.signed];
  await sendOut(deps, { signed, newest: signed });
  reportFault(deps, tenantId, outcome.fault);
  return outcome;
};

/** Tells the operator, by the log and by `/readyz`, whether a trail is altered. */
export const reportFault = (
  { keptCheckpoints, alteredTrails }: Pick<Ports, 'keptCheckpoints' | 'alteredTrails'>,
  tenantId: string,
  fault: FoundFault | undefined,
): void => {
  if (fault === undefined) {
    alteredTrails.delete(tenantId);
    return;
  }
  alteredTrails.set(tenantId, fault);
  keptCheckpoints.refused(tenantId, fault);
};

const sendOut = async (
  { keptCheckpoints }: Pick<Ports, 'keptCheckpoints'>,
  {
    signed,
    newest,
  }: { readonly signed: readonly AuditCheckpoint[]; readonly newest: readonly AuditCheckpoint[] },
): Promise<void> => {
  if (signed.length > 0) await keptCheckpoints.append(signed);
  if (newest.length > 0) await keptCheckpoints.catchUp(newest);
};
