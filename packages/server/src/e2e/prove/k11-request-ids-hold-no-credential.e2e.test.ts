import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { startTestService, type TestService } from '../../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../../testing/worlds/world.js';

describe('K11: no credential enters the trail through a request id', () => {
  let service: TestService;
  let tokens: Tokens;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
  });
  after(() => service.stop());

  /** Requests a change that is refused and audited; returns the id that the answer and the trail have for it. */
  const named = async (requestId: string) => {
    const headers = requestId === '' ? {} : { 'x-request-id': requestId };
    const path = `/v1/policies/pv_none/publish?environment_id=${PRODUCTION}`;
    const body = { manifest_hash: `sha256:${'0'.repeat(64)}`, reason_code: 'routine' };
    const answer = await service.call(path, { token: tokens.admin, headers, body });
    expect(answer.status).to.equal(404);
    const trail = await service.call(`/v1/audit/events?tenant_id=${TENANT}&limit=1`, { token: tokens.admin });
    const sent = answer.headers.get('x-request-id') ?? '';
    expect([answer.json.requestId, trail.json.items[0].request_id]).to.deep.equal([sent, sent]);
    return { sent, trail: trail.text };
  };

  it('accepts the caller’s ids', async () => {
    for (const id of ['req-1', '018f4e2a-9c7b-7d3e-8a1b-2c3d4e5f6071', 'web:checkout.7', 'a'.repeat(128)])
      expect((await named(id)).sent).to.equal(id);
  });

  it('generates one where it is absent, malformed, or could be a credential', async () => {
    const text = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
    const others = [
      '',
      '-dash',
      'two words',
      'a'.repeat(129),
      tokens.admin,
      `ghp_${text(36)}`,
      `ghp_${text(20)}`,
      `AKIA${text(16)
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, 'Q')}`,
      `glpat-${text(20)}`,
      `eyJhbGciOiJFUzI1NiJ9.eyJ${text(40)}.${text(40)}`,
      `sk_live_${text(24)}`,
      `xoxb-${text(12)}-${text(24)}`,
    ];
    for (const id of others) {
      const { sent, trail } = await named(id);
      expect(sent, id).to.match(/^req_[0-9a-f]{32}$/);
      if (id !== '') expect(trail, id).not.to.contain(id);
    }
  });

  it('is never the caller’s own credential, whatever its form, nor contains it or a part of it', async () => {
    const own = 'correct.horse.battery-staple.2026';
    const chosen = await startTestService({ settings: { GOVGATE_ADMIN_TOKEN: own } });
    try {
      const path = `/v1/policies/pv_none/publish?environment_id=${PRODUCTION}`;
      const body = { manifest_hash: `sha256:${'0'.repeat(64)}`, reason_code: 'routine' };
      for (const name of [
        own,
        `req-${own}`,
        `${own}.1`,
        own.slice(0, 12),
        own.slice(8),
        `req-${own.slice(8)}.1`,
      ]) {
        for (const header of ['x-request-id', 'x-correlation-id']) {
          const answer = await chosen.call(path, { token: own, headers: { [header]: name }, body });
          expect(answer.status).to.equal(404);
          expect(answer.headers.get('x-request-id')).to.match(/^req_[0-9a-f]{32}$/);
        }
      }
      const inBody = { ...body, reason_code: own };
      const ways = [
        [`/v1/policies/${own}/publish?environment_id=${PRODUCTION}`, body, 404],
        [`/v1/policies/pv_none/publish?environment_id=${own}`, body, 422],
        [path, inBody, 422],
      ] as const;
      for (const [to, sent, status] of ways)
        expect((await chosen.call(to, { token: own, body: sent })).status, to).to.equal(status);
      const trail = await chosen.call(`/v1/audit/events?tenant_id=default&limit=100`, { token: own });
      expect(trail.json.items).to.have.length.above(10);
      expect(trail.text).not.to.contain(own.slice(0, 12)).and.not.to.contain(own.slice(8));
    } finally {
      await chosen.stop();
    }
  });

  it('groups events by the caller’s correlation id, or by the trace, and by nothing that could be a credential', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const secret = `ghp_${randomBytes(18).toString('hex')}`;
    const rows = [
      [{ 'x-correlation-id': 'incident-7', traceparent }, 'incident-7'],
      [{ traceparent }, trace],
      [{ 'x-correlation-id': secret }, null],
      [{}, null],
    ] as const;
    const path = `/v1/policies/pv_none/publish?environment_id=${PRODUCTION}`;
    const body = { manifest_hash: `sha256:${'0'.repeat(64)}`, reason_code: 'routine' };
    for (const [headers, reported] of rows) {
      await service.call(path, { token: tokens.admin, headers, body });
      const { json } = await service.call(`/v1/audit/events?tenant_id=${TENANT}&limit=1`, {
        token: tokens.admin,
      });
      expect(json.items[0].correlation_id).to.equal(reported);
    }
    // A change that succeeds records it just as a refused one does.
    const member = '/v1/local-identity/groups/operators/members';
    await service.call(`${member}?tenant_id=${TENANT}`, {
      token: tokens.admin,
      headers: { 'x-correlation-id': 'incident-8' },
      body: { user_id: 'vic' },
    });
    const { json } = await service.call(
      `/v1/audit/events?tenant_id=${TENANT}&correlation_id=incident-8&limit=5`,
      { token: tokens.admin },
    );
    expect(json.items.map((event: { event_type: string }) => event.event_type)).to.deep.equal([
      'group.member_added',
    ]);
  });
});
