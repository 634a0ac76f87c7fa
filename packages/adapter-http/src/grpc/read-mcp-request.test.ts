import { expect } from 'chai';
import type { McpRequest } from './messages.js';
import { readMcpRequest } from './read-mcp-request.js';

const HEADERS = {
  user: 'X-Forwarded-User',
  agent: 'X-Govgate-Agent',
  session: 'X-Govgate-Session',
  server: 'X-Govgate-Server',
};
const PARAMS = '{"name":"refund","arguments":{"amount":9007199254740993}}';
const ROUTE = { govgate_environment: 'production', govgate_user: 'ada' };

const read = (
  request: object = {},
  said: Readonly<Record<string, string | null>> = ROUTE,
  metadata: Readonly<Record<string, readonly string[]>> = { authorization: ['Bearer gateway'] },
) => {
  const fields = Object.entries(said).map(([name, text]) => [
    name,
    text === null ? {} : { stringValue: text },
  ]);
  const whole = {
    serviceNames: ['srv_x'],
    method: 'tools/call',
    metadataContext: { fields: Object.fromEntries(fields) },
    mcpRequest: Buffer.from(PARAMS),
    ...request,
  } as McpRequest;
  return readMcpRequest(whole, (name) => metadata[name] ?? [], HEADERS);
};

const callOf = (result: ReturnType<typeof read>) => {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return { ...result.value, body: Buffer.from(result.value.body).toString() };
};

const refusalOf = (result: ReturnType<typeof read>) =>
  result.ok ? undefined : [result.refusal.reasonCode, result.refusal.field];

describe("a request of agentgateway's ExtMcp", () => {
  it('becomes a call of the check by status: the message, and who the gateway says', () => {
    expect(callOf(read())).to.deep.equal({
      path: '/v1/check/production',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-user': 'ada',
        'x-govgate-agent': '',
        'x-govgate-session': '',
        'x-govgate-server': 'srv_x',
        authorization: 'Bearer gateway',
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${PARAMS}}`,
    });
  });

  it('may have no params, and names that need quoting', () => {
    const { body } = callOf(read({ method: 'a"b', mcpRequest: Buffer.alloc(0) }));
    expect(JSON.parse(body)).to.deep.equal({ jsonrpc: '2.0', id: 1, method: 'a"b' });
  });

  it('is about the server that the configuration says, else the one that it goes to', () => {
    const serverOf = (result: ReturnType<typeof read>) => callOf(result).headers['x-govgate-server'];
    const said = { ...ROUTE, govgate_server: 'srv_crm' };
    expect(serverOf(read({ serviceNames: ['crm'] }, said))).to.equal('srv_crm');
    for (const serviceNames of [[], ['srv_x', 'srv_y']])
      expect(serverOf(read({ serviceNames }, said))).to.equal('');
  });

  it('is refused where the params could say more than the params', () => {
    for (const params of [
      '{},"method":"ping"',
      '{}}',
      '{"name":',
      ' ',
      '{},"params":{}',
      Buffer.from([0x22, 0xff, 0x22]),
    ])
      expect(refusalOf(read({ mcpRequest: Buffer.from(params as string) }))).to.deep.equal([
        'invalid_request',
        'mcp_request',
      ]);
  });

  it('is refused with a value that is no text, a name that nobody knows, and no environment', () => {
    const wrong = ['invalid_request', 'metadata_context'];
    expect(refusalOf(read({}, { ...ROUTE, govgate_session: null }))).to.deep.equal(wrong);
    expect(refusalOf(read({}, { ...ROUTE, govgate_sesion: 'ses_1' }))).to.deep.equal(wrong);
    expect(read({}, { ...ROUTE, tenant: null, region: 'here' }).ok).to.equal(true);
    expect(refusalOf(read({ metadataContext: null }))).to.deep.equal(['missing_scope', 'environment_id']);
    expect(refusalOf(read({}, {}, { 'x-govgate-environment': ['a', 'b'] }))).to.deep.equal([
      'missing_scope',
      'environment_id',
    ]);
    const tokens = { authorization: ['Bearer a', 'Bearer b'] };
    expect(refusalOf(read({}, ROUTE, tokens))).to.deep.equal(['invalid_request', 'authorization']);
  });
});
