import {
  type AuditEventType,
  ok,
  type Permission,
  type PolicyVersion,
  type Result,
  type Scope,
} from '@govgate/domain';
import { type Decided, noChange, type PolicyChange } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type ChangeDeps, changeRecord } from '../call/change-record.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { policyAccess } from './load-policy.js';
import { type PolicyView, policyView } from './policy-view.js';
import { usageRefsOf } from './usage-refs.js';

/** The input of a version's change, and how it is recorded. */
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

/** The same with the answer about the resulting version. */
export interface AnsweredPolicyChange<Output> extends PolicyChangeCall {
  readonly answer: (stored: Stored<PolicyVersion>) => Output | Promise<Output>;
}

/** Changes a version and answers it. */
export const changePolicy = (
  deps: ChangeDeps & Pick<Ports, 'timer'>,
  context: CallContext,
  call: PolicyChangeCall,
): Promise<Result<PolicyView>> =>
  changePolicyRecord(deps, context, {
    ...call,
    answer: async (stored) =>
      policyView(context, stored, await usageRefsOf(deps, call.scope, call.policyVersion)),
  });

/** Changes a version; a decision without changed fields writes nothing. */
export const changePolicyRecord = <Output>(
  deps: ChangeDeps,
  context: CallContext,
  { decide, answer, permission, ...call }: AnsweredPolicyChange<Output>,
): Promise<Result<Output>> =>
  changeRecord(deps, context, {
    ...call,
    ...policyAccess(call, permission),
    version: call.policyVersion,
    decide: async ({ stored }) => {
      const decided = await decide(stored.record);
      return decided.ok ? ok({ decided: decidedOf(decided.value), answer }) : decided;
    },
  });

const decidedOf = ({ policyVersion, changedFields }: PolicyChange): Decided<PolicyVersion> =>
  changedFields.length === 0
    ? noChange(policyVersion)
    : { kind: 'moved', record: policyVersion, changedFields, fences: false };
