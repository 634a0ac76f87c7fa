import type { Agent, Instant } from '@govgate/domain';
import { agentClasses } from '@govgate/domain/internal';
import { agentKind } from '@govgate/ports';
import { eachShown } from '../giving.js';
import { defineSection } from '../section.js';
import { sortedIds } from '../sorted-ids.js';

/** The values of fields that a bundle may omit. */
const DEFAULTS = {
  purpose: null,
  allowedSurfaces: [],
  instanceIdentity: { required: false, allowedInstanceIds: [], allowedInstanceIdPrefixes: [] },
  submittedBy: '',
  submittedAt: '',
  reviewedBy: null,
  reviewReasonCode: null,
  reviewReason: null,
  reviewedAt: null,
  disabledAt: null,
  archivedAt: null,
  revokedAt: null,
  revocationId: null,
} as const satisfies Partial<Agent>;

type Defaulted = keyof typeof DEFAULTS | 'allowedEnvironments';

/** The inner record of an agent's answer. */
export type AgentItem = Omit<Agent, Defaulted | 'createdAt' | 'updatedAt'> &
  Partial<Pick<Agent, Defaulted>> & {
    readonly createdAt?: Instant | null;
    readonly updatedAt?: Instant | null;
  };

/** Agents. */
export const agentsSection = defineSection<AgentItem, Agent>({
  eventType: 'agent.imported',
  kind: agentKind,
  keyOf: ({ tenantId, environmentId, agentId }) => ({ tenantId, environmentId, id: agentId }),
  take: (item, { now, before }) => {
    const allowedEnvironments = item.allowedEnvironments ?? [item.environmentId];
    const createdAt = item.createdAt ?? before?.createdAt ?? now;
    const record: Agent = {
      ...DEFAULTS,
      ...item,
      allowedEnvironments: sortedIds(allowedEnvironments),
      createdAt,
      updatedAt: item.updatedAt ?? createdAt,
    };
    const references = allowedEnvironments.map((id, place) => ({
      field: ['allowedEnvironments', place],
      environment: { tenantId: item.tenantId, id },
    }));
    return { record, references };
  },
  revokes: (before, after) =>
    before.lifecycleState === 'active' && after.lifecycleState !== 'active'
      ? { subjectType: 'agent', environmentIds: [before.environmentId] }
      : undefined,
  give: (records) => eachShown(records, agentKind, agentClasses),
});
