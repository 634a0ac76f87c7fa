import {
  type AuditFilter,
  type GovernanceStore,
  NotYetWhole,
  PortUnavailable,
  SEALED_BLOCK,
} from '@govgate/ports';
import { dice } from '../../tampering/tamperings.js';
import { anEvent, handleCase, type StoreCase, storeCase, write } from '../bench.js';
import { everyTrailListIsRight } from '../every-trail-list.js';
import { expectEqual, rejectionOf } from '../expect.js';
import { growTrail, sealFirstBlock } from '../grown-trail.js';
import { HOME } from '../suite-kinds.js';
import { sinceEvent, variedFilter } from '../varied-trail.js';

const TENANT = HOME.tenantId;
const OTHER = 'tenant_b';
/** Behind a range of the index. */
const MORE = 36;
const FILTERS = 4;

/** What a case does with a trail; it draws the same whatever ran before it. */
const trailBench = () => {
  const draw = dice(7);
  return {
    grow: async (store: GovernanceStore, count: number): Promise<void> => {
      await growTrail(store, TENANT, { draw, count });
      await growTrail(store, OTHER, { draw, count: 20 });
    },
    areRight: async (store: GovernanceStore): Promise<void> => {
      const { sequence } = await store.auditTrail.head(TENANT);
      const drawn = Array.from({ length: FILTERS }, () => variedFilter(draw, sequence));
      // Only some draws ask for a time.
      const found = await everyTrailListIsRight(store, TENANT, [...drawn, sinceEvent(sequence >> 1)]);
      expectEqual(found > 0, true, 'no filter found anything');
    },
  };
};

/** Values that mean something else in the languages that stores search by, and what these would take for them. */
const LITERAL = ['a*c', 'a?c', 'a[b]c', 'a%c', 'a_c', 'a.*c', '^a', 'a"c', 'a\\c', 'abc', 'ABC', 'ac', 'ä'];

/** One event more than a list of `SMALL_TRAIL_LEVELS` walks. */
const TOO_MANY = 513;
/** What only the index finds without a walk. */
const AWAITED = { eventType: 'policy.created' } as const;

/** How a list of a trail of which nothing is indexed ends; `waited`: not before the index is there. */
const endOfList = async ({ auditTrail }: GovernanceStore): Promise<string> => {
  const query = { filter: AWAITED, direction: 'asc', limit: 5 } as const;
  const refused = rejectionOf(auditTrail.page(TENANT, query), 'a list of a trail that is not indexed');
  const waited = auditTrail.index(TENANT).then(() => 'waited');
  const end = await Promise.race([refused, waited]);
  await waited;
  if (!(end instanceof PortUnavailable)) return String(end);
  return end.cause instanceof NotYetWhole ? 'not yet whole' : `${end.port} for another reason`;
};

/** Lists of a trail by whatever is asked, however far its index has come. */
export const trailListCases: readonly StoreCase[] = [
  storeCase(
    'trail/lists',
    'items and totals of every filter are those of the events one by one, whatever the order of their times',
    async ({ store, trailRange }) => {
      const { grow, areRight } = trailBench();
      const events = trailRange + MORE;
      await grow(store, events);
      await areRight(store);
      await store.auditTrail.index(TENANT);
      await areRight(store);
      await grow(store, 30);
      await areRight(store);
      await store.auditTrail.index(TENANT, { aborted: true });
      await store.auditTrail.index('tenant_without');
    },
  ),
  storeCase(
    'trail/literal',
    'a value is found as it is written, and no other, whatever its characters mean elsewhere',
    async ({ store }) => {
      const events = LITERAL.map((value) =>
        anEvent({
          environmentId: value,
          actor: { actorType: 'user', actorId: value, authMethod: 'jwt' },
          correlationId: value,
        }),
      );
      const [first, ...rest] = events;
      if (first !== undefined) await write(store, [], { audit: [first, ...rest] });
      const filters = LITERAL.flatMap((value): AuditFilter[] => [
        { environmentId: value },
        { environmentId: value, actorId: value, correlationId: value },
      ]);
      expectEqual(await everyTrailListIsRight(store, TENANT, filters), filters.length);
    },
  ),
  storeCase(
    'trail/waits',
    'a list whose index takes longer than it waits is refused, and answers once the index that went on behind it is there',
    async ({ unindexed }) => {
      if (unindexed === undefined) return;
      const { writer, reader } = await unindexed();
      await growTrail(writer, TENANT, { draw: dice(8), count: TOO_MANY });
      expectEqual(await endOfList(reader), 'not yet whole');
      await everyTrailListIsRight(reader, TENANT, [AWAITED]);
      expectEqual(reader.auditTrail.behind(), [], 'behind');
    },
  ),
  handleCase(
    'trail/sealed',
    'what was sealed is in no list and in no total, on every handle',
    async (first, second, { trailRange }) => {
      const { grow, areRight } = trailBench();
      await grow(first, SEALED_BLOCK + trailRange + MORE);
      await first.auditTrail.index(TENANT);
      expectEqual(await sealFirstBlock(second, TENANT), true);
      await areRight(first);
      await areRight(second);
      await second.auditTrail.index(TENANT);
      await areRight(first);
    },
  ),
];
