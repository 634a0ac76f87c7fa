import { defineMachine } from '../machine/machine.js';

export const AGENT_LIFECYCLE_STATES = ['draft', 'active', 'disabled', 'archived', 'revoked'] as const;
export type AgentLifecycleState = (typeof AGENT_LIFECYCLE_STATES)[number];

export const AGENT_APPROVAL_STATUSES = ['pending_review', 'approved', 'rejected', 'revoked'] as const;
export type AgentApprovalStatus = (typeof AGENT_APPROVAL_STATUSES)[number];

/** An agent's life cycle (docs/spec/agents.md). Approval activates a draft; an unapproved agent is never enabled. */
export const agentLifecycleMachine = defineMachine({
  name: 'agent_lifecycle',
  states: AGENT_LIFECYCLE_STATES,
  initial: ['draft'],
  final: ['revoked'],
  triggers: ['enable', 'disable', 'archive', 'revoke'],
  guards: ['approved'],
  rows: [
    { from: 'draft', on: 'enable', to: 'active', when: ['approved'] },
    { from: 'draft', on: 'archive', to: 'archived' },
    { from: 'draft', on: 'revoke', to: 'revoked' },
    { from: 'active', on: 'disable', to: 'disabled' },
    { from: 'active', on: 'revoke', to: 'revoked' },
    { from: 'disabled', on: 'enable', to: 'active', when: ['approved'] },
    { from: 'disabled', on: 'archive', to: 'archived' },
    { from: 'disabled', on: 'revoke', to: 'revoked' },
    { from: 'archived', on: 'revoke', to: 'revoked' },
  ],
});

/** An agent's review. An approved agent ends by disabling or revoking, not by another review. */
export const agentApprovalMachine = defineMachine({
  name: 'agent_approval',
  states: AGENT_APPROVAL_STATUSES,
  initial: ['pending_review'],
  final: ['revoked'],
  triggers: ['approve', 'reject', 'revoke'],
  guards: ['still_in_use', 'another_person'],
  rows: [
    { from: 'pending_review', on: 'approve', to: 'approved', when: ['still_in_use', 'another_person'] },
    { from: 'pending_review', on: 'reject', to: 'rejected', when: ['still_in_use'] },
    { from: 'pending_review', on: 'revoke', to: 'revoked' },
    { from: 'approved', on: 'revoke', to: 'revoked' },
    { from: 'rejected', on: 'approve', to: 'approved', when: ['still_in_use', 'another_person'] },
    { from: 'rejected', on: 'revoke', to: 'revoked' },
  ],
});

/** Whether an agent can be reviewed: not if archived or revoked. */
export const isStillInUse = (state: AgentLifecycleState): boolean =>
  state !== 'archived' && state !== 'revoked';
