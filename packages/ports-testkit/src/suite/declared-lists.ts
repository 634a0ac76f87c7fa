import type { AnyKind, Query } from '@govgate/ports';

/** A list that a kind declares. */
export interface DeclaredList {
  readonly name: string;
  readonly filters: readonly string[];
  readonly query: Query<AnyKind>;
}

/** Every list that a kind declares: up to two filters, each sort, both ways, the first page and one behind it. */
export const declaredLists = (kind: AnyKind): readonly DeclaredList[] => {
  const { filters, sorts } = kind.lists as {
    readonly filters: readonly string[];
    readonly sorts: readonly string[];
  };
  const chosen = [
    [],
    ...filters.map((one) => [one]),
    ...filters.flatMap((a, i) => filters.slice(i + 1).map((b) => [a, b])),
  ];
  return chosen.flatMap((names) =>
    sorts.flatMap((by) =>
      (['asc', 'desc'] as const).flatMap((direction) =>
        [false, true].map((behind) => listOf(kind, { filters: names, order: { by, direction }, behind })),
      ),
    ),
  );
};

interface ListShape {
  readonly filters: readonly string[];
  readonly order: { readonly by: string; readonly direction: 'asc' | 'desc' };
  readonly behind: boolean;
}

const listOf = (kind: AnyKind, { filters, order, behind }: ListShape): DeclaredList => {
  const is = Object.fromEntries(filters.map((name) => [name, sampleOf(kind, name)]));
  const after = { value: order.by === 'id' ? 'x' : sampleOf(kind, order.by), id: 'x' };
  return {
    name: `${kind.name} by ${filters.join(' and ') || 'nothing'}, ${order.by} ${order.direction}`,
    filters,
    query: { ...(filters.length > 0 && { where: { is } }), order, limit: 50, ...(behind && { after }) },
  };
};

const sampleOf = (kind: AnyKind, attribute: string): string | number =>
  kind.attributes[attribute]?.type === 'integer' ? 1 : 'x';
