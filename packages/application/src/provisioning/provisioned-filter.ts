import type { Group, User } from '@govgate/domain';

/** What identity providers ask for records by. */
export const PROVISIONED_FIELDS = ['id', 'externalId', 'displayName', 'member'] as const;
export type ProvisionedField = (typeof PROVISIONED_FIELDS)[number];

/** A condition on a field; texts are compared exactly, as everywhere in this service. */
export interface ProvisionedCondition {
  readonly field: ProvisionedField;
  readonly is: 'equal' | 'prefix' | 'suffix' | 'part';
  readonly value: string;
}

const COMPARISONS: Readonly<Record<ProvisionedCondition['is'], (text: string, value: string) => boolean>> = {
  equal: (text, value) => text === value,
  prefix: (text, value) => text.startsWith(value),
  suffix: (text, value) => text.endsWith(value),
  part: (text, value) => text.includes(value),
};

/** Whether a record meets all conditions. */
export const meets =
  (conditions: readonly ProvisionedCondition[]) =>
  (record: User | Group): boolean =>
    conditions.every(({ field, is, value }) =>
      textsOf(record, field).some((text) => COMPARISONS[is](text, value)),
    );

const textsOf = (record: User | Group, field: ProvisionedField): readonly string[] => {
  switch (field) {
    case 'id':
      return ['userId' in record ? record.userId : record.groupId];
    case 'externalId':
      return record.externalId === null ? [] : [record.externalId];
    case 'displayName':
      return [record.displayName];
    case 'member':
      return 'members' in record ? record.members : [];
  }
};

/** The value that a field must equal, if one is asked for. */
export const equalTo = (
  conditions: readonly ProvisionedCondition[],
  field: ProvisionedField,
): string | undefined =>
  conditions.find((condition) => condition.field === field && condition.is === 'equal')?.value;
