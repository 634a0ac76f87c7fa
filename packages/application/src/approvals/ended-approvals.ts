import type {
  CallApproval,
  ClientSession,
  PolicyVersion,
  RevocableSession,
  Revocation,
  Scope,
} from '@govgate/domain';
import { isLive } from '@govgate/domain/internal';
import {
  type Change,
  type CommitBatch,
  clientSessionKind,
  type Put,
  policyVersionKind,
} from '@govgate/ports';

/** Why approvals of an environment end with a commit, and which. */
export interface Ending {
  readonly scope: Scope;
  readonly reasonCode: string;
  readonly ends: (approval: CallApproval, session: ClientSession | undefined) => boolean;
}

/**
 * What a commit ends, by environment: approvals of another policy version than the one it activates, of a session it ends, of sessions its
 * revocations cover (docs/spec/approvals.md).
 */
export const endingsOf = ({ changes, revocations = [] }: CommitBatch): readonly (readonly Ending[])[] => {
  const byEnvironment = new Map<string, Ending[]>();
  for (const ending of [...changes.flatMap(endingByChange), ...revocations.flatMap(endingByRevocation)]) {
    const key = JSON.stringify([ending.scope.tenantId, ending.scope.environmentId]);
    byEnvironment.set(key, [...(byEnvironment.get(key) ?? []), ending]);
  }
  return [...byEnvironment.values()];
};

const endingByChange = (change: Change): readonly Ending[] => {
  if (!('record' in change)) return [];
  if (change.kind === policyVersionKind)
    return endingByPolicy((change as Put<typeof policyVersionKind>).record);
  if (change.kind === clientSessionKind)
    return endingBySession((change as Put<typeof clientSessionKind>).record);
  return [];
};

// The newly active version, and any others that stop being so, as with an import.
const endingByPolicy = (policy: PolicyVersion): readonly Ending[] => {
  const { policyVersion, status } = policy;
  return status === 'draft'
    ? []
    : [
        {
          scope: scopeOf(policy),
          reasonCode: 'policy_published',
          ends: (approval) => (approval.policyVersion === policyVersion) !== (status === 'active'),
        },
      ];
};

const endingBySession = ({ clientSessionId, state, ...scope }: ClientSession): readonly Ending[] =>
  isLive(state)
    ? []
    : [
        {
          scope: scopeOf(scope),
          reasonCode: 'session_ended',
          ends: (approval) => approval.clientSessionId === clientSessionId,
        },
      ];

// An entry that lifts a revocation withdraws nothing.
const endingByRevocation = (revocation: Revocation): readonly Ending[] =>
  revocation.lifts === undefined
    ? [
        {
          scope: scopeOf(revocation),
          reasonCode: 'revoked',
          ends: (approval, session) => covers(revocation, approval, session),
        },
      ]
    : [];

// A session that exists when the revocation is committed is covered by it, whatever the clocks say.
const covers = (
  { subjectType, subjectId }: Revocation,
  approval: CallApproval,
  session: RevocableSession | undefined,
): boolean => {
  switch (subjectType) {
    case 'client_session':
      return approval.clientSessionId === subjectId;
    case 'user':
      return approval.userId === subjectId;
    case 'agent':
      return approval.agentId === subjectId;
    case 'client_surface':
      return session === undefined || session.clientSurfaceId === subjectId;
    case 'credential_binding':
      return session === undefined || session.credentialBindingIds.includes(subjectId);
    case 'mcp_tool':
      return `${approval.serverId}/${approval.toolId}` === subjectId;
    default:
      return true;
  }
};

const scopeOf = ({ tenantId, environmentId }: Scope): Scope => ({ tenantId, environmentId });
