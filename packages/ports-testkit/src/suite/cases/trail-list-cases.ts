import { type AuditFilter, type GovernanceStore, SEALED_BLOCK } from '@govgate/ports';
import { dice } from '../../tampering/tamperings.js';
import { anEvent, handleCase, type StoreCase, storeCase, write } from '../bench.js';
import { everyTrailListIsRight } from '../every-trail-list.js';
import { expectEqual } from '../expect.js';
import { growTrail, sealFirstBlock } from '../grown-trail.js';
import { HOME } from '../suite-kinds.js';
import { sinceEvent, variedFilter } from '../varied-trail.js';

const TENANT = HOME.tenantId;
const OTHER = 'tenant_b';
const EVENTS = 160;
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

/** Lists of a trail by whatever is asked. */
export const trailListCases: readonly StoreCase[] = [
  storeCase(
    'trail/lists',
    'items and totals of every filter are those of the events one by one, whatever the order of their times',
    async ({ store }) => {
      const { grow, areRight } = trailBench();
      await grow(store, EVENTS);
      await areRight(store);
      await grow(store, 30);
      await areRight(store);
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
  handleCase(
    'trail/sealed',
    'what was sealed is in no list and in no total, on every handle',
    async (first, second) => {
      const { grow, areRight } = trailBench();
      await grow(first, SEALED_BLOCK + EVENTS);
      expectEqual(await sealFirstBlock(second, TENANT), true);
      await areRight(first);
      await areRight(second);
    },
  ),
];
