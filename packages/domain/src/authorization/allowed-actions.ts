import type { Machine } from '../machine/machine.js';
import { triggersFrom } from '../machine/machine.js';
import { authorize, type Target } from './authorize.js';
import type { Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** A verb offered by a resource: the required permission, and the trigger if it moves the state. */
export interface ActionRow<Action extends string, Trigger extends string> {
  readonly action: Action;
  readonly permission: Permission;
  readonly trigger?: Trigger;
}

/** Declares the verbs of a resource; a trigger unknown to its machine does not compile. */
export const defineActions = <const Action extends string, State extends string, Trigger extends string>(
  _machine: Machine<State, Trigger, string>,
  rows: readonly ActionRow<Action, NoInfer<Trigger>>[],
): readonly ActionRow<Action, Trigger>[] => rows;

/**
 * What the caller may do with a record now: allowed by their grants and by the record's state. Sorted. Computed by the functions that
 * enforce, so a listed action succeeds.
 */
export const allowedActions = <Action extends string, State extends string, Trigger extends string>(
  principal: Principal,
  machine: Machine<State, Trigger, string>,
  actions: readonly ActionRow<Action, Trigger>[],
  target: Target,
  state: State,
): Action[] => {
  const triggers = triggersFrom(machine, state);
  return actions
    .filter((row) => row.trigger === undefined || triggers.has(row.trigger))
    .filter((row) => authorize(principal, row.permission, target))
    .map((row) => row.action)
    .sort();
};
