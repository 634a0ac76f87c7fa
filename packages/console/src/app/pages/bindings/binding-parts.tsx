import type { CredentialBindingDetail } from '@govgate/client';
import { Badge, Code, Moment } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.bindings;

/** The sessions a change of this credential affects now. */
export const Impact = ({ record }: { readonly record: CredentialBindingDetail }) => {
  const { activeClientSessions, activeBackendSessions, affectedClientSessionIds } =
    record.activeSessionImpact;
  return (
    <p data-impact>
      {t.impact(activeClientSessions, activeBackendSessions)}{' '}
      <Code of={affectedClientSessionIds.join(', ')} />
    </p>
  );
};

/** Where a credential may be used, which sessions use it, and its broker's last result. */
export const BindingParts = ({ record }: { readonly record: CredentialBindingDetail }) => (
  <>
    <h2>{t.sessions}</h2>
    <Impact record={record} />
    <h2>{t.targets}</h2>
    <ul>
      {record.binding.allowedTargets.map((target) => (
        <li key={JSON.stringify(target)}>
          <Code of={[target.serverId ?? target.apiSourceId, target.toolId].filter(Boolean).join('/')} />{' '}
          <Code of={target.credentialMode} />
        </li>
      ))}
    </ul>
    <h2>{t.broker}</h2>
    <p>
      <Badge of={record.recentBrokerCheck.status} /> <Code of={record.recentBrokerCheck.reasonCode} />{' '}
      <Moment of={record.recentBrokerCheck.checkedAt} />
    </p>
  </>
);
