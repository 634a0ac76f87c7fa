import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

/** A fact about a record. */
export type Fact = readonly [name: string, value: ReactNode];

/** A record's facts, name by name. */
export const Facts = ({
  facts,
  isNarrow = false,
}: {
  readonly facts: readonly Fact[];
  readonly isNarrow?: boolean;
}) => (
  <DescriptionList
    className="facts"
    isAutoFit
    autoFitMinModifier={{ default: isNarrow ? '130px' : '200px' }}
    isCompact
  >
    {facts.map(([name, value]) => (
      <DescriptionListGroup key={name}>
        <DescriptionListTerm>{name}</DescriptionListTerm>
        <DescriptionListDescription>{value}</DescriptionListDescription>
      </DescriptionListGroup>
    ))}
  </DescriptionList>
);
