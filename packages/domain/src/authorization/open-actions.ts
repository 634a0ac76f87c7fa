import { type Facts, type Machine, step } from '../machine/machine.js';
import type { ActionRow } from './allowed-actions.js';
import { authorize, type Target } from './authorize.js';
import type { Principal } from './principal.js';

/**
 * `allowedActions` for machines with guards, and for records with several machines: what the caller's grants allow and the guards permit
 * now. Sorted; a verb without a trigger is always open.
 */
export const openActions = <
  Action extends string,
  State extends string,
  Trigger extends string,
  Guard extends string,
>(
  principal: Principal,
  machine: Machine<State, Trigger, Guard>,
  actions: readonly ActionRow<Action, Trigger>[],
  target: Target,
  now: { readonly state: State; readonly facts: Facts<Guard> },
): Action[] =>
  actions
    .filter((row) => row.trigger === undefined || step(machine, now.state, row.trigger, now.facts).moved)
    .filter((row) => authorize(principal, row.permission, target))
    .map((row) => row.action)
    .sort();
