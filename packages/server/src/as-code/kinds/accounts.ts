import type { GovgateClient } from '@govgate/client';
import type { Live, Plain, ResourceKind, StepCall } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';

const PAGE = 200;
const REASON = { reason_code: 'gitops' };

interface AccountKind {
  readonly kind: 'user' | 'service_account';
  readonly idField: 'user_id' | 'service_account_id';
  readonly noun: 'User' | 'ServiceAccount';
  readonly list: (client: GovgateClient) => AsyncIterable<Plain>;
}

const accountKind = (account: AccountKind): ResourceKind => {
  const { kind, idField, list } = account;
  const idOf = (record: Plain): string => String(record[idField]);
  return {
    ...accountSteps(account),
    kind,
    schema: RESOURCE_SCHEMAS[kind],
    idOf,
    normal: (record) => ({
      [idField]: idOf(record),
      display_name: record.display_name,
      disabled: record.disabled ?? false,
    }),
    async *live(client) {
      for await (const found of list(client))
        yield {
          id: idOf(found),
          record: {
            [idField]: idOf(found),
            display_name: found.display_name,
            disabled: found.status === 'disabled',
          },
          etag: String(found.etag),
          facts: {},
        } satisfies Live;
    },
    fixed: () => undefined,
    rests: (record) => ({ ...record, disabled: true }),
    onTheWay: { disabled: (before, _, live) => before === undefined && live === false },
  };
};

const accountSteps = ({
  idField,
  noun,
}: AccountKind): Required<Pick<ResourceKind, 'create' | 'update' | 'remove'>> => {
  const switched = (id: string, disabled: boolean): StepCall => ({
    action: disabled ? 'delete' : 'update',
    operation: `${disabled ? 'disable' : 'enable'}${noun}`,
    input: { [idField]: id, body: REASON },
  });
  return {
    create: (record) => [
      {
        action: 'create',
        operation: `create${noun}`,
        input: { body: { [idField]: String(record[idField]), display_name: record.display_name, ...REASON } },
      },
      ...(record.disabled === true ? [switched(String(record[idField]), true)] : []),
    ],
    update: (record, _, fields) => [
      ...(fields.includes('display_name')
        ? [
            {
              action: 'update' as const,
              operation: `update${noun}`,
              input: {
                [idField]: String(record[idField]),
                body: { display_name: record.display_name, ...REASON },
              },
            },
          ]
        : []),
      ...(fields.includes('disabled') ? [switched(String(record[idField]), record.disabled === true)] : []),
    ],
    // Accounts are never deleted: whoever appears in the trail stays known.
    remove: (live) => [switched(live.id, true)],
  };
};

export const users = accountKind({
  kind: 'user',
  idField: 'user_id',
  noun: 'User',
  list: (client) => client.listUsers.items({ limit: PAGE }),
});

export const serviceAccounts = accountKind({
  kind: 'service_account',
  idField: 'service_account_id',
  noun: 'ServiceAccount',
  list: (client) => client.listServiceAccounts.items({ limit: PAGE }),
});
