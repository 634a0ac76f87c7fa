import { expect } from 'chai';
import { expectRefusal } from '../testing/expectations.js';
import { MCP_SERVER_RECORDS } from '../testing/samples/mcp-server-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { withinOneMinute } from '../testing/within-one-minute.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const REGISTRY = `/registry/${TENANT}/${PRODUCTION}/v0.1/servers`;
const NAME = `io.govgate.${TENANT}/srv_live`;
const VERSIONS = `${REGISTRY}/${encodeURIComponent(NAME)}/versions`;

describe('the MCP registry of an environment', () => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, MCP_SERVER_RECORDS);
  });

  afterEach(() => service.stop());

  const configure = (registry: object): Promise<Answered> =>
    service.call(`/v1/environments/${PRODUCTION}`, {
      method: 'PUT',
      token: tokens.admin,
      body: { registry },
    });

  const names = (answer: Answered): readonly string[] =>
    answer.json.servers.map(({ server }: { server: { name: string } }) => server.name);

  it('is absent until it is switched on, and then told to whoever may read MCP servers', async () => {
    expectRefusal(await service.call(REGISTRY), 401, 'unauthenticated');
    expectRefusal(await service.call(REGISTRY, { token: tokens.admin }), 404, 'not_found');
    await configure({ enabled: true, public: false });
    expectRefusal(await service.call(REGISTRY), 401, 'unauthenticated');
    expectRefusal(await service.call(REGISTRY, { token: tokens.foreign }), 403, 'scope_forbidden');
    expect(names(await service.call(REGISTRY, { token: tokens.admin }))).to.deep.equal([NAME]);
  });

  it('that is public is told to anybody, and one of nobody is like one that is not', async () => {
    await configure({ enabled: true, public: true });
    const { json, status, headers } = await service.call(REGISTRY);
    expect([status, headers.get('access-control-allow-origin')]).to.deep.equal([200, '*']);
    const [{ server, _meta }] = json.servers;
    expect(json.metadata).to.deep.equal({ count: 1 });
    expect(server).to.deep.equal({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: NAME,
      title: 'Ticketing',
      description: '1 approved tools: find_ticket',
      version: '1.0.0',
      websiteUrl: 'https://docs.example/tickets',
      remotes: [{ type: 'streamable-http', url: 'https://tickets.example/mcp' }],
    });
    const { status: state, isLatest } = _meta['io.modelcontextprotocol.registry/official'];
    expect([state, isLatest]).to.deep.equal(['active', true]);
    expectRefusal(await service.call(`/registry/nobody/${PRODUCTION}/v0.1/servers`), 401, 'unauthenticated');
    expectRefusal(await service.call(REGISTRY, { token: 'no token' }), 401, 'token_invalid');
  });

  it('leads through the gateway where the environment has one', async () => {
    await configure({ enabled: true, public: true, gateway_url: 'https://mcp.example.com/' });
    const { json } = await service.call(REGISTRY);
    expect(json.servers[0].server.remotes[0].url).to.equal('https://mcp.example.com/srv_live');
  });

  it('reads a server by its name, in the approved version alone', async () => {
    await configure({ enabled: true, public: true });
    expect(names(await service.call(VERSIONS))).to.deep.equal([NAME]);
    expect((await service.call(`${VERSIONS}/latest`)).json.server.name).to.equal(NAME);
    expect((await service.call(`${VERSIONS}/1.0.0`)).json.server.version).to.equal('1.0.0');
    expectRefusal(await service.call(`${VERSIONS}/9.9.9`), 404, 'not_found');
    const other = encodeURIComponent(`io.govgate.umbra/srv_live`);
    expectRefusal(await service.call(`${REGISTRY}/${other}/versions`), 404, 'not_found');
    expectRefusal(await service.call(`${REGISTRY}/${encodeURIComponent('\n')}/versions`), 404, 'not_found');
  });

  it('filters by name, version and time, and passes over what it does not know', async () => {
    await configure({ enabled: true, public: true });
    const count = async (query: string): Promise<number> =>
      (await service.call(`${REGISTRY}?${query}`)).json.metadata.count;
    expect(await count('search=LIVE')).to.equal(1);
    expect(await count('search=nothing')).to.equal(0);
    expect(await count('version=latest&include_deleted=true')).to.equal(1);
    expect(await count('version=2')).to.equal(0);
    expect(await count('updated_since=2020-01-01T00:00:00Z')).to.equal(1);
    expect(await count('updated_since=2999-01-01T00:00:00Z')).to.equal(0);
    expect(await count('limit=5000')).to.equal(1);
    expectRefusal(await service.call(`${REGISTRY}?limit=none`), 400, 'invalid_page_size', 'limit');
  });

  it('has pages that follow each other', async () => {
    await configure({ enabled: true, public: true });
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await service.call(`${REGISTRY}?limit=1${next}`);
      seen.push(...names(answer));
      cursor = answer.json.metadata.nextCursor;
    }
    expect(seen).to.deep.equal([NAME]);
  });

  it('has no server of which nothing may be called', async () => {
    await configure({ enabled: true, public: true });
    const disable = `/v1/mcp-servers/srv_live/disable?tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
    const { status } = await service.call(disable, {
      token: tokens.admin,
      body: { reason_code: 'incident', reason: 'Leaks' },
    });
    expect(status).to.equal(200);
    expect((await service.call(REGISTRY)).json.servers).to.deep.equal([]);
    expectRefusal(await service.call(`${VERSIONS}/latest`), 404, 'not_found');
  });

  it('answers browsers of other origins, and counts calls without a token by address', async () => {
    const request = await service.call(REGISTRY, { method: 'OPTIONS' });
    expect([request.status, request.headers.get('access-control-allow-headers')]).to.deep.equal([
      204,
      'Authorization',
    ]);
    await configure({ enabled: true, public: true });
    const statuses = new Map<number, number>();
    await withinOneMinute(30_000);
    for (let i = 0; i < 610; i += 1) {
      const { status } = await service.call(`${VERSIONS}/latest`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).to.deep.equal([
      [200, 600],
      [429, 10],
    ]);
  });
});

describe('allow-lists of products', () => {
  let service: TestService;
  let tokens: Tokens;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, MCP_SERVER_RECORDS);
  });
  after(() => service.stop());

  const read = (format: string): Promise<Answered> =>
    service.call(`/v1/allowlists/${format}?environment_id=${PRODUCTION}`, { token: tokens.admin });

  it('name the approved servers by URL, and their tools', async () => {
    const urls = [{ serverUrl: 'https://tickets.example/mcp' }];
    expect((await read('claude-code')).json).to.deep.equal({
      allowManagedMcpServersOnly: true,
      allowedMcpServers: urls,
    });
    expect((await read('copilot')).json).to.deep.equal({ allowedMcpServers: urls });
    expect((await read('cursor')).json).to.deep.equal({ mcpAllowlist: ['srv_live:find_ticket'] });
    expectRefusal(await read('emacs'), 404, 'not_found');
  });

  it('point to the registry where a product reads one, which has to be public', async () => {
    expectRefusal(await read('vscode'), 409, 'invalid_state', 'registry');
    await service.call(`/v1/environments/${PRODUCTION}`, {
      method: 'PUT',
      token: tokens.admin,
      body: { registry: { enabled: true, public: true } },
    });
    expect((await read('vscode')).json).to.deep.equal({
      'chat.mcp.access': 'registry',
      'chat.mcp.gallery.serviceUrl': `${service.url}/registry/${TENANT}/${PRODUCTION}`,
    });
  });
});
