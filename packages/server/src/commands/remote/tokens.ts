import type { CreateApiToken } from '@govgate/client';
import { printLine } from '../print-line.js';
import { endOfTokenTtl } from '../ttl.js';
import type { RemoteService } from './remote-service.js';

type Permissions = Exclude<NonNullable<CreateApiToken['limited_to']>['permissions'], undefined>;

/** The options of a token to create. */
export interface AskedToken {
  readonly user?: string;
  readonly serviceAccount?: string;
  readonly environment?: readonly string[];
  readonly permission?: readonly string[];
  readonly ttl?: string;
}

/** `govgate token create` at a service: the token on stdout, once. */
export const createToken = async ({ client }: RemoteService, options: AskedToken): Promise<void> => {
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

/** `govgate token list` at a service. */
export const listTokens = async ({ client }: RemoteService, subject: string | undefined): Promise<void> => {
  for await (const token of client.listApiTokens.items({ subject_id: subject, limit: 200 }))
    printLine({
      token_id: token.token_id,
      subject_type: token.subject.subject_type,
      subject_id: token.subject.subject_id,
      status: token.status,
      environment_ids: token.limited_to.environment_ids,
      permissions: token.limited_to.permissions,
      created_by: token.created_by,
      parent_token_id: token.parent_token_id,
      created_at: token.created_at,
      expires_at: token.expires_at,
      revoked_at: token.revoked_at,
    });
};

/** `govgate token revoke` at a service. */
export const revokeToken = async ({ client }: RemoteService, tokenId: string): Promise<void> => {
  await client.revokeApiToken({ token_id: tokenId, body: { reason_code: 'requested' } });
  process.stderr.write('The token is revoked.\n');
};
