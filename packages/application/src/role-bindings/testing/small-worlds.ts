import { ALL_PERMISSIONS, type GrantScope, type Instant, ROLES, type Role } from '@govgate/domain';
import type { RoleBindingSubject } from '@govgate/domain/internal';
import { agentKind, groupKind, roleBindingKind, serviceAccountKind } from '@govgate/ports';
import fc from 'fast-check';
import {
  type Bench,
  binding,
  group,
  makeBench,
  PRODUCTION,
  STAGING,
  TENANT,
} from '../../testing/use-case-bench.js';
import { agentIn } from './agents.js';
import { at, EVERYBODY, type Narrowing, type Somebody, WHOLE } from './rights-over-time.js';

const GROUPS = ['operators', 'admins'] as const;
const edges = fc.constantFrom(null, at(30), at(60), at(120));

const SCOPES: readonly GrantScope[] = [
  { scopeType: 'tenant' },
  { scopeType: 'environment', environmentId: PRODUCTION },
  { scopeType: 'environment', environmentId: STAGING },
  { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' },
  { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'risk' },
  { scopeType: 'resource', environmentId: PRODUCTION, resourceType: 'agent', resourceId: 'ag_1' },
];

export interface Held {
  readonly subject: RoleBindingSubject;
  readonly role: Role;
  readonly scope: GrantScope;
  readonly notBefore: Instant | null;
  readonly expiresAt: Instant | null;
}

const subjectOf = (somebody: Somebody): RoleBindingSubject => {
  const [subjectType, subjectId] = somebody.split(':') as ['user' | 'service_account', string];
  return { subjectType, subjectId };
};

const subjects = fc.constantFrom<RoleBindingSubject>(
  ...EVERYBODY.map(subjectOf),
  ...GROUPS.map((subjectId) => ({ subjectType: 'group', subjectId }) as const),
);
const roles = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Role>('security_admin', 'viewer', 'auditor', 'policy_admin') },
  { weight: 1, arbitrary: fc.constantFrom(...ROLES) },
);
const scopes = fc.constantFrom(...SCOPES);
const heldGrants = fc.record({
  subject: subjects,
  role: roles,
  scope: scopes,
  notBefore: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: edges }),
  expiresAt: fc.oneof({ weight: 1, arbitrary: fc.constant(at(30)) }, { weight: 1, arbitrary: edges }),
});
const members = fc.subarray(['ada', 'bob', 'eve', 'ci']);
export const narrowings: fc.Arbitrary<Narrowing> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(WHOLE) },
  {
    weight: 1,
    arbitrary: fc.record({
      environments: fc.constantFrom(undefined, [PRODUCTION], [STAGING]),
      permissions: fc.option(fc.subarray([...ALL_PERMISSIONS]), { nil: null }),
    }),
  },
);

export type WorldStep =
  | { readonly kind: 'create' | 'preview'; readonly request: Held }
  | { readonly kind: 'join'; readonly groupId: string; readonly userId: string }
  | { readonly kind: 'wait'; readonly minutes: number };

export const steps: fc.Arbitrary<WorldStep> = fc.oneof(
  { weight: 4, arbitrary: heldGrants.map((request): WorldStep => ({ kind: 'create', request })) },
  { weight: 1, arbitrary: heldGrants.map((request): WorldStep => ({ kind: 'preview', request })) },
  {
    weight: 3,
    arbitrary: fc
      .record({ groupId: fc.constantFrom(...GROUPS), userId: fc.constantFrom('ada', 'bob', 'eve') })
      .map((request): WorldStep => ({ kind: 'join', ...request })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 29).map((minutes): WorldStep => ({ kind: 'wait', minutes })) },
);

export interface Worlds {
  /** Somebody who can grant from the start; otherwise most of the search would be refused. */
  readonly actor: Somebody;
  readonly held: readonly Held[];
  readonly groups: readonly (readonly string[])[];
}

const grantors = fc.record({
  actor: fc.constantFrom(...EVERYBODY),
  scope: fc.oneof(
    { weight: 2, arbitrary: fc.constant<GrantScope>({ scopeType: 'tenant' }) },
    { weight: 1, arbitrary: fc.constantFrom(...SCOPES.slice(1, 3)) },
  ),
  expiresAt: edges,
});

/** Worlds with few names, so that what is granted, joined and narrowed often coincides. */
export const worlds: fc.Arbitrary<Worlds> = fc
  .record({
    grantor: grantors,
    others: fc.array(heldGrants, { maxLength: 5 }),
    groups: fc.tuple(members, members),
  })
  .map(({ grantor: { actor, ...grant }, others, groups }) => ({
    actor,
    held: [{ ...grant, role: 'security_admin', subject: subjectOf(actor), notBefore: null }, ...others],
    groups,
  }));

export const worldOf = async ({ held, groups }: Worlds): Promise<Bench> => {
  const bench = await makeBench();
  for (const serviceAccountId of ['ada', 'ci'])
    await bench.put(serviceAccountKind, {
      serviceAccountId,
      tenantId: TENANT,
      displayName: 'S',
      disabledAt: null,
    });
  for (const [i, groupId] of GROUPS.entries()) await bench.put(groupKind, group(groupId, groups[i] ?? []));
  await bench.put(agentKind, agentIn(PRODUCTION, 'ag_1'));
  for (const [i, given] of held.entries())
    await bench.put(roleBindingKind, binding({ bindingId: `rb_held_${i}`, ...given }));
  return bench;
};
