import type { AuditEventType, Permission, PolicyChange, PolicyVersion, Result, Scope } from '@govgate/domain';
import { ok } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import { type ChangeDeps, changeRecord } from '../call/change-record.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { wantedPolicy } from './load-policy.js';
import { type PolicyView, policyView } from './policy-view.js';
import { usageRefsOf } from './usage-refs.js';

/** What a change of one version asks for and how it is told. */
export interface PolicyChangeCall {
  readonly scope: Scope;
  readonly policyVersion: string;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly permission: Permission;
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly ifMatch: 'optional' | 'required';
  readonly allow?: () => Result<undefined>;
  readonly decide: (policy: PolicyVersion) => Result<PolicyChange> | Promise<Result<PolicyChange>>;
}

/** Changes one version and answers it. */
export const changePolicy = (
  deps: ChangeDeps & Pick<Ports, 'patience'>,
  context: CallContext,
  call: PolicyChangeCall,
): Promise<Result<PolicyView>> =>
  changePolicyRecord(deps, context, call, async (stored) =>
    policyView(context, stored, await usageRefsOf(deps, call.scope, call.policyVersion)),
  );

/** Changes one version; a decision without changed fields writes nothing. */
export const changePolicyRecord = <Output>(
  deps: ChangeDeps,
  context: CallContext,
  { decide, permission, ...call }: PolicyChangeCall,
  answer: (stored: Stored<PolicyVersion>) => Output | Promise<Output>,
): Promise<Result<Output>> =>
  changeRecord(deps, context, {
    ...call,
    ...wantedPolicy(call, permission),
    version: call.policyVersion,
    decide: async ({ stored }) => {
      const decided = await decide(stored.record);
      if (!decided.ok) return decided;
      const { policyVersion: record, changedFields } = decided.value;
      return ok(
        changedFields.length === 0
          ? { kind: 'no_change', record }
          : { kind: 'moved', record, changedFields, fences: false },
      );
    },
    answer,
  });
