import { defineActions } from '../authorization/allowed-actions.js';
import { defineMachine } from '../machine/machine.js';

export const SESSION_STATES = ['pending', 'active', 'idle', 'draining', 'terminated', 'expired'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** A client session's life cycle. Data planes report all transitions except the administrator's `terminate`, which takes effect at once. */
export const clientSessionMachine = defineMachine({
  name: 'client_session',
  states: SESSION_STATES,
  // A plane that could not report in time may first report a session in any live state.
  initial: ['pending', 'active', 'idle', 'draining'],
  final: ['terminated', 'expired'],
  triggers: ['activate', 'rest', 'drain', 'expire', 'terminate'],
  guards: [],
  rows: [
    { from: 'pending', on: 'activate', to: 'active' },
    { from: 'pending', on: 'drain', to: 'draining' },
    { from: 'pending', on: 'expire', to: 'expired' },
    { from: 'pending', on: 'terminate', to: 'terminated' },
    { from: 'active', on: 'rest', to: 'idle' },
    { from: 'active', on: 'drain', to: 'draining' },
    { from: 'active', on: 'expire', to: 'expired' },
    { from: 'active', on: 'terminate', to: 'terminated' },
    { from: 'idle', on: 'activate', to: 'active' },
    { from: 'idle', on: 'drain', to: 'draining' },
    { from: 'idle', on: 'expire', to: 'expired' },
    { from: 'idle', on: 'terminate', to: 'terminated' },
    { from: 'draining', on: 'activate', to: 'active' },
    { from: 'draining', on: 'expire', to: 'expired' },
    { from: 'draining', on: 'terminate', to: 'terminated' },
  ],
});

/** The verbs of a client session. */
export const clientSessionActions = defineActions(clientSessionMachine, [
  { action: 'read', permission: 'session.read' },
  { action: 'terminate', permission: 'session.terminate', trigger: 'terminate' },
]);

/** Whether a session is live: all states but terminated and expired, including pending (docs/spec/sessions.md). */
export const isLive = (state: SessionState): boolean => !clientSessionMachine.final.includes(state);
