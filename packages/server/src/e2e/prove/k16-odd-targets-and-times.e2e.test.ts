import { connect } from 'node:net';
import { expect } from 'chai';
import { startTestService, type TestService } from '../../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../../testing/worlds/world.js';

describe('K16: unreadable targets and times', () => {
  let service: TestService;
  let tokens: Tokens;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
  });
  after(() => service.stop());

  /** Sends a request line and headers verbatim; returns the status and the reason code of the answer. */
  const asked = (line: string, headers = 'Host: govgate\r\n'): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        socket.write(`${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => {
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
        const [, reason = ''] = /"reasonCode":"([a-z_]+)"/.exec(text) ?? [];
        resolve(`${status} ${reason}`.trim());
      });
    });

  it('answers 400 to a target that is not a URL, and serves one that is', async () => {
    const broken = [
      'http://[::1',
      'http://',
      'https://[',
      'http://x:99999999/healthz',
      'http://a:b:c/',
      'http://%/',
    ];
    for (const target of broken) expect(await asked(`GET ${target}`), target).to.equal('400 invalid_request');
    const readable = ['/healthz', 'http://govgate.example/healthz', 'https://[::1]:8080/healthz'];
    for (const target of readable) expect(await asked(`GET ${target}`), target).to.equal('200');
    const bare = await asked('GET /scim/v2/Nothing');
    expect([bare, await asked('GET http://govgate.example/scim/v2/Nothing')]).to.deep.equal([bare, bare]);
    expect(bare).to.equal('404');
    for (const line of ['OPTIONS *', 'GET //', 'GET //[::1', 'GET /%zz', 'GET /#//['])
      expect(await asked(line), line).to.equal('404 route_not_found');
  });

  it('answers 400 to a header that counts once and is given twice or not at all, whatever its case', async () => {
    const twice = (one: string, other: string): Promise<string> =>
      asked('GET /v1/identity/me', `Host: govgate\r\n${one}\r\n${other}\r\n`);
    expect(
      await asked('GET /v1/identity/me', `Host: govgate\r\nAuthorization: Bearer ${tokens.admin}\r\n`),
    ).to.equal('200');
    expect([
      await asked('GET /healthz', 'Host: govgate\r\nHost: govgate\r\n'),
      await asked('GET /healthz', 'Host: govgate\r\nhOST: elsewhere.example\r\n'),
      await asked('GET /healthz', ''),
      await twice(`Authorization: Bearer ${tokens.admin}`, `Authorization: Bearer ${tokens.viewer}`),
      await twice('Content-Type: application/json', 'content-type: text/plain'),
    ]).to.deep.equal(Array(5).fill('400 invalid_request'));
  });

  it('answers 400 with the field to a time that cannot be represented', async () => {
    const beyond = [
      '9999-12-31T23:59:59-23:59',
      '+010000-01-01T00:00:00Z',
      '0000-01-01T00:00:00+00:01',
      '1e99',
    ];
    const binding = {
      role: 'viewer',
      subject: { subject_type: 'user', subject_id: 'vic' },
      scope: { scope_type: 'environment', environment_id: PRODUCTION },
      reason_code: 'routine',
    };
    for (const time of beyond)
      for (const field of ['expires_at', 'not_before'])
        for (const path of ['', '/preview']) {
          const { status, json } = await service.call(`/v1/admin/role-bindings${path}`, {
            token: tokens.admin,
            body: { ...binding, [field]: time },
          });
          expect([status, json.reasonCode, json.field]).to.deep.equal([400, 'invalid_request', field]);
        }
    for (const field of ['from', 'to']) {
      const query = new URLSearchParams({ tenant_id: TENANT, [field]: beyond[0] ?? '' });
      const { status, json } = await service.call(`/v1/audit/events?${query}`, { token: tokens.admin });
      expect([status, json.field]).to.deep.equal([400, field]);
    }
  });

  it('keeps the last representable time unchanged, and counts it as in the future', async () => {
    const last = '9999-12-31T23:59:59.999Z';
    const { status, json } = await service.call('/v1/admin/role-bindings', {
      token: tokens.admin,
      body: {
        role: 'viewer',
        subject: { subject_type: 'user', subject_id: 'vic' },
        scope: { scope_type: 'environment', environment_id: 'staging' },
        reason_code: 'routine',
        expires_at: last,
      },
    });
    expect([status, json.expires_at, json.status]).to.deep.equal([201, last, 'active']);
  });
});
