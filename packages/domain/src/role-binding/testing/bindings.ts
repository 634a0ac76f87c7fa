import fc from 'fast-check';
import type { GrantScope } from '../../authorization/principal.js';
import { ROLES } from '../../authorization/roles.js';
import { NOW } from '../../testing/people.js';
import type { RoleBinding, RoleBindingDraft } from '../role-binding.js';

/** A draft that grants viewer to Bob, with overrides. */
export const draftOf = (fields: Partial<RoleBindingDraft> = {}): RoleBindingDraft => ({
  tenantId: 'acme',
  role: 'viewer',
  subject: { subjectType: 'user', subjectId: 'usr_bob' },
  scope: { scopeType: 'tenant' },
  reasonCode: 'onboarding',
  reason: null,
  notBefore: null,
  expiresAt: null,
  ...fields,
});

/** A binding in force. */
export const bindingOf = (fields: Partial<RoleBinding> = {}): RoleBinding => ({
  ...draftOf(),
  bindingId: 'rb_1',
  grantedBy: 'usr_ada',
  createdAt: NOW,
  disabledBy: null,
  disabledAt: null,
  disableReasonCode: null,
  ...fields,
});

const environment = fc.constantFrom('production', 'staging');
const maybeEnvironment = fc.constantFrom(null, 'production', 'staging');

/** Scopes of a small world, so that they often cover each other. */
export const scopeArbitrary: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.constant<GrantScope>({ scopeType: 'tenant' }),
  environment.map((environmentId): GrantScope => ({ scopeType: 'environment', environmentId })),
  fc
    .tuple(maybeEnvironment, fc.constantFrom('risk', 'sales'))
    .map(([environmentId, ownerTeam]): GrantScope => ({ scopeType: 'owner_team', environmentId, ownerTeam })),
  fc
    .tuple(
      maybeEnvironment,
      fc.constantFrom('agent' as const, 'mcp_server' as const),
      fc.constantFrom('a', 'b'),
    )
    .map(
      ([environmentId, resourceType, resourceId]): GrantScope => ({
        scopeType: 'resource',
        environmentId,
        resourceType,
        resourceId,
      }),
    ),
);

const moment = fc.constantFrom(
  null,
  '2026-03-01T11:00:00.000Z',
  '2026-03-01T12:00:00.000Z',
  '2026-03-01T12:00:00.001Z',
  '2026-03-01T13:00:00.000Z',
);

/** Drafts of a small world. */
export const draftArbitrary: fc.Arbitrary<RoleBindingDraft> = fc
  .record({
    role: fc.constantFrom(...ROLES),
    subject: fc.constantFrom(
      { subjectType: 'user' as const, subjectId: 'usr_bob' },
      { subjectType: 'user' as const, subjectId: 'usr_eve' },
      { subjectType: 'group' as const, subjectId: 'grp_ops' },
      { subjectType: 'service_account' as const, subjectId: 'svc_ci' },
    ),
    scope: scopeArbitrary,
    notBefore: moment,
    expiresAt: moment,
  })
  .map(draftOf);

/** Bindings of a small world; ids are their places. */
export const bindingsArbitrary: fc.Arbitrary<RoleBinding[]> = fc
  .array(fc.tuple(draftArbitrary, fc.boolean()), { maxLength: 6 })
  .map((entries) =>
    entries.map(([draft, disabled], index) =>
      bindingOf({ ...draft, bindingId: `rb_${index}`, disabledAt: disabled ? NOW : null }),
    ),
  );
