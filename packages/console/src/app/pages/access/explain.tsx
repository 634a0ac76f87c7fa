import type { AccessExplanation, ExplainAccessInput } from '@govgate/client';
import { useLocation } from 'preact-iso/router';
import { Failure } from '../../parts/failure.js';
import { type Filter, Filters } from '../../parts/filters.js';
import { Heading } from '../../parts/heading.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { type Api, useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { PERMISSIONS } from './permissions.js';

const t = texts.explain;

const PERMISSION: Filter = { name: 'permission', label: t.permission, values: PERMISSIONS };
const RESOURCE: Filter = { name: 'resource_id', label: t.resource };
const TEAM: Filter = { name: 'owner_team', label: t.team };
const SUBJECT: readonly Filter[] = [
  { name: 'subject_id', label: t.subject },
  { name: 'subject_type', label: t.subjectType, values: ['user', 'group', 'service_account'] },
];

/**
 * Why somebody can or cannot do something in this environment. The question is part of the address, so that it can be sent to whoever can
 * help.
 */
export const Explain = () => {
  const api = useApi();
  const { query } = useLocation();
  // Explanations about others require reading every role binding of the tenant, which is itself such a question.
  const others = useLoad('explains others', ({ signal }) =>
    api.client.explainAccess({ permission: 'role_binding.read' }, { signal }),
  );
  if (others.data === undefined)
    return others.error === undefined ? (
      <p class="quiet">{texts.loading}</p>
    ) : (
      <Failure error={others.error} retry={others.reload} />
    );
  const isForOthers = others.data.verdict === 'allowed';
  const permission = PERMISSIONS.find((one) => one === query.permission);
  const about = permission === undefined || hasTeams(permission) ? [RESOURCE, TEAM] : [RESOURCE];
  return (
    <>
      <Heading title={t.title} />
      <p>{isForOthers ? t.says : t.saysOfYou}</p>
      <Filters path="access/explain" filters={[PERMISSION, ...about, ...(isForOthers ? SUBJECT : [])]} />
      {permission === undefined ? (
        <p class="quiet">{t.hint}</p>
      ) : (
        <Answer asked={askedIn(api, permission, isForOthers ? query : { ...query, subject_id: '' })} />
      )}
    </>
  );
};

const areaOf = (permission: string): string => permission.split('.')[0] ?? '';

/** Whether a permission concerns records of the tenant itself, which are in no environment. */
const isOfTenant = (permission: string): boolean => ['local_identity', 'audit'].includes(areaOf(permission));

const hasTeams = (permission: string): boolean =>
  !isOfTenant(permission) && areaOf(permission) !== 'role_binding';

const askedIn = (
  { environment }: Api,
  permission: ExplainAccessInput['permission'],
  { resource_id, owner_team, subject_id, subject_type }: Readonly<Record<string, string | undefined>>,
): ExplainAccessInput => ({
  permission,
  // A role binding itself says which environment it is for.
  ...(isOfTenant(permission) || (resource_id && !hasTeams(permission))
    ? {}
    : { environment_id: environment }),
  ...(resource_id ? { resource_id } : {}),
  ...(owner_team && hasTeams(permission) ? { owner_team } : {}),
  ...(subject_id
    ? {
        subject_id,
        subject_type: (subject_type || 'user') as NonNullable<ExplainAccessInput['subject_type']>,
      }
    : {}),
});

const Answer = ({ asked }: { readonly asked: ExplainAccessInput }) => {
  const { client } = useApi();
  const { data, error, reload } = useLoad(`explain ${JSON.stringify(asked)}`, ({ signal }) =>
    client.explainAccess(asked, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  return data === undefined ? <p class="quiet">{texts.loading}</p> : <Explained told={data} />;
};

const Explained = ({ told }: { readonly told: AccessExplanation }) => {
  const { subject, permission, environment_id, verdict, reason_code, grants, grant_count, needed } = told;
  return (
    <section data-verdict={verdict}>
      <p role="status">
        <Code of={subject.subject_id} /> <strong>{t.verdicts[verdict]}</strong>: <Code of={permission} />{' '}
        {environment_id === null ? (
          t.inTenant
        ) : (
          <>
            {t.where} <Code of={environment_id} />
          </>
        )}
        . {t.because[reason_code]}
      </p>
      <h2>{t.grants}</h2>
      {grants.length === 0 ? <p class="quiet">{t.noGrants}</p> : <Grants grants={grants} />}
      {grant_count > grants.length && <p class="quiet">{t.untold(grant_count - grants.length)}</p>}
      {needed !== null && <Needed needed={needed} />}
    </section>
  );
};

type Grant = AccessExplanation['grants'][number];

const Grants = ({ grants }: { readonly grants: readonly Grant[] }) => {
  const { href, may } = useApi();
  return (
    <table class="list">
      <thead>
        <tr>
          {t.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grants.map((one) => (
          <tr key={one.binding_id} data-applies={one.applies}>
            <td>
              {may('role_binding.read') ? (
                <a href={href(`access/role-bindings/${encodeURIComponent(one.binding_id)}`)}>
                  <Code of={one.binding_id} />
                </a>
              ) : (
                <Code of={one.binding_id} />
              )}
            </td>
            <td>
              <Code of={one.role} />
            </td>
            <td>
              <Code of={scopeText(one.scope)} />
            </td>
            <td>
              <Code of={one.group_id} />
            </td>
            <td>
              <Badge of={one.status} />
            </td>
            <td>
              <Moment of={one.expires_at} />
            </td>
            <td>{t.because[one.reason_code]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Needed = ({ needed }: { readonly needed: NonNullable<AccessExplanation['needed']> }) => (
  <>
    <h2>{t.needed}</h2>
    <p>{t.neededSays}</p>
    <dl class="facts" data-needed>
      <div>
        <dt>{t.roles}</dt>
        <dd>
          <Code of={needed.roles.join(', ')} />
        </dd>
      </div>
      <div>
        <dt>{t.scopes}</dt>
        <dd>
          <Code of={needed.scopes.map(scopeText).join(', ')} />
        </dd>
      </div>
    </dl>
  </>
);

const scopeText = (scope: Grant['scope']): string =>
  [scope.scope_type, scope.environment_id, scope.owner_team, scope.resource_type, scope.resource_id]
    .filter((one) => one !== null)
    .join(' ');
