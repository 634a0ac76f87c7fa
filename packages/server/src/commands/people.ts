import { ACCOUNT_STATUSES, isId, isPrincipalId, REASON_CODE_PATTERN } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { asOperator, type Operator } from './as-operator.js';
import { hereOrThere, type There } from './here-or-there.js';
import { printLine } from './print-line.js';
import * as remote from './remote/people.js';
import * as remoteTokens from './remote/tokens.js';

export type OfTenant = There;

/** Records read at a time. */
const PAGE = 200;

/** `govgate user create ID`: the user on stdout. */
export const createUser = async (
  userId: string,
  options: OfTenant & { readonly name?: string },
): Promise<void> => {
  checkUser(userId);
  await hereOrThere(options, createUserHere(userId), (service) =>
    remote.createUser(service, userId, options.name),
  );
};

/** `govgate user disable ID`: also ends the user's sessions, tokens and approvals. */
export const disableUser = async (
  userId: string,
  options: OfTenant & { readonly reason: string },
): Promise<void> => {
  const { reason } = options;
  checkUser(userId);
  if (!REASON_CODE_PATTERN.test(reason))
    throw new CommandFailure('--reason must be a reason code such as left_company.', EXIT.usage);
  const here = ({ tenant: named }: OfTenant): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) => {
      const asked = { tenantId: tenant, accountId: userId, reasonCode: reason };
      const { displayName, status, disabledAt } = await ask(useCases.disableUser, asked);
      const told = { user_id: userId, tenant_id: tenant, display_name: displayName, status };
      printLine({ ...told, disabled_at: disabledAt });
    });
  await hereOrThere(options, here, (service) => remote.disableUser(service, userId, reason));
};

/** `govgate user list`: one user per line. */
export const listUsers = async (options: OfTenant & { readonly status?: string }): Promise<void> => {
  const { status } = options;
  const known = ACCOUNT_STATUSES.find((one) => one === status);
  if (status !== undefined && known === undefined)
    throw new CommandFailure(`--status must be ${ACCOUNT_STATUSES.join(' or ')}.`, EXIT.usage);
  const here = ({ tenant: named }: OfTenant): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) =>
      eachPage(async (cursor) => {
        const list = await ask(useCases.listUsers, { tenantId: tenant, status: known, limit: PAGE, cursor });
        for (const { accountId, displayName, status, disabledAt } of list.items)
          printLine({
            user_id: accountId,
            tenant_id: tenant,
            display_name: displayName,
            status,
            disabled_at: disabledAt,
          });
        return list.page.nextCursor;
      }),
    );
  await hereOrThere(options, here, (service) => remote.listUsers(service, status));
};

/** `govgate group create ID`. */
export const createGroup = async (
  groupId: string,
  options: OfTenant & { readonly name?: string },
): Promise<void> => {
  const { name = groupId } = options;
  if (!isId(groupId)) throw new CommandFailure('The group must be an identifier.', EXIT.usage);
  const here = ({ tenant: named }: OfTenant): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) => {
      const group = await ask(useCases.createGroup, { tenantId: tenant, groupId, displayName: name });
      printLine({ group_id: groupId, tenant_id: tenant, display_name: name, members: group.members });
    });
  await hereOrThere(options, here, (service) => remote.createGroup(service, groupId, name));
};

/** `govgate group add GROUP USER`. */
export const addToGroup = async (groupId: string, userId: string, options: OfTenant): Promise<void> => {
  if (!isId(groupId)) throw new CommandFailure('The group must be an identifier.', EXIT.usage);
  checkUser(userId);
  const here = ({ tenant: named }: OfTenant): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) => {
      const group = await ask(useCases.addGroupMember, { tenantId: tenant, groupId, userId });
      const { displayName, members } = group;
      printLine({ group_id: groupId, tenant_id: tenant, display_name: displayName, members });
    });
  await hereOrThere(options, here, (service) => remote.addToGroup(service, groupId, userId));
};

/** `govgate token list`: one token per line, never its text. */
export const listTokens = async (options: OfTenant & { readonly subject?: string }): Promise<void> => {
  const { subject } = options;
  if (subject !== undefined) checkUser(subject);
  const filters = subject === undefined ? {} : { subjectId: subject };
  const here = ({ tenant: named }: OfTenant): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }: Operator) =>
      eachPage(async (cursor) => {
        const list = await ask(useCases.listApiTokens, { tenantId: tenant, filters, limit: PAGE, cursor });
        for (const token of list.items)
          printLine({
            token_id: token.tokenId,
            subject_type: token.subject.subjectType,
            subject_id: token.subject.subjectId,
            status: token.status,
            environment_ids: token.limitedTo.environmentIds,
            permissions: token.limitedTo.permissions,
            created_by: token.createdBy,
            parent_token_id: token.parentTokenId,
            created_at: token.createdAt,
            expires_at: token.expiresAt,
            revoked_at: token.revokedAt,
          });
        return list.page.nextCursor;
      }),
    );
  await hereOrThere(options, here, (service) => remoteTokens.listTokens(service, subject));
};

const checkUser = (userId: string): void => {
  if (!isPrincipalId(userId))
    throw new CommandFailure('A user id consists of printable characters without spaces or /.', EXIT.usage);
};

const eachPage = async (read: (cursor: string | undefined) => Promise<string | undefined>): Promise<void> => {
  let cursor: string | undefined;
  do cursor = await read(cursor);
  while (cursor !== undefined);
};

const createUserHere =
  (userId: string) =>
  ({ tenant: named, name = userId }: OfTenant & { readonly name?: string }): Promise<void> =>
    asOperator(named, async ({ tenant, useCases, ask }) => {
      const asked = { tenantId: tenant, accountId: userId, displayName: name };
      const { displayName, status } = await ask(useCases.createUser, asked);
      printLine({ user_id: userId, tenant_id: tenant, display_name: displayName, status });
    });
