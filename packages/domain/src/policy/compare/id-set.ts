/** A set of identifiers: some, or all but some. Identifiers nobody names, including an absent one, are equivalent. */
export interface IdSet {
  /** Undefined: any. */
  readonly only: readonly string[] | undefined;
  readonly not: readonly ReadonlySet<string>[];
}

export const ANY_ID: IdSet = { only: undefined, not: [] };

/** The intersection of a set with some identifiers; undefined if empty. */
export const idsAmong = ({ only, not }: IdSet, ids: ReadonlySet<string>): IdSet | undefined => {
  const left =
    only === undefined ? [...ids].filter((id) => !isIn(id, not)) : only.filter((id) => ids.has(id));
  return left.length === 0 ? undefined : { only: left, not: [] };
};

/** A set without some identifiers; undefined if empty. */
export const idsBut = ({ only, not }: IdSet, ids: ReadonlySet<string>): IdSet | undefined => {
  if (only === undefined) return { only, not: [...not, ids] };
  const left = only.filter((id) => !ids.has(id));
  return left.length === 0 ? undefined : { only: left, not };
};

/** A user's groups: some from each list, none of the excluded. */
export interface GroupSet {
  readonly someOf: readonly (readonly string[])[];
  readonly not: readonly ReadonlySet<string>[];
}

export const ANY_GROUPS: GroupSet = { someOf: [], not: [] };

/** Also requires one of some groups. */
export const groupsWith = ({ someOf, not }: GroupSet, ids: ReadonlySet<string>): GroupSet | undefined => {
  const left = [...ids].filter((id) => !isIn(id, not));
  return left.length === 0 ? undefined : { someOf: [...someOf, left], not };
};

/** Also excludes some groups. */
export const groupsWithout = ({ someOf, not }: GroupSet, ids: ReadonlySet<string>): GroupSet | undefined => {
  const left = someOf.map((list) => list.filter((id) => !ids.has(id)));
  return left.some((list) => list.length === 0) ? undefined : { someOf: left, not: [...not, ids] };
};

/** A selection of groups satisfying the requirements, with few groups. */
export const chosenGroups = ({ someOf }: GroupSet): readonly string[] => {
  const chosen: string[] = [];
  for (const list of someOf) if (!list.some((id) => chosen.includes(id))) chosen.push(list[0] as string);
  return chosen.sort();
};

const isIn = (id: string, sets: readonly ReadonlySet<string>[]): boolean => sets.some((set) => set.has(id));
