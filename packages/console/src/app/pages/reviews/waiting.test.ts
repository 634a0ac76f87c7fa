import { createClient } from '@govgate/client';
import { expect } from 'chai';
import type { Waiting } from './by-urgency.js';
import { waitingOf } from './waiting.js';
import { type WaitingOfKind, waitingKinds } from './waiting-total.js';

const PAGE = 200;
const owner = { team: 'payments', userId: 'bea' };

const agents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    agent_id: `agt_${index}`,
    name: `agent ${index}`,
    owner,
    submitted_by: 'bea',
    submitted_at: new Date(1_767_225_600_000 + index * 1_000).toISOString(),
    permissions: { allowed_actions: ['approve', 'reject'] },
  }));

const surface = (id: string, approvalState: string) => ({
  clientSurfaceId: id,
  displayName: id,
  owner,
  approvalState,
  permissions: { allowedActions: ['approve'] },
});

const approval = (id: string, expires_at: string) => ({
  approval_id: id,
  server_id: 'srv_crm',
  tool_id: 'delete',
  approver_role: 'security_admin',
  user_id: 'cy',
  requested_at: '2026-05-01T00:00:00.000Z',
  expires_at,
  permissions: { allowed_actions: ['approve', 'deny'] },
});

/** Lists as the service pages them. */
const found = (lists: Readonly<Record<string, readonly unknown[]>>, kinds: readonly Waiting['kind'][]) => {
  const asked: URL[] = [];
  const fetch = async (address: string): Promise<Response> => {
    const url = new URL(address);
    asked.push(url);
    const items = lists[url.pathname] ?? [];
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const next = from + PAGE < items.length ? { next_cursor: String(from + PAGE) } : {};
    return Response.json({ items: items.slice(from, from + PAGE), page: { limit: PAGE, ...next } });
  };
  const client = createClient({ baseUrl: 'https://govgate.test', token: 'token', fetch });
  const { signal } = new AbortController();
  return { asked, waiting: waitingOf(kinds, { client, environment: 'production' }, { signal }) };
};

describe('what waits for a decision', () => {
  it('is all that waits, over the pages of each list, the oldest included', async () => {
    const { asked, waiting } = found({ '/v1/agents': agents(246) }, ['agent']);
    const { items, isAtLeast } = await waiting;
    expect([items.length, items[0]?.id, items.at(-1)?.id, isAtLeast]).to.deep.equal([
      246,
      'agt_0',
      'agt_245',
      false,
    ]);
    expect(asked.map((url) => url.searchParams.get('sort'))).to.deep.equal(['created', 'created']);
  });

  it('says that there may be more where a list is not read to its end', async () => {
    const { items, isAtLeast } = await found({ '/v1/agents': agents(2_001) }, ['agent']).waiting;
    expect([items.length, isAtLeast]).to.deep.equal([2_000, true]);
  });

  it('is looked for wherever more may wait than the overview looked through', () => {
    const of = (kind: Waiting['kind'], count: number, is_at_least: boolean): WaitingOfKind => ({
      kind,
      count,
      is_at_least,
      oldest_at: null,
      first_expires_at: null,
    });
    const waiting = [of('agent', 0, true), of('approval', 0, false), of('client_surface', 1, false)];
    expect(waitingKinds(waiting).map(({ kind }) => kind)).to.deep.equal(['agent', 'client_surface']);
  });

  it('has client surfaces, and what runs out first on top', async () => {
    const lists = {
      '/v1/client-surfaces': [surface('cs_draft', 'draft'), surface('cs_waits', 'pending_review')],
      '/v1/agents': agents(1),
      '/v1/approvals': [
        approval('apr_later', '2026-05-02T00:00:00.000Z'),
        approval('apr_soon', '2026-05-01T01:00:00.000Z'),
      ],
    };
    const { items } = await found(lists, ['agent', 'client_surface', 'approval']).waiting;
    expect(items.map(({ id }) => id)).to.deep.equal(['apr_soon', 'apr_later', 'cs_waits', 'agt_0']);
  });
});
