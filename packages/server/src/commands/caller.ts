import { CommandFailure, EXIT } from '../system/command-failure.js';
import { onlyThere, type There } from './here-or-there.js';
import * as access from './remote/access.js';
import * as caller from './remote/caller.js';

/** `govgate whoami`. */
export const whoami = (options: There & { readonly json?: boolean }): Promise<void> =>
  onlyThere(options, (service) => caller.whoami(service, options));

/** `govgate access explain PERMISSION`. */
export const explainAccess = async (
  permission: string,
  options: There & access.ExplainOptions,
): Promise<void> => {
  const { user, group, serviceAccount } = options;
  if ([user, group, serviceAccount].filter((one) => one !== undefined).length > 1)
    throw new CommandFailure('Name one of --user, --group and --service-account.', EXIT.usage);
  // The environment in question belongs to the question, not to every call.
  const { environment: _, ...place } = options;
  await onlyThere(place, (service) => access.explainAccess(service, permission, options));
};
