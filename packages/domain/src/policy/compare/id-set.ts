/** A set of identifiers: some, or all but some. Of those that nobody names, absent ones included, one is like another. */
export interface IdSet {
  /** Undefined: any. */
  readonly only: readonly string[] | undefined;
  readonly not: readonly ReadonlySet<string>[];
}

export const ANY_ID: IdSet = { only: undefined, not: [] };

/** Those of a set that are among some; undefined where none is. */
export const idsAmong = ({ only, not }: IdSet, ids: ReadonlySet<string>): IdSet | undefined => {
  const left =
    only === undefined ? [...ids].filter((id) => !isIn(id, not)) : only.filter((id) => ids.has(id));
  return left.length === 0 ? undefined : { only: left, not: [] };
};

/** Those of a set that are not among some; undefined where none is. */
export const idsBut = ({ only, not }: IdSet, ids: ReadonlySet<string>): IdSet | undefined => {
  if (only === undefined) return { only, not: [...not, ids] };
  const left = only.filter((id) => !ids.has(id));
  return left.length === 0 ? undefined : { only: left, not };
};

/** Groups that a user is in: some of each list, none of those excluded. */
export interface GroupSet {
  readonly someOf: readonly (readonly string[])[];
  readonly not: readonly ReadonlySet<string>[];
}

export const ANY_GROUPS: GroupSet = { someOf: [], not: [] };

/** Who is also in one of some groups. */
export const groupsWith = ({ someOf, not }: GroupSet, ids: ReadonlySet<string>): GroupSet | undefined => {
  const left = [...ids].filter((id) => !isIn(id, not));
  return left.length === 0 ? undefined : { someOf: [...someOf, left], not };
};

/** Who is in none of some groups. */
export const groupsWithout = ({ someOf, not }: GroupSet, ids: ReadonlySet<string>): GroupSet | undefined => {
  const left = someOf.map((list) => list.filter((id) => !ids.has(id)));
  return left.some((list) => list.length === 0) ? undefined : { someOf: left, not: [...not, ids] };
};

/** Groups that will do: as few as are seen at once. */
export const chosenGroups = ({ someOf }: GroupSet): readonly string[] => {
  const chosen: string[] = [];
  for (const list of someOf) if (!list.some((id) => chosen.includes(id))) chosen.push(list[0] as string);
  return chosen.sort();
};

const isIn = (id: string, sets: readonly ReadonlySet<string>[]): boolean => sets.some((set) => set.has(id));
