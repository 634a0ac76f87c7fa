import type { AccessExplanation, ExplainAccessInput } from '@govgate/client';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactNode } from 'react';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { type Filter, Filters } from '../../parts/filters.js';
import { Heading } from '../../parts/heading.js';
import type { Query } from '../../parts/list-page.js';
import { Loading } from '../../parts/loading.js';
import { Section } from '../../parts/section.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { useAddress } from '../../state/address.js';
import { type Api, useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { BindingLink, scopeText } from './binding-link.js';
import { aboutIn, permissionFilters, permissionIn } from './permission-question.js';

const t = texts.explain;

const SUBJECT: readonly Filter[] = [
  { name: 'subject_id', label: t.subject, pick: 'user' },
  { name: 'subject_type', label: t.subjectType, values: ['user', 'group', 'service_account'] },
];

/**
 * Why somebody can or cannot do something in this environment. The question is part of the address, so that it can be sent to whoever can
 * help.
 */
export const Explain = () => {
  const api = useApi();
  const { query } = useAddress();
  // Explanations about others require reading every role binding of the tenant, which is itself such a question.
  const others = useLoad(['explains others'], ({ signal }) =>
    api.client.explainAccess({ permission: 'role_binding.read' }, { signal }),
  );
  if (others.data === undefined)
    return others.error === undefined ? <Loading /> : <Failure error={others.error} retry={others.reload} />;
  const isForOthers = others.data.verdict === 'allowed';
  const permission = permissionIn(query);
  return (
    <>
      <Heading title={t.title} />
      <p className="before-next">{isForOthers ? t.says : t.saysOfYou}</p>
      <Filters
        path="access/explain"
        filters={[...permissionFilters(permission), ...(isForOthers ? SUBJECT : [])]}
      />
      {permission === undefined ? (
        <p className="quiet">{t.hint}</p>
      ) : (
        <Answer request={askedIn(api, permission, isForOthers ? query : { ...query, subject_id: '' })} />
      )}
    </>
  );
};

const askedIn = (
  api: Api,
  permission: ExplainAccessInput['permission'],
  { subject_id, subject_type, ...query }: Query,
): ExplainAccessInput => ({
  ...aboutIn(api, permission, query),
  ...(subject_id
    ? {
        subject_id,
        subject_type: (subject_type || 'user') as NonNullable<ExplainAccessInput['subject_type']>,
      }
    : {}),
});

const Answer = ({ request }: { readonly request: ExplainAccessInput }) => {
  const { client } = useApi();
  const { data, error, reload } = useLoad(['explain', request], ({ signal }) =>
    client.explainAccess(request, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  return data === undefined ? <Loading /> : <Explained reported={data} />;
};

const Explained = ({ reported }: { readonly reported: AccessExplanation }) => {
  const { subject, permission, environment_id, verdict, reason_code, grants, grant_count, needed } = reported;
  return (
    <div data-verdict={verdict}>
      <p className="before-next" role="status">
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
      <Section title={t.grants}>
        {grants.length === 0 ? <p className="quiet">{t.noGrants}</p> : <Grants grants={grants} />}
        {grant_count > grants.length && (
          <p className="quiet">{t.moreNotShown(grant_count - grants.length)}</p>
        )}
      </Section>
      {needed !== null && <Needed needed={needed} />}
    </div>
  );
};

type Grant = AccessExplanation['grants'][number];

const Grants = ({ grants }: { readonly grants: readonly Grant[] }) => (
  <Table className="list" role="table" variant="compact" gridBreakPoint="grid-md" aria-label={t.grants}>
    <Thead>
      <Tr>
        {t.heads.map((head) => (
          <Th key={head} modifier="wrap">
            {head}
          </Th>
        ))}
      </Tr>
    </Thead>
    <Tbody>
      {grants.map((one) => (
        <Tr key={one.binding_id} data-applies={one.applies}>
          {cellsOf(one).map((cell, place) => (
            <Td key={t.heads[place]} dataLabel={t.heads[place] ?? ''}>
              {cell}
            </Td>
          ))}
        </Tr>
      ))}
    </Tbody>
  </Table>
);

const cellsOf = (one: Grant): readonly ReactNode[] => [
  <BindingLink id={one.binding_id} />,
  <Code of={one.role} />,
  <Code of={scopeText(one.scope)} />,
  <Code of={one.group_id} />,
  <Badge of={one.status} />,
  <Moment of={one.expires_at} />,
  t.because[one.reason_code],
];

const Needed = ({ needed }: { readonly needed: NonNullable<AccessExplanation['needed']> }) => (
  <Section title={t.needed}>
    <p>{t.neededSays}</p>
    <div data-needed>
      <Facts
        facts={[
          [t.roles, <Code of={needed.roles.join(', ')} />],
          [t.scopes, <Code of={needed.scopes.map(scopeText).join(', ')} />],
        ]}
      />
    </div>
  </Section>
);
