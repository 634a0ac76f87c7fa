import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { useId } from 'react';
import { texts } from '../../texts.js';
import { useVersions } from './use-versions.js';

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
  const { data } = useVersions();
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
