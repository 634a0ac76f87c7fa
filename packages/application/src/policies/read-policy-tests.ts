import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import { type PolicyTestsView, policyTestsView } from './policy-tests-view.js';

/** Reads the tests of a version. */
export const makeReadPolicyTests =
  ({ records }: Pick<Ports, 'records'>): UseCase<PolicyRef, PolicyTestsView> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, policyAccess(ref, 'policy.read'));
    return loaded.ok ? ok(policyTestsView(context, loaded.value.stored)) : loaded;
  };
