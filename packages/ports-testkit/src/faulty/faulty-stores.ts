import { headAfter, type StoredEvent, sealAuditEvent } from '@govgate/domain';
import {
  type AnyKind,
  type AuditTrail,
  type Change,
  type GovernanceStore,
  type MemberQuery,
  MIGRATIONS,
  type Page,
  type Query,
  type RecordStore,
  type RevisionReader,
  type RevocationFeed,
  type Stored,
  type UnitOfWork,
  type Where,
} from '@govgate/ports';
import { createMemoryData, type MemoryData } from '../memory/memory-data.js';
import { createMemoryStore } from '../memory/memory-store.js';
import type { MakeStore } from '../suite/bench.js';
import { ELSEWHERE, FOREIGN, HOME } from '../suite/suite-kinds.js';

/** A store with one planted fault, and a case of the suite that must see it. */
export interface FaultyStore {
  readonly name: string;
  /** The ids of cases that must fail; others may fail too. */
  readonly caughtBy: readonly string[];
  readonly make: MakeStore;
}

/** The parts of the ports that a fault replaces. Methods are narrowed to any kind: a fault has no use for the types. */
interface Fault {
  readonly records?: Partial<Record<keyof RecordStore, unknown>>;
  readonly unitOfWork?: Partial<UnitOfWork>;
  readonly auditTrail?: Partial<AuditTrail>;
  readonly revocations?: Partial<RevocationFeed>;
  readonly revisions?: RevisionReader;
}

const faulty = (
  name: string,
  caughtBy: readonly string[],
  plant: (good: GovernanceStore, data: MemoryData) => Fault,
): FaultyStore => {
  const open = (data: MemoryData, migrations = MIGRATIONS): GovernanceStore => {
    const good = createMemoryStore({ data, migrations });
    const fault = plant(good, data);
    return {
      ...good,
      records: { ...good.records, ...(fault.records as Partial<RecordStore>) },
      unitOfWork: { ...good.unitOfWork, ...fault.unitOfWork },
      auditTrail: { ...good.auditTrail, ...fault.auditTrail },
      revocations: { ...good.revocations, ...fault.revocations },
      revisions: fault.revisions ?? good.revisions,
    };
  };
  const make: MakeStore = async () => {
    const data = createMemoryData();
    return {
      store: open(data),
      reopen: async (version) => open(data, version?.migrations),
      dispose: async () => undefined,
    };
  };
  return { name, caughtBy, make };
};

const findAmongAll = async (
  good: GovernanceStore,
  kind: AnyKind,
  is: (id: string) => boolean,
): Promise<Stored<unknown> | undefined> => {
  for await (const stored of good.records.all(kind)) if (is(kind.idOf(stored.record))) return stored;
  return undefined;
};

const withChanges = (good: GovernanceStore, alter: (change: Change) => Change): Fault => ({
  unitOfWork: {
    commit: (batch) => good.unitOfWork.commit({ ...batch, changes: batch.changes.map(alter) }),
  },
});

const withPage = (
  good: GovernanceStore,
  alter: (query: Query<AnyKind>, page: (request: Query<AnyKind>) => Promise<Page<unknown>>) => unknown,
): Fault => ({
  records: {
    page: (kind: AnyKind, scope: never, query: Query<AnyKind>) =>
      alter(query, (request) => good.records.page(kind, scope, request)),
  },
});

const ANY = { limit: 1_000_000 };

/** Stores that break one promise each: the suite is worth something only while it finds every one of them. */
export const faultyStores: readonly FaultyStore[] = [
  faulty('ignores-version', ['record/version-changed', 'commit/race-version'], (good) =>
    withChanges(good, (change) => ({ ...change, expectedVersion: 'any' })),
  ),
  faulty('leaks-tenant', ['scope/get'], (good) => ({
    records: {
      get: async (kind: AnyKind, scope: never, id: string) =>
        (await good.records.get(kind, scope, id)) ?? findAmongAll(good, kind, (found) => found === id),
    },
  })),
  faulty('folds-case', ['record/case-sensitive'], (good) => ({
    records: {
      get: (kind: AnyKind, _scope: object, id: string) =>
        findAmongAll(good, kind, (found) => found.toLowerCase() === id.toLowerCase()),
    },
  })),
  faulty('drops-audit', ['commit/together', 'audit/chain'], (good, data) => ({
    unitOfWork: {
      commit: async (batch) => {
        const outcome = await good.unitOfWork.commit(batch);
        for (const { tenantId } of batch.audit) data.chains.get(tenantId)?.links.pop();
        return outcome;
      },
    },
  })),
  faulty('drops-macs', ['audit/macs'], (good) => ({
    unitOfWork: { commit: ({ mac: _, ...batch }) => good.unitOfWork.commit(batch) },
  })),
  faulty('gaps-sequence', ['audit/no-number-lost'], (good, data) => ({
    unitOfWork: {
      commit: async (batch) => {
        const outcome = await good.unitOfWork.commit(batch);
        const chain = data.chains.get(batch.audit[0].tenantId);
        if (!outcome.committed && chain !== undefined)
          chain.head = headAfter(sealAuditEvent(batch.audit[0], chain.head).event);
        return outcome;
      },
    },
  })),
  faulty(
    'ignores-preconditions',
    ['precondition/changed', 'precondition/observed', 'precondition/created', 'precondition/race'],
    (good) => ({
      unitOfWork: { commit: ({ preconditions: _, ...batch }) => good.unitOfWork.commit(batch) },
    }),
  ),
  faulty('looks-at-preconditions-before', ['precondition/race'], (good) => ({
    unitOfWork: {
      commit: async ({ preconditions = [], ...batch }) => {
        for (const { kind, scope, id, version } of preconditions) {
          const found = await good.records.get(kind, scope as never, id);
          if ((found?.version ?? null) !== version)
            return { committed: false, conflict: { because: 'version', kind: kind.name, id } };
        }
        return good.unitOfWork.commit(batch);
      },
    },
  })),
  faulty('keeps-decision-time', ['feed/no-earlier'], (good) => ({
    unitOfWork: { commit: ({ now: _, ...batch }) => good.unitOfWork.commit(batch) },
  })),
  faulty('finds-revocations-of-others', ['feed/find'], (good) => ({
    revocations: {
      find: async (scope, revocationId) =>
        (await good.revocations.find(scope, revocationId)) ?? good.revocations.find(ELSEWHERE, revocationId),
    },
  })),
  faulty('writes-half', ['commit/nothing-on-conflict'], (good) => ({
    unitOfWork: {
      commit: async (batch) => {
        for (const change of batch.changes) {
          const outcome = await good.unitOfWork.commit({ ...batch, changes: [change] });
          if (!outcome.committed) return outcome;
        }
        return good.unitOfWork.commit(batch);
      },
    },
  })),
  faulty('ignores-unique', ['commit/unique', 'commit/race-unique'], (good) =>
    withChanges(good, (change) => ({ ...change, kind: { ...change.kind, uniques: {} } })),
  ),
  faulty('unique-in-order', ['commit/unique-handed-over'], (good) => ({
    unitOfWork: {
      commit: async (batch) => {
        const clash = await claimsHeldValue(good, batch.changes);
        if (clash === undefined) return good.unitOfWork.commit(batch);
        return { committed: false, conflict: { because: 'unique', kind: clash.kind.name, id: '' } };
      },
    },
  })),
  faulty('shares-reference', ['record/own-copy-read'], (good) => {
    const shared = new Map<string, Stored<unknown>>();
    return {
      records: {
        get: async (kind: AnyKind, scope: never, id: string) => {
          const stored = await good.records.get(kind, scope, id);
          if (stored === undefined) return undefined;
          const key = JSON.stringify([kind.name, scope, id, stored.version]);
          if (!shared.has(key)) shared.set(key, stored);
          return shared.get(key);
        },
      },
    };
  }),
  faulty('repeats-page', ['page/keyset'], (good) =>
    withPage(good, (query, page) =>
      page(query.after ? { ...query, after: { ...query.after, id: '' } } : query),
    ),
  ),
  faulty('tells-all-who-ask-at-once-the-same', ['page/at-once'], (good) => {
    const requests = new Map<string, Promise<unknown>>();
    return {
      records: {
        page: (kind: AnyKind, scope: never, query: Query<AnyKind>) => {
          const key = JSON.stringify([kind.name, scope, query.order, query.limit]);
          const found = requests.get(key) ?? good.records.page(kind, scope, query);
          requests.set(key, found);
          return found.finally(() => requests.delete(key));
        },
      },
    };
  }),
  faulty('ignores-bytes', ['page/most-bytes'], (good) =>
    withPage(good, (query, page) => {
      const { mostBytes: _, ...byCount } = query;
      return page(byCount);
    }),
  ),
  faulty('turns-ties', ['page/ties', 'page/keyset'], (good) =>
    withPage(good, async (query, page) => {
      if (query.order?.direction !== 'desc') return page(query);
      const upwards = { ...query.order, direction: 'asc' } as const;
      const all = await page({ ...query, ...ANY, order: upwards });
      return { ...all, items: all.items.toReversed().slice(0, query.limit) };
    }),
  ),
  faulty('utf16-order', ['page/code-point-order'], (good) =>
    withPage(good, async (query, page) => {
      const found = await page(query);
      const { by = 'id', direction = 'asc' } = query.order ?? {};
      if (by !== 'name' || direction === 'desc') return found;
      const nameOf = ({ record }: Stored<unknown>): string => (record as { name: string }).name;
      return { ...found, items: found.items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) };
    }),
  ),
  faulty('matches-all-on-empty', ['where/is'], (good) =>
    withPage(good, (query, page) => {
      const is = Object.entries((query.where?.is ?? {}) as Record<string, string | readonly string[]>);
      const kept = is.filter(([, wanted]) => !(Array.isArray(wanted) && wanted.length === 0));
      return page({
        ...query,
        where: { ...query.where, is: Object.fromEntries(kept) },
      });
    }),
  ),
  faulty('counts-what-was', ['where/memberships-follow'], (good) => {
    const tallied = new Map<string, number>();
    return {
      records: {
        // Kept from the first time on.
        count: async (kind: AnyKind, scope: never, where?: Where<AnyKind>) => {
          const key = JSON.stringify([kind.name, scope, where]);
          const kept = tallied.get(key) ?? (await good.records.count(kind, scope, where));
          tallied.set(key, kept);
          return kept;
        },
      },
    };
  }),
  faulty('counts-without-scope', ['scope/where'], (good) => ({
    records: {
      count: async (kind: AnyKind, _scope: never, where?: Where<AnyKind>) => {
        const scopes = [HOME, ELSEWHERE, FOREIGN].map((scope) =>
          good.records.count(kind, scope as never, where),
        );
        return (await Promise.all(scopes)).reduce((sum, count) => sum + count, 0);
      },
    },
  })),
  faulty('counts-every-mention', ['where/has'], (good) => ({
    records: {
      count: async (kind: AnyKind, scope: never, where?: Where<AnyKind>) => {
        const tags = (where?.has as { readonly tag?: unknown } | undefined)?.tag;
        if (!Array.isArray(tags)) return good.records.count(kind, scope, where);
        const each = tags.map((tag) => good.records.count(kind, scope, { has: { tag } } as Where<AnyKind>));
        return (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
      },
    },
  })),
  faulty('finds-holders-elsewhere', ['record/holder'], (good) => ({
    records: {
      holder: async (kind: AnyKind, _scope: never, unique: string, value: string) => {
        const found = [HOME, ELSEWHERE, FOREIGN].map((scope) =>
          good.records.holder(kind, scope as never, unique, value),
        );
        return (await Promise.all(found)).find((stored) => stored !== undefined);
      },
    },
  })),
  faulty('joins-elsewhere', ['page/by-member'], (good) => ({
    records: {
      idsByMember: async (kind: AnyKind, _scope: never, request: MemberQuery<AnyKind>) => {
        const scopes = [HOME, ELSEWHERE, FOREIGN];
        const found = await Promise.all(
          scopes.map((scope) => good.records.idsByMember(kind, scope as never, request)),
        );
        return new Map(found.flatMap((ids) => [...ids]));
      },
    },
  })),
  faulty('joins-whatever-its-state', ['page/by-member'], (good) => ({
    records: {
      idsByMember: (kind: AnyKind, scope: never, { membership, members }: MemberQuery<AnyKind>) =>
        good.records.idsByMember(kind, scope, { membership, members }),
    },
  })),
  faulty('stale-revisions', ['handles/revisions'], (good) => {
    const remembered = new Map<string, Awaited<ReturnType<RevisionReader['revisions']>>>();
    return {
      unitOfWork: {
        commit: async (batch) => {
          remembered.clear();
          return good.unitOfWork.commit(batch);
        },
      },
      revisions: {
        revisions: async (tenantId) => {
          const known = remembered.get(tenantId) ?? (await good.revisions.revisions(tenantId));
          remembered.set(tenantId, known);
          return known;
        },
      },
    };
  }),
  faulty('skips-audit-filter', ['audit/filter'], (good) => ({
    auditTrail: {
      page: (tenantId, query) => good.auditTrail.page(tenantId, { ...query, filter: {} }),
    },
  })),
  faulty('counts-every-outcome-as-success', ['audit/count-by-time'], (good) => ({
    auditTrail: {
      countByTime: async (tenantId, query) => {
        const counts = await good.auditTrail.countByTime(tenantId, query);
        const whole = [...counts].map(([start, { success, denied, failure }]) => {
          return [start, { success: success + denied + failure, denied: 0, failure: 0 }] as const;
        });
        return new Map(whole);
      },
    },
  })),
  faulty('counts-one-step', ['audit/count-by-time-long'], (good) => ({
    auditTrail: {
      countByTime: async (tenantId, query) => {
        const counts = await good.auditTrail.countByTime(tenantId, query);
        const few = [...counts].map(([start, counted]) => {
          return [start, { ...counted, success: Math.min(counted.success, 1_000) }] as const;
        });
        return new Map(few);
      },
    },
  })),
  faulty('reads-in-one-turn', ['audit/turns'], (good) => ({
    auditTrail: {
      async *stored(tenantId, after) {
        const batches: (readonly StoredEvent[])[] = [];
        for await (const batch of good.auditTrail.stored(tenantId, after)) batches.push(batch);
        yield* batches;
      },
    },
  })),
  faulty('tells-columns-from-the-text', ['audit/stored'], (good) => ({
    auditTrail: {
      async *stored(tenantId, after) {
        for await (const batch of good.auditTrail.stored(tenantId, after))
          yield batch.map((one) => ({
            ...one,
            columns: (one.columns ?? '[]').replace('"tenant"', '"policy"'),
          }));
      },
    },
  })),
  faulty('finds-any-tenants-event', ['audit/find'], (good) => ({
    auditTrail: {
      find: async (_, auditEventId) => {
        for (const tenantId of await good.auditTrail.tenants()) {
          const found = await good.auditTrail.find(tenantId, auditEventId);
          if (found !== undefined) return found;
        }
        return undefined;
      },
    },
  })),
  faulty('seals-one-event-more', ['seal/exactly'], (good, data) => ({
    auditTrail: {
      seal: async (tenantId, place) => {
        const sealed = await good.auditTrail.seal(tenantId, place);
        if (sealed) data.chains.get(tenantId)?.links.shift();
        return sealed;
      },
    },
  })),
  faulty('loses-sealed-hashes', ['seal/hashes', 'seal/goes-on'], (good) => ({
    auditTrail: {
      hashes: async (tenantId, fromSequence, count) => {
        const first = (await good.auditTrail.firstSequence(tenantId)) ?? Number.POSITIVE_INFINITY;
        return fromSequence < first ? [] : good.auditTrail.hashes(tenantId, fromSequence, count);
      },
    },
  })),
  faulty('seals-again', ['seal/once'], (good) => ({
    auditTrail: {
      seal: async (tenantId, place) => (await good.auditTrail.seal(tenantId, place)) || place === 0,
    },
  })),
  faulty('counts-sealed-events', ['trail/sealed'], (good, data) => ({
    auditTrail: {
      page: async (tenantId, query) => {
        const page = await good.auditTrail.page(tenantId, query);
        const isLate = query.filter.from !== undefined;
        return {
          ...page,
          totalCount: page.totalCount + (isLate ? (data.sealed.get(tenantId)?.length ?? 0) : 0),
        };
      },
    },
  })),
  faulty('takes-times-for-ordered', ['trail/lists'], (good) => ({
    auditTrail: {
      page: async (tenantId, query) => {
        const { from, ...others } = query.filter;
        if (from === undefined) return good.auditTrail.page(tenantId, query);
        const late = { filter: { from }, direction: 'asc', limit: 1 } as const;
        const [first] = (await good.auditTrail.page(tenantId, late)).items;
        const page = await good.auditTrail.page(tenantId, { ...query, filter: others });
        return {
          ...page,
          items: page.items.filter(
            ({ sequence }) => sequence >= (first?.sequence ?? Number.POSITIVE_INFINITY),
          ),
        };
      },
    },
  })),
  faulty('forgets-subtrees', ['checkpoint/subtrees'], (good) => ({
    auditTrail: { addCheckpoint: (checkpoint) => good.auditTrail.addCheckpoint(checkpoint, []) },
  })),
  faulty('orders-checkpoints-as-text', ['checkpoint/order'], (good) => ({
    auditTrail: {
      checkpoints: async (tenantId, { direction, after, limit }) => {
        const all = [
          ...(await good.auditTrail.checkpoints(tenantId, { direction: 'asc', limit: 1_000_000 })),
        ];
        all.sort((a, b) => (String(a.size) < String(b.size) ? -1 : 1));
        if (direction === 'desc') all.reverse();
        const from = after === undefined ? 0 : all.findIndex(({ size }) => size === after.size) + 1;
        return all.slice(from, from + limit);
      },
    },
  })),
  faulty('replaces-checkpoints', ['checkpoint/once'], (good, data) => ({
    auditTrail: {
      addCheckpoint: (checkpoint, subtrees) => {
        const kept = data.checkpoints.get(checkpoint.tenantId) ?? [];
        data.checkpoints.set(
          checkpoint.tenantId,
          kept.filter(({ size }) => size !== checkpoint.size),
        );
        return good.auditTrail.addCheckpoint(checkpoint, subtrees);
      },
    },
  })),
  faulty('forgets-to-migrate', ['evolve/shape'], (good, data) => {
    // Whatever is reached, records stay as they were written.
    const written = new Map([...data.tables].map(([kind, { rows }]) => [kind, new Map(rows)]));
    return {
      records: {
        get: async (kind: AnyKind, scope: never, id: string) => {
          const rows = [...(written.get(kind.name)?.values() ?? [])];
          const row = rows.find((one) => one.id === id);
          return row === undefined ? good.records.get(kind, scope, id) : undefined;
        },
      },
    };
  }),
];

const claimsHeldValue = async (
  good: GovernanceStore,
  changes: readonly Change[],
): Promise<Change | undefined> => {
  for (const change of changes) {
    if ('removed' in change) continue;
    const scope = change.kind.scopeOf(change.record);
    const { items } = await good.records.page(change.kind, scope as never, ANY);
    for (const rule of Object.values(
      change.kind.uniques as Record<string, (record: unknown) => string | null>,
    ))
      for (const { record } of items)
        if (
          change.kind.idOf(record) !== change.kind.idOf(change.record) &&
          rule(record) !== null &&
          rule(record) === rule(change.record)
        )
          return change;
  }
  return undefined;
};
