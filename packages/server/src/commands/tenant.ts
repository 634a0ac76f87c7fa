import { makeCreateTenant } from '@govgate/application';
import { answerOf } from './answer-of.js';
import { checkedId } from './checked.js';
import { printLine } from './print-line.js';
import { withPorts } from './with-ports.js';

/** `govgate tenant create ID`. No caller of the API is above tenants, so this is done on the store. */
export const createTenant = async (tenantId: string): Promise<void> => {
  checkedId('tenant', tenantId);
  await withPorts(async (ports) => {
    answerOf(await makeCreateTenant(ports)(tenantId));
    printLine({ tenant_id: tenantId, environments: [] });
  });
};
