import type { CredentialBindingDetail } from '@govgate/client';
import { Section } from '../../parts/section.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.bindings;

/** The sessions a change of this credential affects now. */
export const Impact = ({ record }: { readonly record: CredentialBindingDetail }) => {
  const { activeClientSessions, activeBackendSessions, affectedClientSessionIds } =
    record.activeSessionImpact;
  return (
    <p data-impact>
      {t.impact(activeClientSessions, activeBackendSessions)}
      {affectedClientSessionIds.length > 0 && (
        <>
          {' '}
          <Code of={affectedClientSessionIds.join(', ')} />
        </>
      )}
    </p>
  );
};

/** Where a credential may be used, which sessions use it, and its broker's last result. */
export const BindingParts = ({ record }: { readonly record: CredentialBindingDetail }) => (
  <>
    <Section title={t.sessions}>
      <Impact record={record} />
    </Section>
    <Section title={t.targets}>
      <ul>
        {record.binding.allowedTargets.map((target) => (
          <li key={JSON.stringify(target)}>
            <Code of={[target.serverId ?? target.apiSourceId, target.toolId].filter(Boolean).join('/')} />{' '}
            <Code of={target.credentialMode} />
          </li>
        ))}
      </ul>
    </Section>
    <Section title={t.broker}>
      <p>
        <Badge of={record.recentBrokerCheck.status} /> <Code of={record.recentBrokerCheck.reasonCode} />{' '}
        <Moment of={record.recentBrokerCheck.checkedAt} />
      </p>
    </Section>
  </>
);
