import { type Facts, type Machine, step } from '../machine/machine.js';
import { authorize, type Target } from './authorize.js';
import type { Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** A verb offered by a resource: the required permission, and the trigger if it moves the state. */
export interface ActionRow<Action extends string, Trigger extends string> {
  readonly action: Action;
  readonly permission: Permission;
  readonly trigger?: Trigger;
}

/** The verbs of a resource, and the machine that says when they are open. */
export interface Actions<
  Action extends string,
  State extends string,
  Trigger extends string,
  Guard extends string,
> {
  readonly machine: Machine<State, Trigger, Guard>;
  readonly rows: readonly ActionRow<Action, Trigger>[];
}

/** Declares the verbs of a resource; a trigger unknown to its machine does not compile. */
export const defineActions = <
  const Action extends string,
  State extends string,
  Trigger extends string,
  Guard extends string,
>(
  machine: Machine<State, Trigger, Guard>,
  rows: readonly ActionRow<Action, NoInfer<Trigger>>[],
): Actions<Action, State, Trigger, Guard> => ({ machine, rows });

/**
 * What the caller may do with a record now: open by its state and allowed by `may`. Sorted. Computed by the functions that enforce, so a
 * listed action succeeds.
 */
export const allowedActions = <
  Action extends string,
  State extends string,
  Trigger extends string,
  Guard extends string,
>(
  { machine, rows }: Actions<Action, State, Trigger, Guard>,
  now: { readonly state: State; readonly facts: Facts<Guard> },
  may: (permission: Permission) => boolean,
): Action[] => {
  const allowed: Action[] = [];
  for (const { action, permission, trigger } of rows) {
    const isOpen = trigger === undefined || step(machine, now.state, trigger, now.facts).moved;
    if (isOpen && may(permission)) allowed.push(action);
  }
  return allowed.sort();
};

/** Whether somebody holds a permission on a target; each is judged once. */
export const mayOn = (principal: Principal, target: Target): ((permission: Permission) => boolean) =>
  judgedOnce((permission) => authorize(principal, permission, target));

/** Judges each permission once: several actions take the same. */
export const judgedOnce = (
  may: (permission: Permission) => boolean,
): ((permission: Permission) => boolean) => {
  const judged = new Map<Permission, boolean>();
  return (permission) => {
    const known = judged.get(permission);
    if (known !== undefined) return known;
    const allowed = may(permission);
    judged.set(permission, allowed);
    return allowed;
  };
};
