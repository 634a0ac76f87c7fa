import {
  type Instant,
  ok,
  type Permission,
  type Refused,
  type Result,
  type Role,
  refuse,
} from '@govgate/domain';
import {
  type GrantScopeFields,
  grantScopeOf,
  mayOnRoleBinding,
  previewRoleBinding,
  type RoleBindingDraft,
  type RoleBindingPreview,
  type RoleBindingSubject,
  refusalOfFindings,
  windowRefusal,
} from '@govgate/domain/internal';
import type { Precondition, Stored, Tenant } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { currentCaller } from './current-caller.js';
import { readPreviewFacts } from './preview-facts.js';
import { readGuard } from './tenant-guard.js';

/** The body of a create or preview, and its tenant. */
export interface RoleBindingInput {
  readonly tenantId: string;
  readonly role: Role;
  readonly subject: RoleBindingSubject;
  readonly scope: Pick<GrantScopeFields, 'scopeType'> & Partial<Omit<GrantScopeFields, 'scopeType'>>;
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly notBefore: Instant | null;
  readonly expiresAt: Instant | null;
}

/** The assessment of a draft; a create proceeds if nothing refuses it. */
export interface JudgedRoleBinding {
  readonly draft: RoleBindingDraft;
  readonly preview: RoleBindingPreview;
  /** Its window is invalid: no preview is possible either. */
  readonly window: Refused | undefined;
  /** The refusal of a create, undefined if it proceeds. */
  readonly refused: Refused | undefined;
  readonly guard: Stored<Tenant>;
  /** Further records read: the grantor's own role bindings, and a group as subject. */
  readonly preconditions: readonly Precondition[];
  readonly now: Instant;
}

interface JudgedBinding {
  readonly input: RoleBindingInput;
  readonly permission: Permission;
}

/** Assesses a draft for both create and preview, so that a preview says what a create then does (docs/spec/authorization.md#role-bindings). */
export const judgeRoleBinding = async (
  { records, clock }: Pick<Ports, 'records' | 'clock'>,
  { principal }: CallContext,
  { input, permission }: JudgedBinding,
): Promise<Result<JudgedRoleBinding>> => {
  const scope = grantScopeOf(input.scope);
  if (!scope.ok) return scope;
  if (principal.tenantId !== input.tenantId) return refuse('scope_forbidden');
  if (!mayOnRoleBinding(principal, permission, scope.value)) return refuse('permission_denied');
  const guard = await readGuard(records, input.tenantId);
  if (guard === undefined) return refuse('not_found');
  const draft: RoleBindingDraft = { ...input, scope: scope.value };
  const now = clock.now();
  const current = await currentCaller(records, principal, now);
  const grantor = current.caller;
  if (!mayOnRoleBinding(grantor, permission, scope.value)) return refuse('permission_denied');
  const { facts, seen } = await readPreviewFacts(records, draft, { grantor, tenant: guard.record, now });
  const preview = previewRoleBinding(draft, facts);
  const window = windowRefusal(draft, now);
  return ok({
    draft,
    preview,
    window,
    refused: firstRefusal(refusalOfFindings(preview.findings), window),
    guard,
    preconditions: [...current.seen, ...seen],
    now,
  });
};

// unknown_reference precedes expires_at, which precedes everything else (docs/spec/authorization.md).
const firstRefusal = (finding: Refused | undefined, window: Refused | undefined): Refused | undefined =>
  finding?.refusal.reasonCode === 'unknown_reference' ? finding : (window ?? finding);
