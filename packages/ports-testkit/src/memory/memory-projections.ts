import { type AnyKind, clashingMark, type KindBehind, type Projections, settledMark } from '@govgate/ports';
import { type MemoryData, type MemoryRow, recordOf, tableOf } from './memory-data.js';

/** The store has seen a later form of a kind than this handle knows. */
class OlderThanStore extends Error {
  override readonly name = 'OlderThanStore';
  readonly code = 'newer_version';
}

/** Accepts the forms of a handle that is opened. */
export const takeForms = (data: MemoryData, kinds: readonly AnyKind[]): void => {
  for (const { name, schema } of kinds)
    if ((data.forms.get(name) ?? 0) > schema) throw new OlderThanStore(name);
  for (const { name, schema } of kinds) data.forms.set(name, schema);
};

/** Lists of this store are always complete; it only keeps which records were looked at in which form. */
export const memoryProjections = (
  data: MemoryData,
  kinds: readonly AnyKind[],
  assertOpen: () => void,
): Projections => {
  const named = (name: string): AnyKind => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) throw new TypeError(`the store was opened without the kind ${name}`);
    return kind;
  };
  return {
    async behind() {
      assertOpen();
      return kinds.map((kind) => behindOf(data, kind)).filter(({ left, clashing }) => left + clashing > 0);
    },
    async step(kind, most) {
      assertOpen();
      return look(data, named(kind), { wanted: (row) => row.mark < clashingMark(named(kind)), most });
    },
    async settle(kind) {
      assertOpen();
      look(data, named(kind), { wanted: (row) => row.mark === clashingMark(named(kind)) });
      return behindOf(data, named(kind)).clashing;
    },
    async claim(holder, ms) {
      assertOpen();
      if (data.lease.holder !== holder && data.lease.untilMs > Date.now()) return false;
      Object.assign(data.lease, { holder, untilMs: Date.now() + ms });
      return true;
    },
    async release(holder) {
      assertOpen();
      if (data.lease.holder === holder) data.lease.untilMs = 0;
    },
  };
};

const behindOf = (data: MemoryData, kind: AnyKind): KindBehind => {
  const marks = [...tableOf(data, kind.name).rows.values()].map(({ mark }) => mark);
  return {
    kind: kind.name,
    left: marks.filter((mark) => mark < clashingMark(kind)).length,
    clashing: marks.filter((mark) => mark === clashingMark(kind)).length,
  };
};

interface Wanted {
  readonly wanted: (row: MemoryRow) => boolean;
  readonly most?: number;
}

const look = (
  data: MemoryData,
  kind: AnyKind,
  { wanted, most = Number.POSITIVE_INFINITY }: Wanted,
): number => {
  const { rows } = tableOf(data, kind.name);
  const found = [...rows].filter(([, row]) => wanted(row)).slice(0, most);
  for (const [key, row] of found) {
    const mark = claimsAreFree(kind, row, [...rows.values()]) ? settledMark(kind) : clashingMark(kind);
    rows.set(key, { ...row, mark });
  }
  return found.length;
};

const claimsAreFree = (kind: AnyKind, row: MemoryRow, rows: readonly MemoryRow[]): boolean => {
  const claims = claimsOf(kind, row);
  return !rows.some(
    (other) =>
      other.id !== row.id &&
      other.mark >= settledMark(kind) &&
      claimsOf(kind, other).some((claim) => claims.includes(claim)),
  );
};

const claimsOf = (kind: AnyKind, row: MemoryRow): string[] =>
  Object.entries(kind.uniques).flatMap(([name, of]) => {
    const value = of(recordOf(kind, row));
    return value === null ? [] : [JSON.stringify([name, row.tenantId, row.environmentId, value])];
  });
