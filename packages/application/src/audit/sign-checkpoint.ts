import { checkpointText } from '@govgate/domain';
import type { Ports } from '../call/ports.js';

/** Signs the present head of every tenant's chain that moved since its last checkpoint; gives how many were signed. */
export type SignCheckpoints = () => Promise<number>;

export const makeSignCheckpoints =
  ({
    auditTrail,
    checkpointSigner,
    clock,
  }: Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'clock'>): SignCheckpoints =>
  async () => {
    let signed = 0;
    for (const tenantId of await auditTrail.tenants()) {
      const { sequence, hash } = await auditTrail.head(tenantId);
      const last = (await auditTrail.checkpoints(tenantId)).at(-1);
      if (hash === null || last?.sequence === sequence) continue;
      const statement = { tenantId, sequence, hash, signedAt: clock.now() };
      await auditTrail.addCheckpoint({
        ...statement,
        signature: checkpointSigner.sign(checkpointText(statement)),
      });
      signed += 1;
    }
    return signed;
  };
