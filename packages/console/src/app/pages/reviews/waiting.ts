import type { GovgateClient } from '@govgate/client';
import type { Api } from '../../state/api.js';
import { byUrgency, type Waiting } from './by-urgency.js';

interface Options {
  readonly signal: AbortSignal;
}

/** What waits, and whether there may be more. */
export interface AllWaiting {
  readonly items: readonly Waiting[];
  readonly isAtLeast: boolean;
}

/** Records looked through per kind: beyond that it is said that there may be more. */
const MOST = 2_000;
/** The oldest come first, so that those beyond are not the ones that wait longest. */
const OLDEST = { sort: 'created', limit: 200 } as const;

/** Everything of some kinds that waits for this caller in this environment: what runs out first, then what waits longest. */
export const waitingOf = async (
  kinds: readonly Waiting['kind'][],
  { client, environment }: Pick<Api, 'client' | 'environment'>,
  options: Options,
): Promise<AllWaiting> => {
  const found = await Promise.all(kinds.map((kind) => FINDERS[kind](client, options, environment)));
  return {
    items: found.flatMap(({ items }) => items).sort(byUrgency),
    isAtLeast: found.some(({ isAtLeast }) => isAtLeast),
  };
};

/** All of a list, page by page, up to what is looked through at most. */
const allOf = async <Item>(
  list: AsyncIterable<Item>,
): Promise<{ readonly found: readonly Item[]; readonly isAtLeast: boolean }> => {
  const found: Item[] = [];
  for await (const item of list) {
    if (found.length === MOST) return { found, isAtLeast: true };
    found.push(item);
  }
  return { found, isAtLeast: false };
};

/** As the overview counts: whoever submitted something may still reject it, and it waits for those who may also approve it. */
const canDecide = (actions: readonly string[]): boolean => actions.includes('approve');

const submissions = async (client: GovgateClient, options: Options): Promise<AllWaiting> => {
  const { found, isAtLeast } = await allOf(client.listMcpServers.items({ ...OLDEST }, options));
  const pending = found.flatMap(({ server_id, pending_submission_id }) =>
    pending_submission_id === null ? [] : [{ server_id, submission_id: pending_submission_id }],
  );
  const read = await Promise.all(pending.map((one) => client.readMcpSubmission(one, options)));
  const items = read
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map(({ summary, manifest, permissions }) => ({
      actions: permissions.allowed_actions,
      kind: 'mcp_submission' as const,
      id: summary.submission_id,
      name: `${manifest.name} ${summary.version}`,
      team: manifest.owner.team,
      by: summary.submitted_by,
      since: summary.submitted_at,
      until: null,
      path: `mcp-servers/${encodeURIComponent(manifest.server_id)}/${encodeURIComponent(summary.submission_id)}`,
    }));
  return { items, isAtLeast };
};

const bindings = async (client: GovgateClient, options: Options): Promise<AllWaiting> => {
  const { found, isAtLeast } = await allOf(
    client.listCredentialBindings.items({ approval_status: 'pending_review', ...OLDEST }, options),
  );
  const items = found
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map((one) => ({
      actions: one.permissions.allowed_actions,
      kind: 'credential_binding' as const,
      id: one.credentialBindingId,
      name: one.source.sourceId,
      team: one.owner.team,
      by: one.submittedBy,
      since: one.submittedAt,
      until: null,
      path: `bindings/${encodeURIComponent(one.credentialBindingId)}`,
    }));
  return { items, isAtLeast };
};

const agents = async (client: GovgateClient, options: Options): Promise<AllWaiting> => {
  const { found, isAtLeast } = await allOf(
    client.listAgents.items({ approval_status: 'pending_review', ...OLDEST }, options),
  );
  const items = found
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map((one) => ({
      actions: one.permissions.allowed_actions,
      kind: 'agent' as const,
      id: one.agent_id,
      name: one.name,
      team: one.owner.team,
      by: one.submitted_by,
      since: one.submitted_at,
      until: null,
      path: `agents/${encodeURIComponent(one.agent_id)}`,
    }));
  return { items, isAtLeast };
};

const surfaces = async (client: GovgateClient, options: Options): Promise<AllWaiting> => {
  const { found, isAtLeast } = await allOf(
    client.listClientSurfaces.items({ lifecycle_state: 'draft', ...OLDEST }, options),
  );
  const items = found
    .filter(({ approvalState }) => approvalState === 'pending_review')
    .filter(({ permissions }) => canDecide(permissions.allowedActions))
    .map((one) => ({
      actions: one.permissions.allowedActions,
      kind: 'client_surface' as const,
      id: one.clientSurfaceId,
      name: one.displayName,
      team: one.owner.team,
      by: one.owner.userId,
      // A surface does not tell when it was submitted.
      since: null,
      until: null,
      path: `surfaces/${encodeURIComponent(one.clientSurfaceId)}`,
    }));
  return { items, isAtLeast };
};

const approvals = async (client: GovgateClient, options: Options): Promise<AllWaiting> => {
  const { found, isAtLeast } = await allOf(
    client.listApprovals.items({ status: 'pending', ...OLDEST }, options),
  );
  const items = found
    .filter(({ permissions }) => canDecide(permissions.allowed_actions))
    .map((one) => ({
      actions: one.permissions.allowed_actions,
      kind: 'approval' as const,
      id: one.approval_id,
      name: `${one.server_id}/${one.tool_id}`,
      team: one.approver_role,
      by: one.user_id,
      since: one.requested_at,
      until: one.expires_at,
      path: `reviews/${encodeURIComponent(one.approval_id)}`,
    }));
  return { items, isAtLeast };
};

const accessReviews = async (
  client: GovgateClient,
  options: Options,
  environment: string,
): Promise<AllWaiting> => {
  const { found, isAtLeast } = await allOf(
    client.listAccessReviews.items({ status: 'open', ...OLDEST }, options),
  );
  const here = found
    .filter(({ environment_id }) => [null, environment].includes(environment_id))
    .filter(({ permissions }) => permissions.allowed_actions.includes('decide'));
  const waits = await Promise.all(
    here.map(({ access_review_id }) => hasDecidable(client, access_review_id, options)),
  );
  const items = here
    .filter((_, place) => waits[place])
    .map((one) => ({
      actions: one.permissions.allowed_actions,
      kind: 'access_review' as const,
      id: one.access_review_id,
      name: one.name,
      team: '',
      by: one.opened_by,
      since: one.opened_at,
      until: one.due_at,
      path: `access/reviews/${encodeURIComponent(one.access_review_id)}`,
    }));
  return { items, isAtLeast };
};

/** As the overview counts: nobody decides on a grant of their own. */
const hasDecidable = async (
  client: GovgateClient,
  access_review_id: string,
  options: Options,
): Promise<boolean> => {
  const request = { access_review_id, decision: 'none', limit: OLDEST.limit } as const;
  const { items, page } = await client.listReviewItems(request, options);
  return (
    page.next_cursor !== undefined || items.some(({ permissions }) => permissions.allowed_actions.length > 0)
  );
};

type Find = (client: GovgateClient, options: Options, environment: string) => Promise<AllWaiting>;

const FINDERS: Readonly<Record<Waiting['kind'], Find>> = {
  approval: approvals,
  mcp_submission: submissions,
  credential_binding: bindings,
  agent: agents,
  client_surface: surfaces,
  access_review: accessReviews,
};
