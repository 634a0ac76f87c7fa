import type { AppliedSet, Principal } from '@govgate/domain';
import { mayOnApplied } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { recordTag } from '../call/record-tag.js';

export interface AppliedSetRef {
  readonly tenantId: string;
  readonly setId: string;
}

/** A set as answered. */
export interface AppliedSetView extends Omit<AppliedSet, 'tenantId'> {
  readonly tag: string;
}

/** A set as answered to a caller: with the resources that they may read. */
export const appliedSetView = (principal: Principal, stored: Stored<AppliedSet>): AppliedSetView => {
  const { tenantId: _, resources, ...set } = stored.record;
  return {
    ...set,
    resources: resources.filter((one) => mayOnApplied(principal, 'read', one)),
    tag: recordTag(stored),
  };
};
