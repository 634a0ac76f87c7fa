import { authorize, ok, refuse, type Scope } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { listCoverage } from '../paging/list-scope.js';
import { activeVersion } from './active-version.js';
import { type PolicyView, policyTarget, policyView } from './policy-view.js';

/** The version in force, without what only people who maintain it need. */
export interface ActivePolicyView {
  readonly schemaVersion: '1.0';
  /** Null: none is active, and nothing may be called. */
  readonly policy: Omit<PolicyView, 'usageRefs' | 'permissions' | 'validation' | 'etag' | 'tag'> | null;
  /** The record's part of the ETag header. */
  readonly tag: string;
}

/** Reads the version that is in force in an environment: what gateways poll (docs/spec/policies.md#active). */
export const makeReadActivePolicy =
  (deps: Pick<Ports, 'records'>): UseCase<{ readonly scope: Scope }, ActivePolicyView> =>
  async (context, { scope }) => {
    const coverage = listCoverage(context, 'policy.read', scope);
    if (!coverage.ok) return coverage;
    const active = await activeVersion(deps, scope);
    if (active === undefined) return ok({ schemaVersion: '1.0', policy: null, tag: 'none' });
    // That none is active would be a lie.
    if (!authorize(context.principal, 'policy.read', policyTarget(active.record)))
      return refuse('permission_denied');
    const {
      usageRefs: _,
      permissions: __,
      validation: ___,
      etag: ____,
      tag,
      ...policy
    } = policyView(context, active, []);
    return ok({ schemaVersion: '1.0', policy, tag });
  };
