/** The table of any machine. */
interface Table {
  readonly name: string;
  readonly states: readonly string[];
  readonly initial: readonly string[];
  readonly final: readonly string[];
  readonly triggers: readonly string[];
  readonly guards: readonly string[];
  readonly rows: readonly {
    readonly from: string;
    readonly on: string;
    readonly to: string;
    readonly when?: readonly string[];
  }[];
}

/** Faults of a machine's table, one sentence each; an empty list means it is sound. */
export const soundnessProblems = (machine: Table): string[] => [
  ...unreachable(machine),
  ...deadEnds(machine),
  ...finalStatesLeft(machine),
  ...doubleRows(machine),
  ...unusedNames(machine),
];

const unreachable = (machine: Table): string[] => {
  const reached = new Set<string>(machine.initial);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const row of machine.rows) if (reached.has(row.from)) reached.add(row.to);
  }
  return machine.states
    .filter((state) => !reached.has(state))
    .map((state) => `${machine.name}: state ${state} cannot be reached`);
};

const deadEnds = (machine: Table): string[] =>
  machine.states
    .filter((state) => !machine.final.includes(state) && !machine.rows.some((row) => row.from === state))
    .map((state) => `${machine.name}: state ${state} is a dead end but not marked final`);

const finalStatesLeft = (machine: Table): string[] =>
  machine.rows
    .filter((row) => machine.final.includes(row.from) && row.to !== row.from)
    .map((row) => `${machine.name}: final state ${row.from} is left by ${row.on}`);

const doubleRows = (machine: Table): string[] => {
  const seen = new Set<string>();
  return machine.rows.flatMap((row) => {
    const key = `${row.from} ${row.on}`;
    if (seen.has(key)) return [`${machine.name}: two rows for (${row.from}, ${row.on})`];
    seen.add(key);
    return [];
  });
};

const unusedNames = (machine: Table): string[] => [
  ...machine.triggers
    .filter((trigger) => !machine.rows.some((row) => row.on === trigger))
    .map((trigger) => `${machine.name}: trigger ${trigger} is used by no row`),
  ...machine.guards
    .filter((guard) => !machine.rows.some((row) => row.when?.includes(guard)))
    .map((guard) => `${machine.name}: guard ${guard} is used by no row`),
];
