import { randomBytes } from 'node:crypto';
import {
  type CreateApiTokenInput,
  makeCreateApiToken,
  makeRevokeApiToken,
  type Ports,
} from '@govgate/application';
import { ALL_PERMISSIONS, isId, isPrincipalId, type Permission } from '@govgate/domain';
import { userKind } from '@govgate/ports';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { LOCAL_TENANT } from './as-operator.js';
import { hereOrThere, type There } from './here-or-there.js';
import * as remote from './remote/tokens.js';
import { endOfTokenTtl } from './ttl.js';
import { withPorts } from './with-ports.js';

export type CreateTokenOptions = Omit<There, 'environment'> & remote.AskedToken;

/** `govgate token create`: the token on stdout, once; the store keeps its hash. */
export const createToken = async (options: CreateTokenOptions): Promise<void> => {
  const asked = readOptions(options);
  const { environment: _, ...place } = options;
  await hereOrThere(
    place,
    () => createHere(asked),
    (service) => remote.createToken(service, options),
  );
};

/** `govgate token revoke`: takes the 12 id characters of a token. */
export const revokeToken = async (tokenId: string, options: There = {}): Promise<void> => {
  if (!/^[0-9A-Za-z]{12}$/.test(tokenId)) {
    throw new CommandFailure(
      'Name the token by the 12 characters after ggw_, not by the whole token.',
      EXIT.usage,
    );
  }
  await hereOrThere(
    options,
    () => revokeHere(tokenId),
    (service) => remote.revokeToken(service, tokenId),
  );
};

const revokeHere = (tokenId: string): Promise<void> =>
  withPorts(async (ports) => {
    const revoked = await makeRevokeApiToken(ports)(tokenId);
    if (!revoked.ok) throw new CommandFailure('There is no token with this id.', EXIT.refused);
    process.stderr.write(
      revoked.value === 'revoked' ? 'The token is revoked.\n' : 'The token was already revoked.\n',
    );
  });

const readOptions = ({
  tenant = LOCAL_TENANT,
  user,
  serviceAccount,
  environment,
  permission,
  ttl,
}: CreateTokenOptions): CreateApiTokenInput => {
  const subjectId = serviceAccount ?? user;
  if (subjectId === undefined) {
    throw new CommandFailure('Name --user or --service-account.', EXIT.usage);
  }
  const isNamed =
    [tenant, ...(environment ?? [])].every(isId) && [subjectId, user ?? subjectId].every(isPrincipalId);
  if (!isNamed) {
    throw new CommandFailure(
      'Tenant and environments must be identifiers; users and service accounts consist of printable characters without spaces or /.',
      EXIT.usage,
    );
  }
  return {
    tenantId: tenant,
    subjectType: serviceAccount === undefined ? 'user' : 'service_account',
    subjectId,
    environmentIds: environment === undefined ? null : [...environment].sort(),
    permissions: permission === undefined ? null : permissionsOf(permission),
    // The command line knows only the name it is given: the operating system's user does not identify who is typing.
    madeBy: serviceAccount === undefined ? null : (user ?? null),
    expiresAt: endOfTokenTtl(ttl),
  };
};

const permissionsOf = (names: readonly string[]): readonly Permission[] => {
  const known = ALL_PERMISSIONS.filter((permission) => names.includes(permission));
  if (names.every((name) => known.some((permission) => permission === name))) return known;
  throw new CommandFailure(`--permission must be one of ${ALL_PERMISSIONS.join(', ')}.`, EXIT.usage);
};

const creationRefusal = (field: string | undefined): string =>
  ({
    tenant: 'There is no such tenant.',
    environment: 'The tenant has no such environment.',
  })[field ?? ''] ?? 'The tenant has no such user or service account, or it is disabled.';

const createHere = (asked: CreateApiTokenInput): Promise<void> =>
  withPorts(async (ports) => {
    await checkKeeper(ports, asked);
    const made = await makeCreateApiToken(ports, (count) => randomBytes(count))(asked);
    if (!made.ok) throw new CommandFailure(creationRefusal(made.refusal.field), EXIT.refused);
    process.stdout.write(`${made.value.reveal()}\n`);
    process.stderr.write('This token is shown once and cannot be read again. Keep it in a secret store.\n');
  });

// Over the API, the creator of a token is authenticated; here only the name is known.
const checkKeeper = async (
  { records }: Pick<Ports, 'records'>,
  { tenantId, madeBy = null }: CreateApiTokenInput,
): Promise<void> => {
  if (madeBy === null) return;
  const keeper = await records.get(userKind, { tenantId }, madeBy);
  if (keeper === undefined || keeper.record.disabledAt !== null)
    throw new CommandFailure('The tenant has no such user, or they are disabled.', EXIT.refused);
};
