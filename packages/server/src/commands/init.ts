import { makeInitStore } from '@govgate/application';
import { isId } from '@govgate/domain';
import { isPrincipalId } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { withPorts } from './with-ports.js';

export interface InitOptions {
  readonly tenant: string;
  readonly environment: string;
  readonly admin: string;
}

/** `govgate init`: the first administrator's token on stdout, once. */
export const init = async ({ tenant, environment, admin }: InitOptions): Promise<void> => {
  if (![tenant, environment].every(isId))
    throw new CommandFailure('Tenant and environment must be identifiers.', EXIT.usage);
  if (!isPrincipalId(admin))
    throw new CommandFailure('--admin must be a user: printable characters without spaces.', EXIT.usage);
  await withPorts(
    async (ports) => {
      const made = await makeInitStore(ports)({
        tenantId: tenant,
        environmentId: environment,
        userId: admin,
      });
      if (!made.ok) throw new CommandFailure(refusalOf(made.refusal), EXIT.refused);
      process.stdout.write(`${made.value.reveal()}\n`);
      process.stderr.write(
        `${admin} administers the tenant ${tenant}. This token is shown once and cannot be read again: keep it in a secret store.\n`,
      );
    },
    { makes: true },
  );
};

const refusalOf = ({
  reasonCode,
  field,
}: {
  readonly reasonCode: string;
  readonly field?: string;
}): string => {
  if (reasonCode === 'conflict') return 'Somebody else changed the tenant at the same time; run it again.';
  if (reasonCode === 'already_exists') return "This name is the service's own. Name another user.";
  return field === undefined
    ? 'The store already has an administrator, who makes others. A lost token is replaced by govgate token create --tenant T --user U.'
    : 'The user is disabled. Name another one.';
};
