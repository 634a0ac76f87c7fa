import {
  ALL_PERMISSIONS,
  addSeconds,
  authorize,
  type GrantScope,
  type Instant,
  type Permission,
  type Principal,
  ROLES,
  type Role,
  type RoleBinding,
  type RoleBindingSubject,
  type Target,
} from '@govgate/domain';
import { agentKind, groupKind, roleBindingKind, serviceAccountKind } from '@govgate/ports';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { makeAddGroupMember } from '../groups/add-group-member.js';
import { resolvePrincipal } from '../identity/principal-source.js';
import { makeCreateRoleBinding } from './create-role-binding.js';
import type { RoleBindingInput } from './judge-role-binding.js';
import { makePreviewRoleBinding } from './preview-role-binding.js';
import { agentIn } from './testing/agents.js';
import {
  type Bench,
  binding,
  group,
  makeBench,
  PRODUCTION,
  STAGING,
  START,
  TENANT,
} from './testing/bench.js';

/** Everybody who could gain something: people, and service accounts, of which one is named like a person. */
const EVERYBODY = ['user:ada', 'user:bob', 'user:eve', 'service_account:ada', 'service_account:ci'] as const;
type Somebody = (typeof EVERYBODY)[number];

const GROUPS = ['operators', 'admins'] as const;
const at = (minutes: number): Instant => addSeconds(START, minutes * 60);
/** The moments at which it is looked who may do what: each start and end that a world can have, and between and after them. */
const MOMENTS = [0, 1, 30, 45, 60, 90, 120, 1_000_000].map(at);
const edges = fc.constantFrom(null, at(30), at(60), at(120));

const SCOPES: readonly GrantScope[] = [
  { scopeType: 'tenant' },
  { scopeType: 'environment', environmentId: PRODUCTION },
  { scopeType: 'environment', environmentId: STAGING },
  { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' },
  { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'risk' },
  { scopeType: 'resource', environmentId: PRODUCTION, resourceType: 'agent', resourceId: 'ag_1' },
];

/** What there is to act on: with the scopes above, each of them covers another part of it. */
const TARGETS: readonly Target[] = [
  { tenantId: TENANT, environmentId: null, resourceId: null, ownerTeam: null },
  ...[PRODUCTION, STAGING].flatMap((environmentId) =>
    (['risk', 'sales'] as const).flatMap((ownerTeam) =>
      ['ag_1', 'ag_2'].map((resourceId) => ({ tenantId: TENANT, environmentId, resourceId, ownerTeam })),
    ),
  ),
];

type Rights = ReadonlySet<string>;

const rightsOf = (principal: Principal): Rights =>
  new Set(
    ALL_PERMISSIONS.flatMap((permission) =>
      TARGETS.flatMap((target, i) =>
        authorize(principal, permission, target) ? [`${permission} ${i}`] : [],
      ),
    ),
  );

interface Narrowing {
  readonly environments: readonly string[] | undefined;
  readonly permissions: readonly Permission[] | null;
}

const WHOLE: Narrowing = { environments: undefined, permissions: null };

/** Who somebody is at a moment, by what the store holds now. */
const principalAt = async (
  { store }: Bench,
  somebody: Somebody,
  moment: Instant,
  { environments, permissions }: Narrowing = WHOLE,
): Promise<Principal> => {
  const [subjectType, subjectId] = somebody.split(':') as ['user' | 'service_account', string];
  const resolved = await resolvePrincipal(
    { records: store.records, clock: manualClock(moment) },
    {
      tenantId: TENANT,
      subjectId,
      subjectType,
      authMethod: 'api_token',
      groups: [],
      environments,
      permissions,
      madeBy: null,
      expiresAt: null,
    },
  );
  if (!resolved.ok) throw new Error(`${somebody} is no caller`);
  return resolved.value.principal;
};

/** What each may do at each moment. */
type World = ReadonlyMap<string, Rights>;

const keyOf = (somebody: Somebody, moment: Instant): string => `${somebody} at ${moment}`;

const lookAt = async (bench: Bench): Promise<World> => {
  const world = new Map<string, Rights>();
  for (const somebody of EVERYBODY)
    for (const moment of MOMENTS)
      world.set(keyOf(somebody, moment), rightsOf(await principalAt(bench, somebody, moment)));
  return world;
};

interface Held {
  readonly subject: RoleBindingSubject;
  readonly role: Role;
  readonly scope: GrantScope;
  readonly notBefore: Instant | null;
  readonly expiresAt: Instant | null;
}

const subjects = fc.constantFrom<RoleBindingSubject>(
  ...EVERYBODY.map((one) => {
    const [subjectType, subjectId] = one.split(':') as ['user' | 'service_account', string];
    return { subjectType, subjectId };
  }),
  ...GROUPS.map((subjectId) => ({ subjectType: 'group', subjectId }) as const),
);
const roles = fc.oneof(
  fc.constantFrom<Role>('security_admin', 'viewer', 'auditor'),
  fc.constantFrom(...ROLES),
);
const scopes = fc.constantFrom(...SCOPES);
const heldGrants = fc.record({
  subject: subjects,
  role: roles,
  scope: scopes,
  notBefore: edges,
  expiresAt: edges,
});
const members = fc.subarray(['ada', 'bob', 'eve', 'ci']);
const narrowings: fc.Arbitrary<Narrowing> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(WHOLE) },
  {
    weight: 1,
    arbitrary: fc.record({
      environments: fc.constantFrom(undefined, [PRODUCTION], [STAGING]),
      permissions: fc.option(fc.subarray([...ALL_PERMISSIONS]), { nil: null }),
    }),
  },
);

type Step =
  | { readonly kind: 'create' | 'preview'; readonly asked: Held }
  | { readonly kind: 'join'; readonly groupId: string; readonly userId: string }
  | { readonly kind: 'wait'; readonly minutes: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: heldGrants.map((asked): Step => ({ kind: 'create', asked })) },
  { weight: 1, arbitrary: heldGrants.map((asked): Step => ({ kind: 'preview', asked })) },
  {
    weight: 3,
    arbitrary: fc
      .record({ groupId: fc.constantFrom(...GROUPS), userId: fc.constantFrom('ada', 'bob', 'eve') })
      .map((asked): Step => ({ kind: 'join', ...asked })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 29).map((minutes): Step => ({ kind: 'wait', minutes })) },
);

interface Worlds {
  readonly held: readonly Held[];
  readonly groups: readonly (readonly string[])[];
}

// Some can grant from the start, or the search would mostly knock at closed doors.
const grantors = fc.record({
  subject: subjects,
  role: fc.constantFrom<Role>('security_admin', 'platform_admin'),
  scope: fc.constantFrom(...SCOPES.slice(0, 3)),
  notBefore: fc.constant(null),
  expiresAt: edges,
});

const worlds: fc.Arbitrary<Worlds> = fc.record({
  held: fc
    .tuple(fc.array(grantors, { minLength: 3, maxLength: 8 }), fc.array(heldGrants, { maxLength: 5 }))
    .map((parts) => parts.flat()),
  groups: fc.tuple(members, members),
});

const worldOf = async ({ held, groups }: Worlds): Promise<Bench> => {
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

const inputOf = ({ scope, ...asked }: Held): RoleBindingInput => ({
  ...asked,
  tenantId: TENANT,
  scope,
  reasonCode: 'attack',
  reason: null,
});

/** Takes a step as somebody; tells whether the service let them. */
const take = async (bench: Bench, somebody: Somebody, narrowing: Narrowing, step: Step): Promise<boolean> => {
  if (step.kind === 'wait') {
    bench.clock.advance(step.minutes * 60_000);
    return false;
  }
  const principal = await principalAt(bench, somebody, bench.clock.now(), narrowing);
  const context = { principal, requestId: 'req_test', correlationId: null };
  if (step.kind === 'join') {
    const { groupId, userId } = step;
    return (await makeAddGroupMember(bench.ports)(context, { tenantId: TENANT, groupId, userId })).ok;
  }
  const make =
    step.kind === 'create' ? makeCreateRoleBinding(bench.ports) : makePreviewRoleBinding(bench.ports);
  return (await make(context, inputOf(step.asked))).ok;
};

/** Rights at a moment that somebody has now, and had neither themselves at first nor by what any of the actors had. */
const gained = (before: World, after: World, given: ReadonlyMap<Instant, Rights>): string[] =>
  [...after].flatMap(([key, rights]) => {
    const moment = key.split(' at ')[1] ?? '';
    const lawful = (right: string): boolean =>
      before.get(key)?.has(right) === true || given.get(moment)?.has(right) === true;
    return [...rights].filter((right) => !lawful(right)).map((right) => `${key}: ${right}`);
  });

const join = (
  a: ReadonlyMap<Instant, Rights>,
  b: ReadonlyMap<Instant, Rights>,
): ReadonlyMap<Instant, Rights> =>
  new Map(MOMENTS.map((moment) => [moment, new Set([...(a.get(moment) ?? []), ...(b.get(moment) ?? [])])]));

const rightsOverTime = async (
  bench: Bench,
  somebody: Somebody,
  narrowing: Narrowing,
): Promise<ReadonlyMap<Instant, Rights>> => {
  const rights = new Map<Instant, Rights>();
  for (const moment of MOMENTS)
    rights.set(moment, rightsOf(await principalAt(bench, somebody, moment, narrowing)));
  return rights;
};

describe('whatever is previewed, granted and joined', () => {
  const RUNS = { numRuns: 40 };

  it('gives nobody more, or for longer, than the one who acts has', async function () {
    this.timeout(120_000);
    let moved = 0;
    const property = fc.asyncProperty(
      worlds,
      fc.constantFrom(...EVERYBODY),
      narrowings,
      fc.array(steps, { minLength: 1, maxLength: 8 }),
      async (given, actor, narrowing, taken) => {
        const bench = await worldOf(given);
        const before = await lookAt(bench);
        // By the token that they act with: one that is narrowed gives no more than what it leaves.
        const own = await rightsOverTime(bench, actor, narrowing);
        for (const step of taken) if (await take(bench, actor, narrowing, step)) moved += 1;
        const after = await lookAt(bench);
        expect(gained(before, after, own)).to.deep.equal([]);
        // The actor themselves ends as they began: nothing of what they gave is theirs.
        for (const moment of MOMENTS)
          expect([...(after.get(keyOf(actor, moment)) ?? [])].sort()).to.deep.equal(
            [...(before.get(keyOf(actor, moment)) ?? [])].sort(),
          );
      },
    );
    await fc.assert(property, RUNS);
    expect(moved, 'steps that were let through').to.be.greaterThan(20);
  });

  it('gives several who act together nothing that none of them had', async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(
      worlds,
      fc.array(fc.tuple(fc.constantFrom(...EVERYBODY), steps), { minLength: 1, maxLength: 10 }),
      async (given, taken) => {
        const bench = await worldOf(given);
        const before = await lookAt(bench);
        let own: ReadonlyMap<Instant, Rights> = new Map();
        for (const actor of new Set(taken.map(([one]) => one)))
          own = join(own, await rightsOverTime(bench, actor, WHOLE));
        for (const [actor, step] of taken) await take(bench, actor, WHOLE, step);
        expect(gained(before, await lookAt(bench), own)).to.deep.equal([]);
      },
    );
    await fc.assert(property, RUNS);
  });

  it('is no empty promise: the search finds a grant that has lost its end', async () => {
    const held = {
      subject: { subjectType: 'user', subjectId: 'ada' },
      role: 'security_admin',
      scope: { scopeType: 'tenant' },
    } as const;
    const bench = await worldOf({
      held: [{ ...held, notBefore: null, expiresAt: at(60) }],
      groups: [[], []],
    });
    const before = await lookAt(bench);
    const own = await rightsOverTime(bench, 'user:ada', WHOLE);
    const endless: RoleBinding = binding({
      bindingId: 'rb_endless',
      ...held,
      subject: { subjectType: 'group', subjectId: 'admins' },
    });
    await bench.put(roleBindingKind, endless);
    await bench.put(groupKind, group('admins', ['ada']));
    const found = gained(before, await lookAt(bench), own);
    expect(found.length).to.be.greaterThan(100);
    expect(found.every((one) => one.startsWith('user:ada at ') && one.slice(12, 36) >= at(60))).to.equal(
      true,
    );
  });
});
