import type { AuditEventType, Permission, PolicyChange, PolicyVersion, Result, Scope } from '@govgate/domain';
import { ok } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { loadPolicy } from './load-policy.js';
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
  readonly decide: (policy: PolicyVersion) => Result<PolicyChange>;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'>;

/** Loads a version, lets a decision change it, and commits it with its event. Nothing changed: nothing is written. */
export const changePolicy = (
  deps: Deps,
  context: CallContext,
  call: PolicyChangeCall,
): Promise<Result<PolicyView>> =>
  decideAndCommit(deps, context, async () => {
    const loaded = await loadPolicy(deps.records, context, call, call.permission);
    if (!loaded.ok) return loaded;
    const { stored } = loaded.value;
    const matches = checkIfMatch(context, stored, call.ifMatch);
    if (!matches.ok) return matches;
    const decided = call.decide(stored.record);
    if (!decided.ok) return decided;
    const usageRefs = await usageRefsOf(deps.records, call.scope, call.policyVersion);
    const { policyVersion: record, changedFields } = decided.value;
    if (changedFields.length === 0) return ok({ output: policyView(context, stored, usageRefs) });
    const event = auditEvent(deps, context, {
      eventType: call.eventType,
      action: call.action,
      environmentId: call.scope.environmentId,
      resourceId: call.policyVersion,
      version: call.policyVersion,
      reasonCode: call.reasonCode,
      reason: call.reason,
      changedFields,
    });
    return ok({
      commit: {
        changes: [{ kind: policyVersionKind, record, expectedVersion: stored.version }],
        audit: [event],
      },
      output: policyView(context, afterWrite(stored, record), usageRefs),
    });
  });
