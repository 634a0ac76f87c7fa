import { makeCreateTenant } from '@govgate/application';
import { isId } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { answerOf, asOperator } from './as-operator.js';
import { hereOrThere, type There } from './here-or-there.js';
import { printLine } from './print-line.js';
import * as remote from './remote/people.js';
import { withPorts } from './with-ports.js';

/** `govgate tenant create ID`. */
export const createTenant = async (tenantId: string): Promise<void> => {
  if (!isId(tenantId)) throw new CommandFailure('The tenant must be an identifier.', EXIT.usage);
  await withPorts(async (ports) => {
    answerOf(await makeCreateTenant(ports)(tenantId));
    printLine({ tenant_id: tenantId, environments: [] });
  });
};

/** `govgate environment create ID --tenant T`. */
export const createEnvironment = async (environmentId: string, options: There): Promise<void> => {
  if (!isId(environmentId)) throw new CommandFailure('The environment must be an identifier.', EXIT.usage);
  const here = ({ tenant: named }: There): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) => {
      await ask(useCases.createEnvironment, { tenantId: tenant, environmentId });
      printLine({ environment_id: environmentId, tenant_id: tenant });
    });
  await hereOrThere(options, here, (service) => remote.createEnvironment(service, environmentId));
};
