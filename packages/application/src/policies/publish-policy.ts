import { type AuditEvent, ok, type PolicyVersion, type Result } from '@govgate/domain';
import { decidePublish, type PolicyValidation, type PublishDecision } from '@govgate/domain/internal';
import { type Change, policyVersionKind, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord, presentIfMatch } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, quotedTag, recordTag } from '../call/record-tag.js';
import { activeVersion } from './active-version.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import { type CheckDeps, checkForPublish } from './policy-findings.js';

export interface PublishPolicyInput extends PolicyRef {
  readonly manifestHash: string;
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** The result of a publish (docs/spec/policies.md#record). `validation.valid` false: nothing was published. */
export interface PublishResult {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly status: PolicyVersion['status'];
  readonly manifestHash: string;
  readonly etag: string;
  readonly tag: string;
  readonly auditEventId: string | null;
  readonly validation: PolicyValidation;
  /** Whether the version is active now; false: validation refused it. */
  readonly isActive: boolean;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'ids' | 'locks'> & CheckDeps;

/** Makes a version the active one of its environment and supersedes the previous one, in one commit (docs/spec/policies.md#publish). */
export const makePublishPolicy =
  (deps: Deps): UseCase<PublishPolicyInput, PublishResult> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(policyVersionKind, input.scope),
      admit: () => admitRecord(deps.records, context, policyAccess(input, 'policy.publish')),
      decide: async (admitted) => {
        const loaded = presentIfMatch(context, admitted);
        if (!loaded.ok) return loaded;
        const { stored } = loaded.value;
        const active = await activeVersion(deps, input.scope);
        const { findings } = await checkForPublish(deps, stored.record);
        const decided = decidePublish(stored.record, active?.record, {
          manifestHash: input.manifestHash,
          findings,
          now: deps.clock.now(),
          actorId: context.principal.actorId,
        });
        return decided.ok
          ? toDecision(deps, context, input, { stored, active, decided: decided.value })
          : decided;
      },
    });

interface Decided {
  readonly stored: Stored<PolicyVersion>;
  readonly active: Stored<PolicyVersion> | undefined;
  readonly decided: PublishDecision;
}

const toDecision = (
  deps: Deps,
  context: CallContext,
  input: PublishPolicyInput,
  { stored, active, decided }: Decided,
): Result<Decision<PublishResult>> => {
  if (decided.kind === 'already_active') return ok({ output: publishResult(stored, null) });
  if (decided.kind === 'invalid') {
    const event = publishEvent(deps, context, input, { outcome: 'failure', reasonCode: 'validation_failed' });
    return ok({
      commit: { changes: [], audit: [event] },
      output: {
        ...publishResult(stored, event.auditEventId),
        validation: decided.validation,
        isActive: false,
      },
    });
  }
  const { policyVersion, superseded, changedFields } = decided;
  const event = publishEvent(deps, context, input, {
    changedFields: changesDefault(policyVersion, active?.record)
      ? ['body.defaultEffect', ...changedFields]
      : changedFields,
    ...(superseded === null ? {} : { relatedIds: [superseded.policyVersion] }),
    moved: [stored.record, policyVersion],
  });
  const changes: Change[] = [
    ...(superseded === null || active === undefined
      ? []
      : [{ kind: policyVersionKind, record: superseded, expectedVersion: active.version }]),
    { kind: policyVersionKind, record: policyVersion, expectedVersion: stored.version },
  ];
  const after = afterWrite(stored, policyVersion);
  return ok({
    commit: { changes, audit: [event] },
    output: publishResult(after, event.auditEventId),
  });
};

// Calls no rule covers are decided by the default alone: a publish that reverses it deserves an alarm of its own.
const changesDefault = ({ body }: PolicyVersion, before: PolicyVersion | undefined): boolean =>
  defaultEffectOf(body) !== (before === undefined ? 'deny' : defaultEffectOf(before.body));

const defaultEffectOf = (body: PolicyVersion['body']): unknown =>
  (body as { readonly default_effect?: unknown }).default_effect;

const publishEvent = (
  deps: Deps,
  context: CallContext,
  input: PublishPolicyInput,
  facts: Partial<Parameters<typeof auditEvent>[2]>,
): AuditEvent =>
  auditEvent(deps, context, {
    eventType: 'policy.published',
    action: 'publish',
    environmentId: input.scope.environmentId,
    resourceId: input.policyVersion,
    version: input.policyVersion,
    reasonCode: input.reasonCode,
    reason: input.reason ?? null,
    ...facts,
  });

const publishResult = (stored: Stored<PolicyVersion>, auditEventId: string | null): PublishResult => ({
  schemaVersion: '1.0',
  policyVersion: stored.record.policyVersion,
  status: stored.record.status,
  manifestHash: stored.record.manifestHash,
  etag: quotedTag(recordTag(stored)),
  tag: recordTag(stored),
  auditEventId,
  validation: stored.record.validation,
  isActive: true,
});
