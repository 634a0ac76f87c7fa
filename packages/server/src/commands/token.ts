import { randomBytes } from 'node:crypto';
import {
  type CreateApiTokenInput,
  makeCreateApiToken,
  makeRevokeApiToken,
  type Ports,
} from '@govgate/application';
import type { CreateApiToken } from '@govgate/client';
import { ALL_PERMISSIONS, isId, type Permission } from '@govgate/domain';
import { isPrincipalId } from '@govgate/domain/internal';
import { userKind } from '@govgate/ports';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type CalledService, type ServiceAddress, urlOf } from './at-service.js';
import { endOfTokenTtl } from './ttl.js';
import { withPorts } from './with-ports.js';

export type CreateTokenOptions = Omit<ServiceAddress, 'environment'> & RequestedToken;

/** `govgate token create`: the token on stdout, once; the store keeps its hash. */
export const createToken = async (options: CreateTokenOptions): Promise<void> => {
  const request = readOptions(options);
  const { environment: _, ...place } = options;
  if (urlOf(place) === undefined) return createHere(options.tenant, request);
  await atService(place, (service) => createThere(service, options));
};

/** `govgate token revoke`: takes the 12 id characters of a token. */
export const revokeToken = async (tokenId: string, options: ServiceAddress = {}): Promise<void> => {
  if (!/^[0-9A-Za-z]{12}$/.test(tokenId)) {
    throw new CommandFailure(
      'Name the token by the 12 characters after ggw_, not by the whole token.',
      EXIT.usage,
    );
  }
  if (urlOf(options) === undefined) return revokeHere(tokenId);
  await atService(options, async ({ client }) => {
    await client.revokeApiToken({ token_id: tokenId, body: { reason_code: 'requested' } });
    process.stderr.write('The token is revoked.\n');
  });
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
  tenant,
  user,
  serviceAccount,
  environment,
  permission,
  ttl,
}: CreateTokenOptions): Omit<CreateApiTokenInput, 'tenantId'> => {
  const subjectId = serviceAccount ?? user;
  if (subjectId === undefined) {
    throw new CommandFailure('Name --user or --service-account.', EXIT.usage);
  }
  const isNamed =
    [...(tenant === undefined ? [] : [tenant]), ...(environment ?? [])].every(isId) &&
    [subjectId, user ?? subjectId].every(isPrincipalId);
  if (!isNamed) {
    throw new CommandFailure(
      'Tenant and environments must be identifiers; users and service accounts consist of printable characters without spaces.',
      EXIT.usage,
    );
  }
  return {
    subjectType: serviceAccount === undefined ? 'user' : 'service_account',
    subjectId,
    environmentIds: environment === undefined ? null : [...environment].sort(),
    permissions: permission === undefined ? null : permissionsOf(permission),
    // The command line knows only the name it is given: the operating system's user does not identify who is typing.
    madeBy: serviceAccount === undefined ? null : (user ?? null),
    expiresAt: endOfTokenTtl(ttl),
  };
};

type Permissions = Exclude<NonNullable<CreateApiToken['limited_to']>['permissions'], undefined>;

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

const createHere = (
  tenant: string | undefined,
  request: Omit<CreateApiTokenInput, 'tenantId'>,
): Promise<void> =>
  withPorts(async (ports, { settings }) => {
    const input = { ...request, tenantId: tenant ?? settings.bootstrapTenant };
    await checkKeeper(ports, input);
    const made = await makeCreateApiToken(ports, (count) => randomBytes(count))(input);
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

/** The options of a token to create. */
interface RequestedToken {
  readonly user?: string;
  readonly serviceAccount?: string;
  readonly environment?: readonly string[];
  readonly permission?: readonly string[];
  readonly ttl?: string;
}

const createThere = async ({ client }: CalledService, options: RequestedToken): Promise<void> => {
  const { user, serviceAccount, environment, permission, ttl } = options;
  const subject =
    serviceAccount === undefined
      ? { subject_type: 'user' as const, subject_id: user ?? '' }
      : { subject_type: 'service_account' as const, subject_id: serviceAccount };
  const expiresAt = endOfTokenTtl(ttl);
  const { token } = await client.createApiToken({
    body: {
      subject,
      limited_to: {
        environment_ids: environment === undefined ? null : [...environment].sort(),
        permissions: (permission === undefined ? null : [...permission]) as Permissions,
      },
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    },
  });
  if (token === null) {
    process.stderr.write(
      'The token was created by an attempt whose answer was lost. Revoke it, and create another.\n',
    );
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${token}\n`);
  process.stderr.write('This token is shown once and cannot be read again. Keep it in a secret store.\n');
};
