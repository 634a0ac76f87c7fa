import { route, useAddress } from '../../../state/address.js';
import { useApi } from '../../../state/api.js';
import { useLoad } from '../../../state/use-load.js';
import { texts } from '../../../texts.js';
import { OtherVersion } from '../other-version.js';
import type { ReadPolicy } from '../policy-changes.js';
import { ChangedRules } from './changed-rules.js';
import { ChangedText } from './changed-text.js';
import { changesPath } from './changes-path.js';

const t = texts.policies;

/** What a version changes: against the active one, unless the address names another. */
export const PolicyChangesParts = ({ record }: { readonly record: ReadPolicy }) => {
  const { href } = useApi();
  const { query } = useAddress();
  const { policy_version } = record;
  const usual = useUsual(record);
  const against = query.against ?? usual;
  return (
    <>
      <div className="section">
        <OtherVersion
          label={t.compareWith}
          policyVersion={policy_version}
          value={against ?? ''}
          onChoose={(chosen) =>
            route(href(changesPath(policy_version), { against: chosen }), { replace: true })
          }
        />
      </div>
      {against === '' && <p className="quiet">{t.nothingToCompare}</p>}
      {against && (
        <>
          <ChangedRules policyVersion={policy_version} against={against} />
          <ChangedText key={against} policy={record} against={against} />
        </>
      )}
    </>
  );
};

/** The active version, or for that one the version before it; undefined until it is known, empty for none. */
const useUsual = ({ policy_version, version_state }: ReadPolicy): string | undefined => {
  const { client } = useApi();
  const { data } = useLoad(['active version'], ({ signal }) =>
    client.listPolicies({ status: 'active', limit: 1 }, { signal }),
  );
  if (data === undefined) return undefined;
  const active = data.items[0]?.policy_version;
  return (active === policy_version ? version_state.previous_policy_version : active) ?? '';
};
