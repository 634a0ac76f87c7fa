import { compareText } from '@govgate/domain';
import {
  type AnyKind,
  type MemberQuery,
  type Order,
  partitionOf,
  type Query,
  type RecordStore,
  type Stored,
  type Where,
} from '@govgate/ports';
import { keyOf, type MemoryData, type MemoryRow, type MemoryTable, tableOf } from './memory-data.js';
import { attributeValue, byOrder, isBehind, matches } from './where.js';

/** Reads of the memory store. `assertOpen` throws once the handle was closed. */
export const memoryRecords = (data: MemoryData, assertOpen: () => void): RecordStore => ({
  async get(kind, scope, id) {
    assertOpen();
    const row = find(data, { kind, scope, id });
    return row === undefined ? undefined : storedOf(row);
  },
  async holder(kind, scope, unique, value) {
    assertOpen();
    const row = rowsIn(tableOf(data, kind.name), { kind, scope }).find(
      ({ record }) => kind.uniques[unique]?.(record) === value,
    );
    return row === undefined ? undefined : storedOf(row);
  },
  async getMany(kind, scope, ids) {
    assertOpen();
    return [...new Set(ids)]
      .flatMap((id) => find(data, { kind, scope, id }) ?? [])
      .map((row) => storedOf(row));
  },
  async page(kind, scope, query) {
    assertOpen();
    return pageOf(data, { kind, scope, query: query as Query<AnyKind> });
  },
  async count(kind, scope, where) {
    assertOpen();
    return rowsIn(tableOf(data, kind.name), { kind, scope, where: where as Where<AnyKind> }).length;
  },
  async countBy(kind, scope, attribute, where) {
    assertOpen();
    return countsOf(
      kind,
      attribute,
      rowsIn(tableOf(data, kind.name), { kind, scope, where: where as Where<AnyKind> }),
    );
  },
  async idsByMember(kind, scope, query) {
    assertOpen();
    return idsByMember(data, { kind, scope, query: query as MemberQuery<AnyKind> });
  },
  async *all(kind) {
    assertOpen();
    for (const row of [...tableOf(data, kind.name).rows.values()].sort(byPlace)) yield storedOf(row);
  },
});

const storedOf = (row: MemoryRow): Stored<never> => ({
  record: JSON.parse(row.text) as never,
  version: row.version,
});

const inScope = (
  kind: AnyKind,
  scope: object,
): ((row: { tenantId: string; environmentId: string }) => boolean) => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return (row) => row.tenantId === tenantId && row.environmentId === environmentId;
};

interface Selection {
  readonly kind: AnyKind;
  readonly scope: object;
  readonly where?: Where<AnyKind> | undefined;
}

const rowsIn = (table: MemoryTable, { kind, scope, where }: Selection): MemoryRow[] => {
  const contains = inScope(kind, scope);
  return [...table.rows.values()].filter(contains).filter((row) => matches(kind, where, row));
};

interface RecordRef {
  readonly kind: AnyKind;
  readonly scope: object;
  readonly id: string;
}

const find = (data: MemoryData, { kind, scope, id }: RecordRef): MemoryRow | undefined => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return tableOf(data, kind.name).rows.get(keyOf(tenantId, environmentId, id));
};

interface KindQuery<Q> {
  readonly kind: AnyKind;
  readonly scope: object;
  readonly query: Q;
}

const pageOf = (data: MemoryData, { kind, scope, query }: KindQuery<Query<AnyKind>>) => {
  const order: Order<AnyKind> = query.order ?? { by: 'id', direction: 'asc' };
  const rows = rowsIn(tableOf(data, kind.name), { kind, scope, where: query.where }).sort(
    byOrder(kind, order),
  );
  const { after, limit } = query;
  const behind = after === undefined ? rows : rows.filter((row) => isBehind(kind, { order, after }, row));
  const shown = behind.slice(0, Math.min(limit, fitting(behind, query.mostBytes)));
  return {
    items: shown.map((row) => storedOf(row)),
    more: behind.length > shown.length,
  };
};

const fitting = (rows: readonly MemoryRow[], mostBytes = Number.POSITIVE_INFINITY): number => {
  let bytes = 0;
  const end = rows.findIndex(({ text }) => {
    bytes += text.length;
    return bytes > mostBytes;
  });
  return end === -1 ? rows.length : Math.max(1, end);
};

const countsOf = (kind: AnyKind, attribute: string, rows: readonly MemoryRow[]) => {
  const counts = new Map<string | number, number>();
  for (const row of rows) {
    const value = attributeValue(kind, attribute, row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

const byPlace = (a: MemoryRow, b: MemoryRow): number =>
  compareText(a.tenantId, b.tenantId) ||
  compareText(a.environmentId, b.environmentId) ||
  compareText(a.id, b.id);

const idsByMember = (data: MemoryData, { kind, scope, query }: KindQuery<MemberQuery<AnyKind>>) => {
  const { membership, members, is, contains, covered, limit } = query;
  const rows = rowsIn(tableOf(data, kind.name), {
    kind,
    scope,
    where: { ...(is && { is }), ...(contains && { contains }), ...(covered && { covered }) },
  });
  const having = (member: string) =>
    rows.filter(({ record }) => kind.memberships[membership]?.(record).includes(member)).map(({ id }) => id);
  const found = [...new Set(members)].map(
    (member) => [member, having(member).sort(compareText).slice(0, limit)] as const,
  );
  return new Map(found.filter(([, ids]) => ids.length > 0));
};
