import { gzipSync } from 'node:zlib';
import { canonicalHash, type Json, type ManifestBody } from '@govgate/domain';
import { clientSessionKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { onFreePort } from '../../../../tools/test-services/loopback-port.js';
import { type Checked, connectGrpcGateway, type GrpcGateway } from '../testing/gateways/grpc-gateway.js';
import { sampleDraft } from '../testing/samples/policy-samples.js';
import { sampleSession } from '../testing/samples/session-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { putServiceAccount } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from '../testing/worlds/world.js';

const rule = (tool: string, effect: 'allow' | 'require_approval', more: object = {}) => ({
  rule_id: tool,
  effect,
  subjects: {},
  targets: { server_ids: ['srv_1'], tool_ids: [tool] },
  reason_code: `${tool}_rule`,
  ...more,
});

const BODY = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    rule('read', 'allow'),
    rule('refund', 'allow', { conditions: [{ attribute: 'arguments.amount', operator: 'lte', value: 100 }] }),
    rule('erase', 'require_approval', {
      approval: { approver_role: 'registry_reviewer', ttl_seconds: 600 },
    }),
  ],
} as unknown as ManifestBody;

const callOf = (name: string, given: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });

const HEADERS = { 'content-type': 'application/json', 'x-govgate-session': 'sess_1' };
const ROUTE = { govgate_environment: PRODUCTION, govgate_server: 'srv_1' };

describe('a check over gRPC', () => {
  let service: TestService;
  let gateway: GrpcGateway;
  let token: string;
  let port: number;

  before(async () => {
    service = await onFreePort((free) => {
      port = free;
      return startTestService({ settings: { GOVGATE_EXT_AUTHZ_PORT: String(free) } });
    });
    await makeWorld(service.ports);
    const facts = { status: 'active', body: BODY, manifestHash: canonicalHash(BODY as Json) } as const;
    await putRecords(service.ports, TENANT, [
      { kind: policyVersionKind, record: sampleDraft('pv_grpc', facts) },
      {
        kind: clientSessionKind,
        record: sampleSession('sess_1', { agentId: null, credentialBindingIds: [] }),
      },
    ]);
    const scope = { scopeType: 'environment', environmentId: PRODUCTION } as const;
    token = await putServiceAccount(service.ports, 'gateway', { role: 'data_plane_agent', scope });
    gateway = connectGrpcGateway(port);
  });

  after(async () => {
    gateway.close();
    await service.stop();
  });

  const check = (http: object, extensions: object = ROUTE, metadata: object = {}): Promise<Checked> =>
    gateway.check(
      { request: { http: { method: 'POST', headers: HEADERS, ...http } }, context_extensions: extensions },
      { authorization: `Bearer ${token}`, ...metadata },
    );

  /** The same call over HTTP. */
  const byStatus = (body: string, headers: object = {}) =>
    service.call(`/v1/check/${PRODUCTION}`, {
      method: 'POST',
      token,
      body: JSON.parse(body),
      headers: { 'X-Govgate-Session': 'sess_1', 'X-Govgate-Server': 'srv_1', ...headers },
    });

  const reasonOf = async (checked: Promise<Checked>): Promise<readonly unknown[]> => {
    const { allowed, code, status, json } = await checked;
    expect(allowed).to.equal(false);
    return [code, status, json.context?.reason_code ?? json.reasonCode, json.field].filter(
      (part) => part !== undefined,
    );
  };

  it('decides as the check by status does, in its words', async () => {
    for (const body of [callOf('read'), callOf('refund', { amount: 7 })]) {
      const { metadata, ...checked } = await check({ body });
      expect(checked).to.deep.equal({ allowed: true, code: 0 });
      const { request_id, ...decision } = metadata;
      const over = (await byStatus(body)).json;
      expect(decision).to.deep.equal({
        reason_code: over.context.reason_code,
        policy_version: over.context.policy_version,
      });
      expect(request_id).to.match(/^req_/);
    }
    for (const body of [callOf('refund', { amount: 700 }), callOf('invent'), callOf('erase')]) {
      const { json, status, code, headers = {}, metadata } = await check({ body });
      const over = await byStatus(body);
      const { evaluation_id: _, access_request: ours, ...context } = json.context;
      const { evaluation_id: __, access_request: theirs, ...overContext } = over.json.context;
      expect([status, code, json.decision, context]).to.deep.equal([403, 7, false, overContext]);
      expect(ours?.endpoint).to.equal(theirs?.endpoint);
      expect(headers['content-type']).to.equal(over.headers.get('content-type'));
      expect(headers['x-request-id']).to.equal(metadata.request_id);
    }
  });

  it('takes the body as bytes, and headers as they came', async () => {
    const raw_body = Buffer.from(callOf('read'));
    const header = (key: string, value: string) => ({ key, raw_value: Buffer.from(value) });
    const header_map = { headers: Object.entries(HEADERS).map(([key, value]) => header(key, value)) };
    expect((await check({ raw_body, headers: {}, header_map })).allowed).to.equal(true);
    const twice = { headers: [...header_map.headers, header('X-Govgate-Session', 'sess_2')] };
    expect(await reasonOf(check({ raw_body, headers: {}, header_map: twice }))).to.deep.equal([
      7,
      403,
      'invalid_request',
      'headers',
    ]);
  });

  it('takes from the route what the route says, whatever the client sent', async () => {
    const body = callOf('read');
    const forged = { ...HEADERS, 'x-govgate-server': 'srv_2', authorization: 'Bearer of-the-end-user' };
    expect((await check({ body, headers: forged })).allowed).to.equal(true);
    expect(await reasonOf(check({ body }, { ...ROUTE, govgate_session: '' }))).to.deep.equal([
      7,
      403,
      'subject_unknown',
    ]);
    const named = { govgate_server: 'srv_1' };
    expect((await check({ body }, named, { 'x-govgate-environment': PRODUCTION })).allowed).to.equal(true);
  });

  it('denies whatever is not wholly understood', async () => {
    const body = callOf('read');
    const refusals: readonly (readonly [object, readonly unknown[], object?, object?])[] = [
      [{}, ['invalid_request', 'body']],
      [{ body: '' }, ['invalid_request', 'body']],
      [{ body: `[${body}]` }, ['invalid_request']],
      [{ body: body.slice(0, -1) }, ['invalid_json']],
      [{ body, size: body.length + 1 }, ['invalid_request', 'body']],
      [{ body, size: -1 }, ['invalid_request', 'body']],
      [{ body, headers: { ...HEADERS, 'x-envoy-auth-partial-body': 'true' } }, ['invalid_request', 'body']],
      [{ body, raw_body: Buffer.from(callOf('erase')) }, ['invalid_request', 'body']],
      [{ raw_body: Buffer.from([...Buffer.from(body), 0xff]) }, ['invalid_request', 'body']],
      [
        { raw_body: gzipSync(body), headers: { ...HEADERS, 'content-encoding': 'gzip' } },
        ['unsupported_media_type', 'content-encoding'],
      ],
      [{ body, headers: { ...HEADERS, 'content-type': 'text/plain' } }, ['invalid_request']],
      [{ body }, ['missing_scope', 'environment_id'], { govgate_server: 'srv_1' }],
      [{ body }, ['missing_scope', 'environment_id'], { ...ROUTE, govgate_environment: '../x' }],
      [{ body }, ['not_found'], { ...ROUTE, govgate_environment: 'elsewhere' }],
      [{ body }, ['invalid_request', 'context_extensions'], { ...ROUTE, govgate_sesion: '' }],
      [{ body }, ['token_invalid'], ROUTE, { authorization: 'Bearer nobody' }],
    ];
    for (const [http, reason, extensions, metadata] of refusals) {
      const [, status, ...said] = await reasonOf(check(http, extensions, metadata));
      expect([status, ...said].slice(0, reason.length + 1)).to.deep.equal([403, ...reason]);
    }
    const none = gateway.check(undefined, { authorization: `Bearer ${token}` });
    expect(await reasonOf(none)).to.deep.equal([7, 403, 'invalid_request', 'attributes']);
  });

  it('decides a request of ExtMcp as the check by status does, in its words', async () => {
    const said = { govgate_environment: PRODUCTION, govgate_session: 'sess_1' };
    const ask = (name: string, given: object = {}, service_names = ['srv_1'], more: object = {}) => {
      const mcp_request = Buffer.from(JSON.stringify({ name, arguments: given }));
      const request = { service_names, method: 'tools/call', mcp_request };
      return gateway.checkMcp(request, { ...said, ...more }, { authorization: `Bearer ${token}` });
    };
    expect(await ask('read')).to.equal('passes');
    expect(await ask('refund', { amount: 7 })).to.equal('passes');
    expect(await ask('read', {}, ['crm'], { govgate_server: 'srv_1' })).to.equal('passes');
    for (const [name, given] of [['refund', { amount: 700 }], ['invent'], ['erase']] as const) {
      const checked = await ask(name, given);
      if (checked === 'passes') throw new Error(`${name} passes`);
      const over = (await byStatus(callOf(name, given))).json;
      const { evaluation_id: _, access_request: ours, ...context } = checked.json.context;
      const { evaluation_id: __, access_request: theirs, ...overContext } = over.context;
      expect([checked.code, checked.json.decision, context]).to.deep.equal([1, false, overContext]);
      expect(checked.reason).to.equal(`govgate denied this: ${over.context.reason_code}`);
      expect(ours?.endpoint).to.equal(theirs?.endpoint);
    }
    const reasonOfMcp = async (checked: ReturnType<typeof ask>) => {
      const { json } = (await checked) as Exclude<Awaited<typeof checked>, string>;
      return json.context?.reason_code ?? json.reasonCode;
    };
    expect(await reasonOfMcp(ask('read', {}, ['srv_2']))).to.equal('target_unknown');
    expect(await reasonOfMcp(ask('read', {}, ['srv_1', 'srv_2']))).to.equal('target_unknown');
    expect(await reasonOfMcp(ask('read', {}, ['srv_1'], { govgate_session: '' }))).to.equal(
      'subject_unknown',
    );
    expect(await reasonOfMcp(ask('read', {}, ['srv_1'], { govgate_session: null }))).to.equal(
      'invalid_request',
    );
    const listed = { service_names: ['srv_1', 'srv_2'], method: 'tools/list' };
    const metadata = { authorization: `Bearer ${token}` };
    expect(await gateway.checkMcp(listed, said, metadata)).to.equal('passes');
    const nobody = await gateway.checkMcp(listed, said, { authorization: 'Bearer nobody' });
    expect(nobody).to.include({ code: 1, reason: 'govgate denied this: token_invalid' });
  });

  it('says to clients what they can act on: other methods, and bodies that are too long', async () => {
    for (const method of ['GET', 'DELETE', 'OPTIONS', '']) {
      const { status, headers } = await check({ method });
      expect([status, headers?.allow]).to.deep.equal([405, 'POST']);
    }
    const long = (bytes: number) => check({ body: callOf('read', { text: 'x'.repeat(bytes) }) });
    const { status, json } = await long(256 * 1024);
    expect([status, json.reasonCode]).to.deep.equal([413, 'payload_too_large']);
    expect(await long(1024 * 1024).catch(({ code }) => code)).to.equal(8);
  });

  it('says whether the service is ready', async () => {
    expect(await gateway.health()).to.equal(1);
    expect(await gateway.health('envoy.service.auth.v3.Authorization')).to.equal(1);
    expect(await gateway.health('agentgateway.dev.ext_mcp.ExtMcp')).to.equal(1);
    expect(await gateway.health('elsewhere').catch(({ code }) => code)).to.equal(5);
  });

  it('ends with the session', async () => {
    await putRecords(service.ports, TENANT, [
      {
        kind: clientSessionKind,
        record: sampleSession('sess_2', { agentId: null, credentialBindingIds: [], state: 'terminated' }),
      },
    ]);
    const headers = { ...HEADERS, 'x-govgate-session': 'sess_2' };
    const body = callOf('read');
    const over = await byStatus(body, { 'X-Govgate-Session': 'sess_2' });
    expect(await reasonOf(check({ body, headers }))).to.deep.equal([7, 403, over.json.context.reason_code]);
  });
});
