import { authorize, ok, type Result, refuse, type Scope, type Secret, type Target } from '@govgate/domain';
import {
  type CredentialBindingDraft,
  contributorOf,
  holdsGrantIn,
  holdsSecretMaterial,
  newCredentialBinding,
  secretRefSummary,
} from '@govgate/domain/internal';
import { credentialBindingKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';

export interface CreateCredentialBindingInput
  extends Omit<
    CredentialBindingDraft,
    'tenantId' | 'environmentId' | 'secretRefSummary' | 'secretRefFingerprint' | 'allowedEnvironmentIds'
  > {
  readonly scope: Scope;
  /** Undefined: only the scope's environment. */
  readonly allowedEnvironmentIds: readonly string[] | undefined;
  /** The reference to the secret. Only a summary of it is stored. */
  readonly secretRef: Secret<string> | undefined;
  readonly reasonCode?: string | undefined;
}

type Deps = Pick<
  Ports,
  'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids' | 'settings' | 'secretFingerprint'
>;

/** Creates a draft binding (docs/spec/credential-bindings.md). */
export const makeCreateCredentialBinding =
  (deps: Deps): UseCase<CreateCredentialBindingInput, CredentialBindingView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () => mayCreateIn(context, input),
      decide: async () => {
        const drafted = draftOf(deps, input);
        if (!drafted.ok) return drafted;
        const { scope, credentialBindingId, reasonCode } = input;
        const existing = await deps.records.get(credentialBindingKind, scope, credentialBindingId);
        if (existing !== undefined) return refuse('already_exists', 'credentialBindingId');
        const by = contributorOf(context.principal);
        const record = newCredentialBinding(drafted.value, { by, now: deps.clock.now() });
        const event = auditEvent(deps, context, {
          eventType: 'credential_binding.created',
          action: 'create',
          environmentId: scope.environmentId,
          resourceId: credentialBindingId,
          reasonCode,
          changedFields: Object.keys(drafted.value).sort(),
        });
        return ok({
          commit: {
            changes: [{ kind: credentialBindingKind, record, expectedVersion: null }],
            audit: [event],
          },
          output: credentialBindingView(context, afterWrite(undefined, record), deps.settings),
        });
      },
    });

const environmentsOf = ({
  scope,
  allowedEnvironmentIds,
}: Pick<CreateCredentialBindingInput, 'scope' | 'allowedEnvironmentIds'>): readonly string[] =>
  [...new Set(allowedEnvironmentIds ?? [scope.environmentId])].sort();

const mayCreateIn = (context: CallContext, input: CreateCredentialBindingInput): Result<undefined> => {
  const { scope, credentialBindingId, owner } = input;
  const created = { ...scope, resourceId: credentialBindingId, ownerTeam: owner.team };
  const allowed = mayCreate(context, 'credential_binding.create', created);
  return allowed.ok ? mayReach(context, environmentsOf(input), created) : allowed;
};

const draftOf = (deps: Deps, input: CreateCredentialBindingInput): Result<CredentialBindingDraft> => {
  const { scope, secretRef, reasonCode: _, ...rest } = input;
  const reference = referenceFields(deps, rest, secretRef);
  if (!reference.ok) return reference;
  return ok({ ...rest, ...scope, ...reference.value, allowedEnvironmentIds: environmentsOf(input) });
};

// Allowing an environment brings the credential there, which requires the permission there; one without a grant looks absent.
const mayReach = (
  { principal }: CallContext,
  environments: readonly string[],
  created: Target,
): Result<undefined> => {
  if (!environments.every((environmentId) => holdsGrantIn(principal, environmentId)))
    return refuse('unknown_reference', 'allowedEnvironmentIds');
  return environments.every((environmentId) =>
    authorize(principal, 'credential_binding.create', { ...created, environmentId }),
  )
    ? ok(undefined)
    : refuse('permission_denied');
};

/** Modes without a stored secret, which allow no reference. */
const WITHOUT_SECRET: ReadonlySet<string> = new Set(['none', 'passthrough']);

const referenceFields = (
  { secretFingerprint }: Deps,
  { secretStoreType, credentialMode }: Pick<CredentialBindingDraft, 'secretStoreType' | 'credentialMode'>,
  secretRef: Secret<string> | undefined,
): Result<Pick<CredentialBindingDraft, 'secretRefSummary' | 'secretRefFingerprint'>> => {
  if (secretRef === undefined) {
    return WITHOUT_SECRET.has(credentialMode)
      ? ok({ secretRefSummary: '', secretRefFingerprint: '' })
      : refuse('invalid_request', 'secretRef');
  }
  const reference = secretRef.reveal();
  if (holdsSecretMaterial(reference)) return refuse('forbidden_material', 'secretRef');
  return ok({
    secretRefSummary: secretRefSummary(secretStoreType, reference),
    secretRefFingerprint: secretFingerprint(reference),
  });
};
