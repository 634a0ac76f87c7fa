import type { PolicyVersion, Scope } from '@govgate/domain';
import { policyVersionKind, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The version that is active in an environment. */
export const activeVersion = (
  { records }: Pick<Ports, 'records'>,
  scope: Scope,
): Promise<Stored<PolicyVersion> | undefined> =>
  records.holder(policyVersionKind, scope, 'one_active', 'active');
