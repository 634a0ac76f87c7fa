import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { useId } from 'react';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

/** Chooses another version of this environment, or none. */
export const OtherVersion = ({
  label,
  policyVersion,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly policyVersion: string;
  readonly value: string;
  readonly onChoose: (version: string) => void;
}) => {
  const id = useId();
  const { client } = useApi();
  const { data } = useLoad(['policy versions'], ({ signal }) =>
    client.listPolicies({ limit: 200 }, { signal }),
  );
  const others = data?.items.filter((one) => one.policy_version !== policyVersion) ?? [];
  return (
    <FormGroup label={label} fieldId={id}>
      <FormSelect id={id} value={value} onChange={(_, chosen) => onChoose(chosen)}>
        <FormSelectOption value="" label={texts.none} />
        {others.map((one) => (
          <FormSelectOption
            key={one.policy_version}
            value={one.policy_version}
            label={`${one.policy_version} (${one.status})`}
          />
        ))}
      </FormSelect>
    </FormGroup>
  );
};
