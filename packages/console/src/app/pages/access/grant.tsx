import type { GrantRole, RoleBindingPreview } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { Failure } from '../../parts/failure.js';
import type { Values } from '../../parts/fields.js';
import { Loading } from '../../parts/loading.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import { Badge, Code } from '../../parts/text.js';
import { type Api, useApi } from '../../state/api.js';
import { untilQuiet } from '../../state/until-quiet.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { ROLES } from './roles.js';

const t = texts.access;
const SUBJECTS = ['user', 'group', 'service_account'] as const;
const SCOPES = ['environment', 'tenant', 'owner_team'] as const;

/** Grants a role, after showing who would gain what. */
export const grant = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.grant,
  says: t.grantSays,
  Consequence: ({ values }) => <Preview values={values} />,
  fields: () => [
    {
      name: 'subject_type',
      label: t.subjectType,
      kind: 'choice',
      values: SUBJECTS,
      initial: 'user',
      isRequired: true,
    },
    { name: 'subject_id', label: t.subject, kind: 'text', pick: 'subject', isRequired: true },
    { name: 'role', label: t.role, kind: 'choice', values: ROLES, isRequired: true },
    {
      name: 'scope_type',
      label: t.scope,
      kind: 'choice',
      values: scopesOf(api),
      initial: scopesOf(api)[0] ?? '',
      isRequired: true,
    },
    {
      name: 'environment_id',
      label: t.environment,
      kind: 'text',
      values: api.mayInTenant('role_binding.create') ? api.me.environment_ids : [api.environment],
      initial: api.environment,
      hint: t.environmentHint,
    },
    { name: 'owner_team', label: t.team, kind: 'text', values: teamsOf(api), hint: t.teamHint },
    { name: 'expires_at', label: t.expiresAt, kind: 'moment' },
    ...reasonFields(['onboarding', 'incident_response', 'project']),
  ],
  send: ({ client, values, options }) => client.createRoleBinding({ body: grantOf(values) }, options),
});

// A grantor who reaches no further than a team grants for that team.
const scopesOf = (api: Api): readonly (typeof SCOPES)[number][] =>
  SCOPES.filter((scope) => {
    if (api.mayInTenant('role_binding.create')) return true;
    if (api.makesFor('role_binding.create') === 'any') return scope !== 'tenant';
    return scope === 'owner_team';
  });

const teamsOf = (api: Api): readonly string[] => {
  const teams = api.makesFor('role_binding.create');
  return teams === 'any' ? [] : teams;
};

const grantOf = (values: Values): GrantRole => {
  const { subject_id = '', expires_at = '' } = values;
  return {
    role: ROLES.find((one) => one === values.role) ?? 'viewer',
    subject: { subject_type: SUBJECTS.find((one) => one === values.subject_type) ?? 'user', subject_id },
    scope: scopeOf(values),
    ...(expires_at === '' ? {} : { expires_at: new Date(expires_at).toISOString() }),
    ...reasonBody(values),
  };
};

const scopeOf = ({ scope_type, environment_id = '', owner_team = '' }: Values): GrantRole['scope'] => {
  if (scope_type === 'tenant') return { scope_type: 'tenant' };
  if (scope_type === 'owner_team')
    return { scope_type: 'owner_team', owner_team, environment_id: environment_id || null };
  return { scope_type: 'environment', environment_id };
};

/** Requested again whenever its inputs are complete and have changed; the reason is not one of them. */
const Preview = ({ values }: { readonly values: Values }) => {
  const { subject_id, role } = values;
  if (!subject_id || !role) return <p className="quiet">{t.previewHint}</p>;
  return <PreviewOf values={{ ...values, reason_code: 'preview', reason: '' }} />;
};

const PreviewOf = ({ values }: { readonly values: Values }) => {
  const { client } = useApi();
  const { data, error } = useLoad(['preview of a grant', values], async ({ signal }) => {
    await untilQuiet(signal);
    return client.previewRoleBinding({ body: grantOf(values) }, { signal });
  });
  if (error !== undefined) return <Failure error={error} />;
  return data === undefined ? <Loading /> : <Gains preview={data} />;
};

const saysOf = (code: RoleBindingPreview['findings'][number]['reason_code']): string =>
  code === 'members_by_token' ? t.membersByToken : code.replaceAll('_', ' ');

const Gains = ({ preview }: { readonly preview: RoleBindingPreview }) => (
  <div data-preview={preview.valid} role="status">
    <p>
      {t.gains(preview.affected_user_count, preview.newly_effective.length)}{' '}
      <Code of={preview.affected_user_ids.join(', ')} />
    </p>
    <p>
      <Code of={preview.newly_effective.join(', ')} />
    </p>
    <ul>
      {preview.findings.map((finding) => (
        <li key={finding.reason_code}>
          <Badge of={finding.severity} /> {saysOf(finding.reason_code)}
        </li>
      ))}
    </ul>
  </div>
);
