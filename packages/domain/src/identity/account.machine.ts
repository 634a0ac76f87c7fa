import { defineMachine } from '../machine/machine.js';

export const ACCOUNT_STATUSES = ['active', 'disabled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** The life cycle of users and service accounts. A tenant keeps an administrator who can sign in (docs/spec/identity.md). */
export const accountMachine = defineMachine({
  name: 'account',
  states: ACCOUNT_STATUSES,
  initial: ['active'],
  final: [],
  triggers: ['update', 'disable', 'enable'],
  guards: ['not_last_security_admin'],
  rows: [
    { from: 'active', on: 'update', to: 'active' },
    { from: 'active', on: 'disable', to: 'disabled', when: ['not_last_security_admin'] },
    { from: 'disabled', on: 'update', to: 'disabled' },
    { from: 'disabled', on: 'enable', to: 'active' },
  ],
});
