import { authorize, ok, type PolicyVersion, type Result, refuse, type Scope } from '@govgate/domain';
import { acceptTests, decideDraft, withTests } from '@govgate/domain/internal';
import { policyVersionKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { type DraftDeps, type DraftInput, draftContent } from './draft-input.js';
import { type PolicyView, policyView } from './policy-view.js';

export interface CreatePolicyInput extends DraftInput {
  readonly scope: Scope;
  readonly policyVersion: string;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids' | 'hash'> & DraftDeps;

/** Creates a draft version (docs/spec/policies.md). */
export const makeCreatePolicy =
  (deps: Deps): UseCase<CreatePolicyInput, PolicyView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () =>
        mayCreate(context, 'policy.write', {
          ...input.scope,
          resourceId: input.policyVersion,
          ownerTeam: input.owner.team,
        }),
      decide: async () => {
        const { scope, policyVersion } = input;
        const drafted = await draftOf(deps, input);
        if (!drafted.ok) return drafted;
        const { record, fields } = drafted.value;
        const existing = await deps.records.get(policyVersionKind, scope, policyVersion);
        if (existing !== undefined) return refuse('already_exists', 'policy_version');
        const event = auditEvent(deps, context, {
          eventType: 'policy.created',
          action: 'create',
          environmentId: scope.environmentId,
          resourceId: policyVersion,
          version: policyVersion,
          reasonCode: input.reasonCode,
          changedFields: fields,
        });
        return ok({
          commit: {
            changes: [{ kind: policyVersionKind, record, expectedVersion: null }],
            audit: [event],
          },
          output: policyView(context, afterWrite(undefined, record), []),
        });
      },
    });

/** Whether an edit that transfers a version to another team is allowed to the caller there too. */
export const mayOwn = (
  { principal }: Parameters<UseCase<unknown, unknown>>[0],
  { scope, policyVersion, owner }: Pick<CreatePolicyInput, 'scope' | 'policyVersion' | 'owner'>,
): Result<undefined> =>
  authorize(principal, 'policy.write', { ...scope, resourceId: policyVersion, ownerTeam: owner.team })
    ? ok(undefined)
    : refuse('permission_denied');

const draftOf = async (
  deps: Deps,
  input: CreatePolicyInput,
): Promise<Result<{ readonly record: PolicyVersion; readonly fields: readonly string[] }>> => {
  const content = await draftContent(deps, input.scope.tenantId, input);
  if (!content.ok) return content;
  const tests = acceptTests(input.tests ?? null);
  if (!tests.ok) return tests;
  const { policyVersion, scope } = input;
  const drafted = decideDraft(content.value, { policyVersion, scope, now: deps.clock.now() }, deps.hash);
  if (!drafted.ok) return drafted;
  const fields = [...Object.keys(content.value), ...(tests.value === null ? [] : ['tests'])].sort();
  return ok({ record: withTests(drafted.value, tests.value), fields });
};
