import { type ChainReport, ChainVerifier, checkpointText, EMPTY_CHAIN, ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { mayReadTrail } from './list-audit-events.js';

/** The answer of `GET /v1/audit/verify`. */
export interface VerifyView extends ChainReport {
  readonly schemaVersion: '1.0';
}

type Deps = Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'hash'>;

/** Walks a tenant's chain and holds it against its signed checkpoints, so that a rewritten chain and a cut tail show too. */
export const verifyTrail = async (deps: Deps, tenantId: string): Promise<ChainReport> => {
  const checkpoints = await deps.auditTrail.checkpoints(tenantId);
  const signed = new Map(checkpoints.map((checkpoint) => [checkpoint.sequence, checkpoint]));
  const verifier = new ChainVerifier(tenantId, EMPTY_CHAIN, deps.hash);
  for await (const link of deps.auditTrail.links(tenantId, 1)) {
    if (!verifier.add(link)) return verifier.report();
    const checkpoint = signed.get(link.sequence);
    if (checkpoint !== undefined && !agrees(deps, checkpoint, link.hash)) {
      verifier.fail(link.sequence, 'checkpoint_mismatch');
      return verifier.report();
    }
  }
  const last = checkpoints.at(-1);
  if (last !== undefined && last.sequence > verifier.head.sequence)
    verifier.fail(verifier.head.sequence + 1, 'truncated');
  return verifier.report();
};

const agrees = (
  { checkpointSigner }: Deps,
  checkpoint: Awaited<ReturnType<Ports['auditTrail']['checkpoints']>>[number],
  hash: string,
): boolean =>
  checkpoint.hash === hash && checkpointSigner.verify(checkpointText(checkpoint), checkpoint.signature);

/** Verifies the caller's tenant's trail (decisions, section 11). */
export const makeVerifyAuditTrail =
  (deps: Deps): UseCase<{ readonly tenantId: string }, VerifyView> =>
  async (context, { tenantId }) => {
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    return ok({ schemaVersion: '1.0', ...(await verifyTrail(deps, tenantId)) });
  };
