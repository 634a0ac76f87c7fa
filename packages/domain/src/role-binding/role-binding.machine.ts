import { defineActions } from '../authorization/allowed-actions.js';
import type { Instant } from '../instant.js';
import { defineMachine } from '../machine/machine.js';
import type { RoleBinding } from './role-binding.js';

export const ROLE_BINDING_STATUSES = ['active', 'scheduled', 'expired', 'disabled'] as const;
export type RoleBindingStatus = (typeof ROLE_BINDING_STATUSES)[number];

/**
 * A role binding's life cycle. `start` and `expire` are driven by the clock; an expired one may still be disabled, so that it shows as
 * withdrawn.
 */
export const roleBindingMachine = defineMachine({
  name: 'role_binding',
  states: ROLE_BINDING_STATUSES,
  initial: ['scheduled', 'active'],
  final: ['disabled'],
  triggers: ['start', 'expire', 'disable'],
  guards: ['not_last_security_admin'],
  rows: [
    { from: 'scheduled', on: 'start', to: 'active' },
    { from: 'active', on: 'expire', to: 'expired' },
    { from: 'scheduled', on: 'disable', to: 'disabled' },
    { from: 'active', on: 'disable', to: 'disabled', when: ['not_last_security_admin'] },
    { from: 'expired', on: 'disable', to: 'disabled' },
  ],
});

/** The verbs of a role binding. */
export const roleBindingActions = defineActions(roleBindingMachine, [
  { action: 'read', permission: 'role_binding.read' },
  { action: 'disable', permission: 'role_binding.disable', trigger: 'disable' },
]);

/** The status at a given time: disabled takes precedence, then the window [notBefore, expiresAt). */
export const roleBindingStatus = (
  binding: Pick<RoleBinding, 'disabledAt' | 'notBefore' | 'expiresAt'>,
  now: Instant,
): RoleBindingStatus => {
  if (binding.disabledAt !== null) return 'disabled';
  if (binding.expiresAt !== null && binding.expiresAt <= now) return 'expired';
  return binding.notBefore !== null && binding.notBefore > now ? 'scheduled' : 'active';
};
