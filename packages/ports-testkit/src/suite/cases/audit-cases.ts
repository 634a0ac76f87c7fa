import {
  type AuditEvent,
  type ChainReport,
  compareText,
  EMPTY_CHAIN,
  type HistogramInterval,
  type SealedAuditEvent,
} from '@govgate/domain';
import { columnsOfEvent, TrailWalk } from '@govgate/domain/internal';
import { type AuditFilter, EVENT_BATCH, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { nextTurn } from '../../next-turn.js';
import {
  anEvent,
  anOutboxEntry,
  commit,
  putItem,
  type StoreCase,
  storeCase,
  write,
  writeEvents,
} from '../bench.js';
import { expectEqual, PromiseBroken, rejectionOf } from '../expect.js';
import { HOME, item, itemKind } from '../suite-kinds.js';

const TENANT = HOME.tenantId;
const OTHER = 'tenant_b';

/** Reads a tenant's complete chain and verifies it. */
export const verifyChain = async (store: GovernanceStore, tenantId: string): Promise<ChainReport> => {
  const walk = new TrailWalk({ tenantId, head: EMPTY_CHAIN });
  for await (const batch of store.auditTrail.stored(tenantId))
    if (!batch.every((one) => walk.add(one))) break;
  return walk.report();
};

const append = async (store: GovernanceStore, ...events: readonly AuditEvent[]): Promise<void> => {
  for (const event of events) await write(store, [], { audit: [event] });
};

const sequencesOf = async (store: GovernanceStore, filter: AuditFilter): Promise<number[]> => {
  const page = await store.auditTrail.page(TENANT, { filter, direction: 'asc', limit: 100 });
  expectEqual(page.totalCount, page.items.length);
  return page.items.map(({ sequence }) => sequence);
};

const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;

const VARIED: readonly AuditEvent[] = [
  anEvent({ occurredAt: at(1) }),
  anEvent({ occurredAt: at(2), environmentId: null, outcome: 'denied' }),
  anEvent({
    occurredAt: at(3),
    eventType: 'agent.revoked',
    resource: { resourceType: 'agent', resourceId: 'agent_1', version: '3' },
  }),
  anEvent({ occurredAt: at(4), actor: { actorType: 'system', actorId: 'worker', authMethod: 'none' } }),
  anEvent({
    occurredAt: at(5),
    correlationId: 'corr_1',
    environmentId: 'staging',
    resource: { resourceType: 'policy', resourceId: 'pol_2', version: null },
  }),
  anEvent({ occurredAt: at(6), tenantId: OTHER }),
];

const FILTERS: readonly [AuditFilter, readonly number[]][] = [
  [{}, [1, 2, 3, 4, 5]],
  [{ environmentId: 'production' }, [1, 3, 4]],
  [{ actorId: 'worker' }, [4]],
  [{ actorId: 'WORKER' }, []],
  [{ resourceType: 'agent' }, [3]],
  [{ resourceType: 'policy', resourceId: 'pol_2' }, [5]],
  [{ resourceId: 'pol_1' }, [1, 2, 4]],
  [{ eventType: 'agent.revoked' }, [3]],
  [{ outcome: 'denied' }, [2]],
  [{ outcome: 'success' }, [1, 3, 4, 5]],
  [{ outcome: 'success', environmentId: 'production' }, [1, 3, 4]],
  [{ outcome: 'success', resourceType: 'policy' }, [1, 4, 5]],
  [{ outcome: 'success', resourceType: 'policy', environmentId: 'production' }, [1, 4]],
  [{ outcome: 'success', from: at(2), to: at(5) }, [3, 4]],
  [{ correlationId: 'corr_1' }, [5]],
  [{ from: at(2), to: at(4) }, [2, 3]],
  [{ from: at(5) }, [5]],
  [{ to: at(1) }, []],
  [{ actorId: 'user_1', environmentId: 'production', resourceType: 'policy' }, [1]],
];

const inOrder = <T>(counts: ReadonlyMap<string, T>) => [...counts].sort(([a], [b]) => compareText(a, b));

/** The chain and its reads. */
export const auditCases: readonly StoreCase[] = [
  storeCase(
    'audit/chain',
    'sequences have no gap, per tenant from 1, and the chain verifies',
    async ({ store }) => {
      await append(store, ...VARIED);
      await write(store, [], { audit: [anEvent(), anEvent(), anEvent()] });
      const report = await verifyChain(store, TENANT);
      const { headHash, ...rest } = report;
      expectEqual(rest, { valid: true, events: 8, firstSequence: 1, lastSequence: 8, firstInvalid: null });
      expectEqual(await store.auditTrail.head(TENANT), { sequence: 8, hash: headHash });
      expectEqual((await verifyChain(store, OTHER)).events, 1);
    },
  ),
  storeCase('audit/no-number-lost', 'a conflict uses no position in the chain', async ({ store }) => {
    await write(store, [putItem(item('a'))]);
    await commit(store, [putItem(item('a'))]);
    await write(store, [putItem(item('b'))]);
    const { valid, lastSequence } = await verifyChain(store, TENANT);
    expectEqual({ valid, lastSequence }, { valid: true, lastSequence: 2 });
  }),
  storeCase('audit/race', 'simultaneous commits form one chain without gaps', async ({ store }) => {
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => write(store, [])));
    const sequences = outcomes.flatMap(({ audit }) => audit.map(({ sequence }) => sequence));
    expectEqual(
      sequences.sort((a, b) => a - b),
      Array.from({ length: 25 }, (_, i) => i + 1),
    );
    expectEqual((await verifyChain(store, TENANT)).valid, true);
  }),
  storeCase(
    'audit/round-trip',
    'events are read as they were committed, in their order',
    async ({ store }) => {
      const events = [
        anEvent({
          reason: 'because "we" \\ \u2028 must \u{1f600}',
          changedFields: ['a', 'b.c'],
          relatedIds: ['x:1'],
        }),
        anEvent({
          environmentId: null,
          correlationId: 'c',
          resource: { resourceType: 'tenant', resourceId: '', version: '1' },
        }),
      ] as const;
      const { audit } = await write(store, [], { audit: events });
      const page = await store.auditTrail.page(TENANT, { filter: {}, direction: 'asc', limit: 10 });
      expectEqual(page.items, audit);
      expectEqual(
        page.items.map(({ sequence, prevHash, hash, ...event }) => event),
        events,
      );
    },
  ),
  storeCase(
    'audit/duplicate',
    'an event id that exists is refused and nothing is written',
    async ({ store }) => {
      const event = anEvent();
      await append(store, event);
      const work = commit(store, [putItem(item('a'))], {
        audit: [anEvent(), event],
        outbox: [anOutboxEntry('j')],
      });
      const thrown = await rejectionOf(work, 'a duplicate event id');
      expectEqual(thrown instanceof PortUnavailable && thrown.port, 'audit');
      expectEqual(await store.records.get(itemKind, HOME, 'a'), undefined);
      expectEqual((await store.auditTrail.head(TENANT)).sequence, 1);
      expectEqual(await store.outbox.pending(5), []);
      await write(store, [putItem(item('a'))]);
      expectEqual((await verifyChain(store, TENANT)).valid, true);
    },
  ),
  storeCase(
    'audit/filter',
    'all given conditions hold together; from is inclusive, to exclusive',
    async ({ store }) => {
      await append(store, ...VARIED);
      for (const [filter, sequences] of FILTERS) {
        expectEqual(await sequencesOf(store, filter), sequences, JSON.stringify(filter));
        const first = await store.auditTrail.page(TENANT, { filter, direction: 'asc', limit: 1 });
        expectEqual(first.totalCount, sequences.length, `${JSON.stringify(filter)}: total`);
      }
    },
  ),
  storeCase('audit/page', 'pages run both ways with an exact total', async ({ store }) => {
    await append(store, ...VARIED);
    const page = async (direction: 'asc' | 'desc', afterSequence?: number) => {
      const place = afterSequence === undefined ? {} : { afterSequence };
      const found = await store.auditTrail.page(TENANT, { filter: {}, direction, limit: 2, ...place });
      return [found.items.map(({ sequence }) => sequence), found.totalCount, found.more];
    };
    expectEqual(await page('asc'), [[1, 2], 5, true]);
    expectEqual(await page('asc', 2), [[3, 4], 5, true]);
    expectEqual(await page('asc', 4), [[5], 5, false]);
    expectEqual(await page('desc'), [[5, 4], 5, true]);
    expectEqual(await page('desc', 3), [[2, 1], 5, false]);
  }),
  storeCase('audit/tenants-apart', 'a trail contains only the events of its tenant', async ({ store }) => {
    await append(store, ...VARIED);
    const foreign = await store.auditTrail.page(OTHER, { filter: {}, direction: 'asc', limit: 10 });
    expectEqual(
      foreign.items.map(({ tenantId, sequence }) => [tenantId, sequence]),
      [[OTHER, 1]],
    );
    expectEqual(await store.auditTrail.tenants(), [TENANT, OTHER]);
    expectEqual(await store.auditTrail.head('tenant_without'), EMPTY_CHAIN);
  }),
  storeCase('audit/find', 'an event is found by its id, by its own tenant only', async ({ store }) => {
    const { audit } = await write(store, [], { audit: [anEvent(), anEvent({ tenantId: OTHER })] });
    const [own, foreign] = audit as readonly [SealedAuditEvent, SealedAuditEvent];
    expectEqual(await store.auditTrail.find(TENANT, own.auditEventId), own);
    expectEqual(await store.auditTrail.find(TENANT, foreign.auditEventId), undefined);
    expectEqual(await store.auditTrail.find(TENANT, 'evt_absent'), undefined);
  }),
  storeCase(
    'audit/stored',
    'stored events come in order from a sequence on, in batches, with the copies of their values that are kept',
    async ({ store }) => {
      const varied = [
        anEvent({ correlationId: 'c "1" \\ \u2028 \u0001', environmentId: null }),
        anEvent({ resource: { resourceType: 'tenant', resourceId: '', version: '1' } }),
      ] as const;
      const audit = await writeEvents(store, [...varied, ...Array.from({ length: 1100 }, () => anEvent())]);
      for (const [after, first] of [
        [undefined, 1],
        [0, 1],
        [2, 3],
        [1101, 1102],
        [1102, 1103],
      ] as const) {
        const found: { sequence: number; hash: string; columns?: readonly unknown[] }[] = [];
        for await (const batch of store.auditTrail.stored(TENANT, after)) {
          expectEqual(batch.length <= EVENT_BATCH, true, 'a batch is too long');
          for (const { sequence, hash, columns } of batch)
            found.push({
              sequence,
              hash,
              ...(columns === undefined ? {} : { columns: JSON.parse(columns) }),
            });
        }
        const expected = audit.slice(first - 1).map((event) => ({
          sequence: event.sequence,
          hash: event.hash,
          // A store that computes them from the text keeps none.
          ...(found[0]?.columns === undefined ? {} : { columns: JSON.parse(columnsOfEvent(event)) }),
        }));
        expectEqual(found, expected);
      }
      for await (const _ of store.auditTrail.stored('tenant_without'))
        throw new PromiseBroken('an event of nobody');
    },
  ),
  storeCase(
    'audit/turns',
    'the rest of the process gets its turn before each batch of events',
    async ({ store }) => {
      await writeEvents(
        store,
        Array.from({ length: 1100 }, () => anEvent()),
      );
      let turns = 0;
      let reading = true;
      const count = async (): Promise<void> => {
        for (; reading; turns += 1) await nextTurn();
      };
      const counting = count();
      const seen: number[] = [];
      for await (const _ of store.auditTrail.stored(TENANT)) seen.push(turns);
      reading = false;
      await counting;
      expectEqual(seen.length >= 5, true, 'fewer batches than there must be');
      expectEqual(new Set(seen).size > seen.length / 2, true, 'batches without a turn between them');
    },
  ),
  storeCase('audit/hashes', 'chain hashes are returned by their position', async ({ store }) => {
    const { audit } = await write(store, [], {
      audit: [anEvent(), ...Array.from({ length: 9 }, () => anEvent())],
    });
    const hashes = audit.map(({ hash }) => hash);
    await append(store, anEvent({ tenantId: OTHER }));
    expectEqual(await store.auditTrail.hashes(TENANT, 1, 10), hashes);
    expectEqual(await store.auditTrail.hashes(TENANT, 4, 3), hashes.slice(3, 6));
    expectEqual(await store.auditTrail.hashes(TENANT, 9, 256), hashes.slice(8));
    expectEqual(await store.auditTrail.hashes(TENANT, 11, 5), []);
  }),
  storeCase('audit/instants', 'events tell when they happened, by their number', async ({ store }) => {
    for (const second of [5, 3, 7]) await append(store, anEvent({ occurredAt: at(second) }));
    await append(store, anEvent({ tenantId: OTHER, occurredAt: at(1) }));
    const { instants } = store.auditTrail;
    expectEqual(
      new Map([...(await instants(TENANT, [3, 1, 9]))].sort()),
      new Map([
        [1, at(5)],
        [3, at(7)],
      ]),
    );
    expectEqual(await instants(TENANT, []), new Map());
  }),
  storeCase('audit/macs', 'events are stored with the MAC of their hash, or with none', async ({ store }) => {
    const mac = (hash: string) => `mac of ${hash}`;
    const { audit } = await write(store, [], { audit: [anEvent(), anEvent(), anEvent()], mac });
    await append(store, anEvent(), anEvent({ tenantId: OTHER }));
    const macs = [...audit.map(({ hash }) => mac(hash)), ''];
    expectEqual(await store.auditTrail.macs(TENANT, 1, 256), macs);
    expectEqual(await store.auditTrail.macs(TENANT, 2, 2), macs.slice(1, 3));
    expectEqual(await store.auditTrail.macs(TENANT, 5, 3), []);
  }),
  storeCase(
    'audit/count-by-resource',
    'events are counted for each resource that has any',
    async ({ store }) => {
      await append(store, ...VARIED);
      const count = (query: object) =>
        store.auditTrail.countByResource(TENANT, {
          resourceType: 'policy',
          resourceIds: ['pol_1', 'pol_2', 'pol_none'],
          from: at(1),
          ...query,
        });
      const second = { events: 1, denied: 0, oldest: at(5) };
      expectEqual(
        await count({}),
        new Map([
          ['pol_1', { events: 3, denied: 1, oldest: at(1) }],
          ['pol_2', second],
        ]),
      );
      expectEqual(
        await count({ from: at(2) }),
        new Map([
          ['pol_1', { events: 2, denied: 1, oldest: at(2) }],
          ['pol_2', second],
        ]),
      );
      expectEqual(await count({ resourceIds: ['pol_2'] }), new Map([['pol_2', second]]));
      expectEqual(await count({ resourceIds: [] }), new Map());
      const here = await count({ environmentId: 'production' });
      expectEqual(here.get('pol_1')?.events, 2);
    },
  ),
  storeCase(
    'audit/count-by-resource-oldest',
    'the oldest event counted is that which happened first, whenever it was written',
    async ({ store }) => {
      for (const second of [5, 3, 7]) await append(store, anEvent({ occurredAt: at(second) }));
      const counts = await store.auditTrail.countByResource(TENANT, {
        resourceType: 'policy',
        resourceIds: ['pol_1'],
        from: at(2),
      });
      expectEqual(counts, new Map([['pol_1', { events: 3, denied: 0, oldest: at(3) }]]));
    },
  ),
  storeCase(
    'audit/count-by-time',
    'events are counted by bucket and outcome, as the list of the same filter finds them',
    async ({ store }) => {
      await append(store, ...VARIED, anEvent({ occurredAt: '2026-01-01T00:01:00.000Z', outcome: 'failure' }));
      const span = { from: at(1), to: '2026-01-02T00:00:00.000Z' };
      const count = (filter: AuditFilter = {}, interval: HistogramInterval = 'minute') =>
        store.auditTrail.countByTime(TENANT, { filter: { ...span, ...filter }, interval });
      const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'];
      const failure = { success: 0, denied: 0, failure: 1 };
      const minutes = [
        [first, { success: 4, denied: 1, failure: 0 }],
        [second, failure],
      ] as const;
      expectEqual(inOrder(await count()), minutes);
      expectEqual(inOrder(await count({ from: at(2), to: at(5) })), [
        [first, { success: 2, denied: 1, failure: 0 }],
      ]);
      const all = [[first, { success: 4, denied: 1, failure: 1 }]] as const;
      expectEqual(inOrder(await count({}, 'hour')), all);
      expectEqual(inOrder(await count({}, 'day')), all);
      expectEqual(
        await count({ from: '2027-01-01T00:00:00.000Z', to: '2027-01-02T00:00:00.000Z' }),
        new Map(),
      );
      for (const [filter] of FILTERS) {
        const listed = await sequencesOf(store, { ...span, ...filter });
        const counts = [...(await count(filter, 'day')).values()];
        const counted = counts.map(({ success, denied, failure }) => success + denied + failure);
        expectEqual(counted, listed.length === 0 ? [] : [listed.length]);
      }
    },
  ),
  storeCase(
    'audit/count-by-time-long',
    'a histogram counts a trail of thousands of events whole, whenever they happened',
    async ({ store }) => {
      const day = (index: number): string => `2026-01-0${1 + (index % 3)}T00:00:00.000Z`;
      for (let first = 0; first < 4_500; first += 500)
        await write(store, [], {
          audit: Array.from({ length: 500 }, (_, index) =>
            anEvent({ occurredAt: day(first + index) }),
          ) as never,
        });
      const span = { from: day(0), to: '2026-01-03T00:00:00.000Z' };
      expectEqual(
        inOrder(await store.auditTrail.countByTime(TENANT, { filter: span, interval: 'day' })),
        [0, 1].map((index) => [day(index), { success: 1_500, denied: 0, failure: 0 }]),
      );
    },
  ),
  storeCase(
    'audit/ids-by-resource',
    'events are named for each resource that has any, oldest first and so many of each',
    async ({ store }) => {
      const sealed = await write(store, [], {
        audit: [
          anEvent(),
          anEvent({ outcome: 'denied' }),
          anEvent({ resource: { resourceType: 'policy', resourceId: 'pol_2', version: null } }),
          anEvent({ resource: { resourceType: 'agent', resourceId: 'pol_1', version: null } }),
          ...Array.from({ length: 3 }, () => anEvent()),
        ],
      });
      await append(store, anEvent({ tenantId: OTHER }));
      const [first, , second, , ...later] = sealed.audit.map(({ auditEventId }) => auditEventId);
      const named = (query: object = {}) =>
        store.auditTrail.idsByResource(TENANT, {
          resourceType: 'policy',
          resourceIds: ['pol_2', 'pol_1', 'pol_none'],
          outcome: 'success',
          limit: 3,
          ...query,
        });
      expectEqual(
        await named(),
        new Map([
          ['pol_1', [first, ...later.slice(0, 2)]],
          ['pol_2', [second]],
        ]),
      );
      expectEqual(await named({ limit: 9, resourceIds: ['pol_1'] }), new Map([['pol_1', [first, ...later]]]));
      expectEqual(await named({ outcome: 'failure' }), new Map());
      expectEqual(await named({ resourceIds: [] }), new Map());
    },
  ),
];
