import { useId } from 'preact/hooks';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

/** Chooses another version of this environment; by default the active one. */
export const OtherVersion = ({
  label,
  policyVersion,
  name = 'against',
  onChoose,
}: {
  readonly label: string;
  readonly policyVersion: string;
  readonly name?: string;
  readonly onChoose?: (version: string) => void;
}) => {
  const id = useId();
  const { client } = useApi();
  const { data } = useLoad('versions', ({ signal }) => client.listPolicies({ limit: 200 }, { signal }));
  const others = data?.items.filter((one) => one.policy_version !== policyVersion) ?? [];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
        <option value="">{texts.none}</option>
        {others.map((one) => (
          <option key={one.policy_version} value={one.policy_version}>
            {`${one.policy_version} (${one.status})`}
          </option>
        ))}
      </select>
    </div>
  );
};
