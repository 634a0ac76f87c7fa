import { soundnessProblems } from './soundness.js';

/** A transition of a state machine: data only. `when` names guards whose facts must all be true. */
export interface MachineRow<State extends string, Trigger extends string, Guard extends string> {
  readonly from: State;
  readonly on: Trigger;
  readonly to: State;
  readonly when?: readonly Guard[];
}

/** A state machine as a table. The step function, allowed actions, the diagram and the property tests are derived from the same rows. */
export interface Machine<
  State extends string = string,
  Trigger extends string = string,
  Guard extends string = string,
> {
  readonly name: string;
  readonly states: readonly State[];
  readonly initial: readonly State[];
  /** Intentionally final states. */
  readonly final: readonly State[];
  readonly triggers: readonly Trigger[];
  readonly guards: readonly Guard[];
  readonly rows: readonly MachineRow<State, Trigger, Guard>[];
}

/** Whether each guard holds now. All of the machine's guards must be given: a forgotten fact does not compile. */
export type Facts<Guard extends string> = Readonly<Record<Guard, boolean>>;

/** A step's target, or why it is refused: no row at all, or the first guard that does not hold. */
export type Step<State extends string, Guard extends string> =
  | { readonly moved: true; readonly to: State }
  | { readonly moved: false; readonly because: 'no_transition' }
  | { readonly moved: false; readonly because: 'guard'; readonly guard: Guard };

/**
 * Declares a machine. A misspelt state, trigger or guard in a row does not compile; an unsound table throws, so that no process starts with
 * one.
 */
export const defineMachine = <
  const State extends string,
  const Trigger extends string,
  const Guard extends string = never,
>(machine: {
  readonly name: string;
  readonly states: readonly State[];
  readonly initial: readonly NoInfer<State>[];
  readonly final: readonly NoInfer<State>[];
  readonly triggers: readonly Trigger[];
  readonly guards: readonly Guard[];
  readonly rows: readonly MachineRow<NoInfer<State>, NoInfer<Trigger>, NoInfer<Guard>>[];
}): Machine<State, Trigger, Guard> => {
  const problems = soundnessProblems(machine);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return machine;
};

/** Takes one step; guards are checked in the row's order, so the first failing one is reported. */
export const step = <State extends string, Trigger extends string, Guard extends string>(
  machine: Machine<State, Trigger, Guard>,
  from: State,
  on: Trigger,
  facts: Facts<Guard>,
): Step<State, Guard> => {
  for (const row of machine.rows) {
    if (row.from !== from || row.on !== on) continue;
    for (const guard of row.when ?? []) if (!facts[guard]) return { moved: false, because: 'guard', guard };
    return { moved: true, to: row.to };
  }
  return { moved: false, because: 'no_transition' };
};
