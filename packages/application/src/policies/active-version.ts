import type { PolicyVersion, Scope } from '@govgate/domain';
import { policyVersionKind, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The version that is active in an environment. */
export const activeVersion = async (
  { records }: Pick<Ports, 'records'>,
  scope: Scope,
): Promise<Stored<PolicyVersion> | undefined> => {
  const page = await records.page(policyVersionKind, scope, {
    where: { is: { status: 'active' } },
    limit: 1,
  });
  return page.items[0];
};
