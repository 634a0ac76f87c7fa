import type { CredentialMode } from '../credential-binding/credential-binding.js';
import type { Contributor, Contributors } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import type { AgentApprovalStatus, AgentLifecycleState } from './agent.machine.js';

export const DELEGATION_MODES = ['none', 'on_behalf_of', 'autonomous'] as const;
export type DelegationMode = (typeof DELEGATION_MODES)[number];

/** A registered agent (docs/spec/agents.md#record). */
export interface Agent {
  readonly agentId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly name: string;
  readonly purpose: string | null;
  readonly lifecycleState: AgentLifecycleState;
  readonly approvalStatus: AgentApprovalStatus;
  readonly owner: { readonly team: string; readonly escalationContact: string };
  readonly allowedSurfaces: readonly string[];
  readonly allowedEnvironments: readonly string[];
  readonly delegationMode: DelegationMode;
  readonly credentialMode: CredentialMode;
  readonly instanceIdentity: {
    readonly required: boolean;
    readonly allowedInstanceIds: readonly string[];
    readonly allowedInstanceIdPrefixes: readonly string[];
  };
  /** Who registered it, and so may not approve it. */
  readonly hands?: Contributors;
  readonly submittedBy: string;
  readonly submittedAt: Instant;
  readonly reviewedBy: string | null;
  readonly reviewReasonCode: string | null;
  readonly reviewReason: string | null;
  readonly reviewedAt: Instant | null;
  readonly disabledAt: Instant | null;
  readonly archivedAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly revocationId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The input that registers an agent. */
export type AgentDraft = Pick<
  Agent,
  | 'agentId'
  | 'tenantId'
  | 'environmentId'
  | 'name'
  | 'purpose'
  | 'owner'
  | 'allowedSurfaces'
  | 'allowedEnvironments'
  | 'delegationMode'
  | 'credentialMode'
  | 'instanceIdentity'
>;

/** The record of a registration: a draft pending review. */
export const newAgent = (
  draft: AgentDraft,
  made: { readonly by: Contributor; readonly now: Instant },
): Agent => ({
  ...draft,
  lifecycleState: 'draft',
  approvalStatus: 'pending_review',
  hands: { submitted: made.by },
  submittedBy: made.by.actorId,
  submittedAt: made.now,
  reviewedBy: null,
  reviewReasonCode: null,
  reviewReason: null,
  reviewedAt: null,
  disabledAt: null,
  archivedAt: null,
  revokedAt: null,
  revocationId: null,
  createdAt: made.now,
  updatedAt: made.now,
});
