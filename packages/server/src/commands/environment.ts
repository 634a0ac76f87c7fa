import { atService, type ServiceAddress } from './at-service.js';
import { checkedId } from './checked.js';
import { printLine } from './print-line.js';

/** `govgate environment create ID --tenant T`. */
export const createEnvironment = (environmentId: string, place: ServiceAddress): Promise<void> => {
  checkedId('environment', environmentId);
  return atService(place, async ({ client }) => {
    const made = await client.createEnvironment({ body: { environment_id: environmentId } });
    printLine({ environment_id: made.environment_id, tenant_id: made.tenant_id });
  });
};
