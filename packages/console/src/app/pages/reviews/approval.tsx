import type { CallApproval } from '@govgate/client';
import { RecordLink } from '../../parts/record-link.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';

const t = texts.reviews;

/** A call pending approval: one use, within its time, for exactly this call. */
export const approvalRecord: RecordDef<CallApproval> = {
  read: (client, id, options) => client.readApproval({ approval_id: id }, options),
  titleOf: (one) => `${one.server_id}/${one.tool_id}`,
  facts: (one) => [
    [t.status, <Badge of={one.status} />],
    [t.user, <Code of={one.user_id} />],
    [t.agent, <RecordLink type="agent" id={one.agent_id} />],
    [t.session, <RecordLink type="session" id={one.client_session_id} />],
    [t.policy, <RecordLink type="policy" id={one.policy_version} />],
    [t.rule, <Code of={one.rule_id} />],
    [t.role, <Code of={one.approver_role} />],
    [t.digest, <Code of={one.call_digest} />],
    [t.since, <Moment of={one.requested_at} />],
    [t.until, <Moment of={one.expires_at} />],
    [t.decidedBy, <Code of={one.decided_by} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    verb({
      action: 'approve',
      label: texts.approve,
      says: t.approveSays,
      send: ({ client, record: { approval_id }, body, options }) =>
        client.approveCall({ approval_id, body }, options),
    }),
    verb({
      action: 'deny',
      label: t.deny,
      says: t.denySays,
      isGrave: true,
      send: ({ client, record: { approval_id }, body, options }) =>
        client.denyCall({ approval_id, body }, options),
    }),
  ],
  everyMs: 5_000,
};
