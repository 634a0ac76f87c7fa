import type { ApiToken, IssuedApiToken } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { type ListDef, unchecked } from '../../parts/list-page.js';
import { pageOf } from '../../parts/page-of.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.access;

export const tokenList: ListDef<ApiToken> = {
  title: t.tokens,
  path: 'access/tokens',
  filters: [
    { name: 'subject_id', label: t.subject },
    { name: 'status', label: t.status, values: ['active', 'expired', 'revoked'] },
  ],
  columns: [
    { head: t.token, cell: (one) => <Code of={one.token_id} /> },
    { head: t.subject, cell: (one) => <Code of={one.subject.subject_id} /> },
    { head: t.status, cell: (one) => <Badge of={one.status} /> },
    { head: t.createdBy, cell: (one) => <Code of={one.created_by} /> },
    { head: t.createdAt, cell: (one) => <Moment of={one.created_at} />, sort: 'created' },
    { head: t.expiresAt, cell: (one) => <Moment of={one.expires_at} /> },
  ],
  idOf: (one) => one.token_id,
  ask: async (client, query, options) => pageOf(await client.listApiTokens(unchecked(query), options)),
  whenEmpty: t.noTokens,
  creates: (api) => [issue(api)],
};

export const tokenRecord: RecordDef<ApiToken> = {
  read: (client, id, options) => client.readApiToken({ token_id: id }, options),
  titleOf: (one) => one.token_id,
  facts: (one) => [
    [t.subject, <Code of={`${one.subject.subject_type} ${one.subject.subject_id}`} />],
    [t.status, <Badge of={one.status} />],
    [t.limitedTo, <Code of={one.limited_to.environment_ids?.join(', ')} />],
    [t.permissions, <Code of={one.limited_to.permissions?.join(', ')} />],
    [t.createdBy, <Code of={one.created_by} />],
    [t.createdAt, <Moment of={one.created_at} />],
    [t.expiresAt, <Moment of={one.expires_at} />],
    [t.revokedBy, <Code of={one.revoked_by} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    verb({
      action: 'revoke',
      label: texts.revoke,
      says: t.revokeTokenSays,
      isGrave: true,
      codes: ['leaked', 'no_longer_used'],
      send: ({ client, record: { token_id }, body, options }) =>
        client.revokeApiToken({ token_id, body }, options),
    }),
  ],
};

/** Everybody may create tokens for themselves; for others only identity managers. */
const issue = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.newToken,
  says: t.newTokenSays,
  fields: () => [
    {
      name: 'subject_type',
      label: t.subjectType,
      kind: 'choice',
      values: api.may('local_identity.manage') ? ['user', 'service_account'] : [api.me.actor_type],
      initial: api.me.actor_type,
      isRequired: true,
    },
    {
      name: 'subject_id',
      label: t.subject,
      ...(api.may('local_identity.manage')
        ? ({ kind: 'text', pick: 'subject' } as const)
        : ({ kind: 'choice', values: [api.me.actor_id] } as const)),
      initial: api.me.actor_id,
      isRequired: true,
    },
    { name: 'expires_at', label: t.expiresAt, kind: 'moment', isRequired: true },
  ],
  send: ({ client, values: { subject_type, subject_id = '', expires_at = '' }, options }) =>
    client.createApiToken(
      {
        body: {
          subject: {
            subject_type: subject_type === 'service_account' ? 'service_account' : 'user',
            subject_id,
          },
          expires_at: new Date(expires_at).toISOString(),
        },
      },
      options,
    ),
  Answer: ({ answer }) => (
    <p>
      {t.tokenOnce} <Code of={(answer as IssuedApiToken).token} />
    </p>
  ),
});
