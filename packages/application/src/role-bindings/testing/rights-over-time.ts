import {
  ALL_PERMISSIONS,
  addSeconds,
  authorize,
  type Instant,
  type Permission,
  type Principal,
  type Target,
} from '@govgate/domain';
import { manualClock } from '@govgate/ports-testkit';
import { resolvePrincipal } from '../../identity/principal-source.js';
import { type Bench, PRODUCTION, STAGING, START, TENANT } from '../../testing/use-case-bench.js';

/** Everybody who could gain something: people, and service accounts, of which one is named like a person. */
export const EVERYBODY = [
  'user:ada',
  'user:bob',
  'user:eve',
  'service_account:ada',
  'service_account:ci',
] as const;
export type Somebody = (typeof EVERYBODY)[number];

export const at = (minutes: number): Instant => addSeconds(START, minutes * 60);
/** The moments at which rights are checked: each start and end that a world can have, and between and after them. */
const MOMENTS = [0, 1, 30, 45, 60, 90, 120, 1_000_000].map(at);

/** What can be acted on: each of the scopes above covers a different part of it. */
const TARGETS: readonly Target[] = [
  { tenantId: TENANT, environmentId: null, resourceId: null, ownerTeam: null },
  ...[PRODUCTION, STAGING].flatMap((environmentId) =>
    (['risk', 'sales'] as const).flatMap((ownerTeam) =>
      ['ag_1', 'ag_2'].map((resourceId) => ({ tenantId: TENANT, environmentId, resourceId, ownerTeam })),
    ),
  ),
];

export const momentsLeft = ({ clock }: Bench): readonly Instant[] =>
  MOMENTS.filter((moment) => moment >= clock.now());

export type Rights = ReadonlySet<string>;

export interface Narrowing {
  readonly environments: readonly string[] | undefined;
  readonly permissions: readonly Permission[] | null;
}

export const WHOLE: Narrowing = { environments: undefined, permissions: null };

/** Who somebody is at a moment, according to the current store. */
export const principalAt = async (
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
      tokenId: null,
      madeBy: [],
      expiresAt: null,
    },
  );
  if (!resolved.ok) throw new Error(`${somebody} is no caller`);
  return resolved.value.principal;
};

/** What somebody may do at each moment. */
export type RightsOverTime = ReadonlyMap<Instant, Rights>;

export type World = ReadonlyMap<string, Rights>;

export const keyOf = (somebody: Somebody, moment: Instant): string => `${somebody} at ${moment}`;

/** What each may do at each moment that is still to come: what is already past grants nobody anything. */
export const lookAt = async (bench: Bench): Promise<World> => {
  const world = new Map<string, Rights>();
  for (const somebody of EVERYBODY)
    for (const moment of momentsLeft(bench))
      world.set(keyOf(somebody, moment), rightsOf(await principalAt(bench, somebody, moment)));
  return world;
};

/** Rights at a moment that somebody has now, and that neither they themselves nor any of the actors had at first. */
export const gained = (before: World, after: World, given: RightsOverTime): string[] =>
  [...after].flatMap(([key, rights]) => {
    const moment = key.split(' at ')[1] ?? '';
    const lawful = (right: string): boolean =>
      before.get(key)?.has(right) === true || given.get(moment)?.has(right) === true;
    return [...rights].filter((right) => !lawful(right)).map((right) => `${key}: ${right}`);
  });

export const join = (a: RightsOverTime, b: RightsOverTime): RightsOverTime =>
  new Map(MOMENTS.map((moment) => [moment, new Set([...(a.get(moment) ?? []), ...(b.get(moment) ?? [])])]));

export const rightsOverTime = async (
  bench: Bench,
  somebody: Somebody,
  narrowing: Narrowing,
): Promise<RightsOverTime> => {
  const rights = new Map<Instant, Rights>();
  for (const moment of MOMENTS)
    rights.set(moment, rightsOf(await principalAt(bench, somebody, moment, narrowing)));
  return rights;
};

const rightsOf = (principal: Principal): Rights =>
  new Set(
    ALL_PERMISSIONS.flatMap((permission) =>
      TARGETS.flatMap((target, i) =>
        authorize(principal, permission, target) ? [`${permission} ${i}`] : [],
      ),
    ),
  );
