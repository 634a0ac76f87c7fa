import type { GovgateClient, ServiceAccount, User } from '@govgate/client';
import type { Change, Sending } from '../../parts/change-buttons.js';
import type { Field } from '../../parts/fields.js';
import { idField } from '../../parts/make-fields.js';
import { texts } from '../../texts.js';

const t = texts.access;

const nameField = (initial = ''): Field => ({ ...idField('display_name', t.name), initial });

/** Creates something with an id and a display name. */
const named = (
  label: string,
  says: string,
  idLabel: string,
  send: (client: GovgateClient, id: string, display_name: string, options: Sending) => Promise<unknown>,
): Change<undefined> => ({
  action: 'create',
  label,
  says,
  fields: () => [idField('id', idLabel), nameField()],
  send: (client, _, { id = '', display_name = '' }, options) => send(client, id, display_name, options),
});

export const createUser = named(t.newUser, t.newUserSays, t.user, (client, user_id, display_name, options) =>
  client.createUser({ body: { user_id, display_name } }, options),
);

export const createServiceAccount = named(
  t.newServiceAccount,
  t.newServiceAccountSays,
  t.serviceAccount,
  (client, service_account_id, display_name, options) =>
    client.createServiceAccount({ body: { service_account_id, display_name } }, options),
);

export const createGroup = named(
  t.newGroup,
  t.newGroupSays,
  t.group,
  (client, group_id, display_name, options) =>
    client.createGroup({ body: { group_id, display_name } }, options),
);

const rename = <R extends User | ServiceAccount>(
  send: (
    client: GovgateClient,
    record: R,
    display_name: string,
    options: Sending & { ifMatch: object },
  ) => Promise<unknown>,
): Change<R> => ({
  action: 'update',
  label: t.rename,
  says: t.renameSays,
  fields: ({ display_name }) => [nameField(display_name)],
  send: (client, record, { display_name = '' }, options) =>
    send(client, record, display_name, options as Sending & { ifMatch: object }),
});

export const renameUser = rename<User>((client, { user_id }, display_name, options) =>
  client.updateUser({ user_id, body: { display_name } }, options),
);

export const renameServiceAccount = rename<ServiceAccount>(
  (client, { service_account_id }, display_name, options) =>
    client.updateServiceAccount({ service_account_id, body: { display_name } }, options),
);
