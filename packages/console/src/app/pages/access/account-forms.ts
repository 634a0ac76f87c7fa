import type { ServiceAccount, User } from '@govgate/client';
import type { Change, Sending, Sent } from '../../parts/change-buttons.js';
import type { Field } from '../../parts/fields.js';
import { idField } from '../../parts/make-fields.js';
import { texts } from '../../texts.js';

const t = texts.access;

const nameField = (initial = ''): Field => ({ ...idField('display_name', t.name), initial });

interface AccountForm {
  readonly label: string;
  readonly says: string;
  readonly idLabel: string;
  readonly send: (sent: Common & { readonly id: string; readonly display_name: string }) => Promise<unknown>;
}
type Common = Pick<Sent<undefined>, 'client' | 'options'>;

/** Creates something with an id and a display name. */
const named = ({ label, says, idLabel, send }: AccountForm): Change<undefined> => ({
  action: 'create',
  label,
  says,
  fields: () => [idField('id', idLabel), nameField()],
  send: ({ client, values: { id = '', display_name = '' }, options }) =>
    send({ client, id, display_name, options }),
});

export const createUser = named({
  label: t.newUser,
  says: t.newUserSays,
  idLabel: t.user,
  send: ({ client, id: user_id, display_name, options }) =>
    client.createUser({ body: { user_id, display_name } }, options),
});

export const createServiceAccount = named({
  label: t.newServiceAccount,
  says: t.newServiceAccountSays,
  idLabel: t.serviceAccount,
  send: ({ client, id: service_account_id, display_name, options }) =>
    client.createServiceAccount({ body: { service_account_id, display_name } }, options),
});

export const createGroup = named({
  label: t.newGroup,
  says: t.newGroupSays,
  idLabel: t.group,
  send: ({ client, id: group_id, display_name, options }) =>
    client.createGroup({ body: { group_id, display_name } }, options),
});

interface Renaming<R> extends Pick<Sent<R>, 'client' | 'record'> {
  readonly display_name: string;
  readonly options: Sending & { ifMatch: object };
}

const rename = <R extends User | ServiceAccount>(
  send: (renaming: Renaming<R>) => Promise<unknown>,
): Change<R> => ({
  action: 'update',
  label: t.rename,
  says: t.renameSays,
  fields: ({ display_name }) => [nameField(display_name)],
  send: ({ client, record, values: { display_name = '' }, options }) =>
    send({ client, record, display_name, options: options as Sending & { ifMatch: object } }),
});

export const renameUser = rename<User>(({ client, record: { user_id }, display_name, options }) =>
  client.updateUser({ user_id, body: { display_name } }, options),
);

export const renameServiceAccount = rename<ServiceAccount>(
  ({ client, record: { service_account_id }, display_name, options }) =>
    client.updateServiceAccount({ service_account_id, body: { display_name } }, options),
);
