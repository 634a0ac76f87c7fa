import { defineActions } from '../authorization/allowed-actions.js';
import { defineMachine } from '../machine/machine.js';

export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected', 'superseded', 'withdrawn'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** A submission's life cycle: one pending per server, one approved per server (docs/spec/mcp-servers.md). */
export const submissionMachine = defineMachine({
  name: 'mcp_submission',
  states: SUBMISSION_STATUSES,
  initial: ['pending'],
  final: ['rejected', 'superseded', 'withdrawn'],
  triggers: ['approve', 'reject', 'withdraw', 'supersede'],
  guards: ['another_person'],
  rows: [
    { from: 'pending', on: 'approve', to: 'approved', when: ['another_person'] },
    { from: 'pending', on: 'reject', to: 'rejected' },
    { from: 'pending', on: 'withdraw', to: 'withdrawn' },
    { from: 'pending', on: 'supersede', to: 'superseded' },
    { from: 'approved', on: 'supersede', to: 'superseded' },
  ],
});

/** The status in a server's live snapshot; draft without one. Submissions leave it unchanged, approvals move it. */
export const registrationMachine = defineMachine({
  name: 'mcp_server_registration',
  states: ['draft', 'active', 'deprecated'],
  initial: ['draft'],
  final: [],
  triggers: ['submit', 'submit_deprecation', 'approve', 'approve_deprecation'],
  guards: [],
  rows: [
    { from: 'draft', on: 'submit', to: 'draft' },
    { from: 'draft', on: 'approve', to: 'active' },
    { from: 'draft', on: 'approve_deprecation', to: 'deprecated' },
    { from: 'active', on: 'submit', to: 'active' },
    { from: 'active', on: 'submit_deprecation', to: 'active' },
    { from: 'active', on: 'approve', to: 'active' },
    { from: 'active', on: 'approve_deprecation', to: 'deprecated' },
    { from: 'deprecated', on: 'submit', to: 'deprecated' },
    { from: 'deprecated', on: 'approve', to: 'active' },
    { from: 'deprecated', on: 'approve_deprecation', to: 'deprecated' },
  ],
});

/** Whether a server may be called at all: an emergency switch, separate from its registration. */
export const serverSwitchMachine = defineMachine({
  name: 'mcp_server_switch',
  states: ['enabled', 'disabled'],
  initial: ['enabled'],
  final: [],
  triggers: ['disable', 'enable'],
  guards: [],
  rows: [
    { from: 'enabled', on: 'disable', to: 'disabled' },
    { from: 'disabled', on: 'enable', to: 'enabled' },
  ],
});

/** The verbs of a server's registration. Those of a submission are in `submissionActions`. */
export const registrationActions = defineActions(registrationMachine, [
  { action: 'read', permission: 'mcp_server.read' },
  { action: 'submit', permission: 'mcp_server.register', trigger: 'submit' },
  { action: 'deprecate', permission: 'mcp_server.deprecate', trigger: 'submit_deprecation' },
]);

/** The verbs of a submission. */
export const submissionActions = defineActions(submissionMachine, [
  { action: 'approve', permission: 'mcp_server.review', trigger: 'approve' },
  { action: 'reject', permission: 'mcp_server.review', trigger: 'reject' },
  { action: 'withdraw', permission: 'mcp_server.register', trigger: 'withdraw' },
]);
