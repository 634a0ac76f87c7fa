import type { GovgateClient } from '@govgate/client';
import type { Api } from '../../state/api.js';

/** Something pending a decision this caller may make. */
export interface Waiting {
  readonly kind: 'submission' | 'binding' | 'agent' | 'approval';
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly by: string;
  readonly since: string;
  /** Where it is decided. */
  readonly path: string;
}

interface Options {
  readonly signal: AbortSignal;
}

/** Limit per kind, not necessarily the oldest: whoever has more has other worries. */
const MOST = 200;

/** Everything pending for this caller in this environment, oldest first. Read-only items are omitted. */
export const waitingFor = async (api: Api, options: Options): Promise<readonly Waiting[]> => {
  const { client, may } = api;
  const found = await Promise.all([
    may('mcp_server.read') ? submissions(client, options) : [],
    may('credential_binding.read') ? bindings(client, options) : [],
    may('agent.read') ? agents(client, options) : [],
    may('approval.read') ? approvals(client, options) : [],
  ]);
  return found.flat().sort((a, b) => (a.since < b.since ? -1 : 1));
};

const canDecide = (actions: readonly string[]): boolean =>
  actions.some((one) => one === 'approve' || one === 'reject' || one === 'deny');

const submissions = async (client: GovgateClient, options: Options): Promise<Waiting[]> => {
  const { items } = await client.listMcpServers({ limit: MOST }, options);
  const pending = items.flatMap(({ server_id, pending_submission_id }) =>
    pending_submission_id === null ? [] : [{ server_id, submission_id: pending_submission_id }],
  );
  const read = await Promise.all(pending.map((one) => client.readMcpSubmission(one, options)));
  return read
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map(({ summary, manifest }) => ({
      kind: 'submission',
      id: summary.submission_id,
      name: `${manifest.name} ${summary.version}`,
      team: manifest.owner.team,
      by: summary.submitted_by,
      since: summary.submitted_at,
      path: `mcp-servers/${encodeURIComponent(manifest.server_id)}/${encodeURIComponent(summary.submission_id)}`,
    }));
};

const bindings = async (client: GovgateClient, options: Options): Promise<Waiting[]> => {
  const { items } = await client.listCredentialBindings(
    { approval_status: 'pending_review', limit: MOST },
    options,
  );
  return items
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map((one) => ({
      kind: 'binding',
      id: one.credentialBindingId,
      name: one.source.sourceId,
      team: one.owner.team,
      by: one.submittedBy,
      since: one.submittedAt,
      path: `bindings/${encodeURIComponent(one.credentialBindingId)}`,
    }));
};

const agents = async (client: GovgateClient, options: Options): Promise<Waiting[]> => {
  const { items } = await client.listAgents({ approval_status: 'pending_review', limit: MOST }, options);
  return items
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map((one) => ({
      kind: 'agent',
      id: one.agent_id,
      name: one.name,
      team: one.owner.team,
      by: one.submitted_by,
      since: one.submitted_at,
      path: `agents/${encodeURIComponent(one.agent_id)}`,
    }));
};

const approvals = async (client: GovgateClient, options: Options): Promise<Waiting[]> => {
  const { items } = await client.listApprovals({ status: 'pending', limit: MOST }, options);
  return items
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map((one) => ({
      kind: 'approval',
      id: one.approval_id,
      name: `${one.server_id}/${one.tool_id}`,
      team: one.approver_role,
      by: one.user_id,
      since: one.requested_at,
      path: `reviews/${encodeURIComponent(one.approval_id)}`,
    }));
};
