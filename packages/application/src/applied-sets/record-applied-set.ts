import { type AppliedSet, ok, type Principal, type Result, refuse } from '@govgate/domain';
import {
  type AppliedResource,
  MAX_APPLIED_RESOURCES,
  mayApplyFiles,
  mayOnApplied,
} from '@govgate/domain/internal';
import { appliedSetKind, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { afterWrite, checkIfMatch, recordTag } from '../call/record-tag.js';
import type { AppliedSetRef } from './applied-set-view.js';

export interface RecordAppliedSetInput extends AppliedSetRef {
  readonly planDigest: string | null;
  readonly resources: readonly AppliedResource[];
}

/** What was recorded, without the resources that the caller has just sent. */
export interface RecordedSet extends Omit<AppliedSet, 'tenantId' | 'planDigest' | 'resources'> {
  readonly resourceCount: number;
  readonly tag: string;
}

/**
 * Records what was applied from a set of files, about the resources that the caller may change; what others recorded about further ones
 * stays. The first record of a set needs no If-Match, every further one does: of two applies at once, the second learns of the first.
 */
export const makeRecordAppliedSet =
  (deps: ChangeDeps): UseCase<RecordAppliedSetInput, RecordedSet> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(appliedSetKind, { tenantId: input.tenantId }, input.setId),
      admit: async () => mayRecord(context.principal, input),
      decide: async () => {
        const { tenantId, setId } = input;
        const stored = await deps.records.get(appliedSetKind, { tenantId }, setId);
        const current =
          stored === undefined ? notExpected(context) : checkIfMatch(context, stored, 'required');
        if (!current.ok) return current;
        const kept = (stored?.record.resources ?? []).filter(
          (one) => !mayOnApplied(context.principal, 'change', one),
        );
        const resources = [...kept, ...input.resources];
        if (resources.length > MAX_APPLIED_RESOURCES) return refuse('limit_exceeded', 'resources');
        return ok(recorded(deps, context, { input: { ...input, resources }, stored }));
      },
    });

const mayRecord = (
  principal: Principal,
  { tenantId, resources }: RecordAppliedSetInput,
): Result<undefined> => {
  if (principal.tenantId !== tenantId) return refuse('scope_forbidden');
  const isAllowed =
    mayApplyFiles(principal) && resources.every((one) => mayOnApplied(principal, 'change', one));
  return isAllowed ? ok(undefined) : refuse('permission_denied');
};

// Whoever names a state has seen one, which is gone.
const notExpected = ({ ifMatch }: CallContext) =>
  ifMatch === undefined ? ok(undefined) : refuse('etag_mismatch');

interface Recording {
  readonly input: RecordAppliedSetInput;
  readonly stored: Stored<AppliedSet> | undefined;
}

const recorded = (
  deps: ChangeDeps,
  context: CallContext,
  { input, stored }: Recording,
): Decision<RecordedSet> => {
  const record: AppliedSet = { ...input, recordedAt: deps.clock.now() };
  const event = auditEvent(deps, context, {
    eventType: 'applied_set.recorded',
    action: 'record',
    environmentId: null,
    resourceId: input.setId,
    changedFields: ['resources'],
  });
  const expectedVersion = stored?.version ?? null;
  return {
    commit: { changes: [{ kind: appliedSetKind, record, expectedVersion }], audit: [event] },
    output: {
      setId: input.setId,
      recordedAt: record.recordedAt,
      resourceCount: input.resources.length,
      tag: recordTag(afterWrite(stored, record)),
    },
  };
};
