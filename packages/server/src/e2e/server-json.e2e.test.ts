import { parseBundle, writeBundle } from '@govgate/adapter-http';
import { makeExportBundle, makeImportBundle } from '@govgate/application';
import { canonicalJson } from '@govgate/domain';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { expectRefusal } from '../testing/expectations.js';
import { SERVER_JSON_SCHEMA } from '../testing/server-json-schema.js';
import { onEveryStore } from '../testing/stores/on-every-store.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, TEAM, TENANT, type Tokens } from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const REGISTRY = `/registry/${TENANT}/${PRODUCTION}/v0.1/servers`;
const NAME = 'io.github.acme/weather';

const NPM = {
  registryType: 'npm',
  identifier: '@acme/weather-mcp',
  version: '1.4.0',
  transport: { type: 'stdio' },
  packageArguments: [{ type: 'named', name: '--units', value: 'celsius' }],
  environmentVariables: [{ name: 'WEATHER_API_KEY', isRequired: true, isSecret: true }],
};

const PYPI = { ...NPM, registryType: 'pypi', identifier: 'weather-mcp', packageArguments: undefined };

const OCI = {
  registryType: 'oci',
  identifier: 'ghcr.io/acme/weather:1.4.0',
  transport: { type: 'stdio' },
};

const REMOTE = {
  type: 'streamable-http',
  url: 'https://weather.example/mcp',
  headers: [{ name: 'X-Api-Key', isRequired: true, isSecret: true }],
};

const serverJson = (fields: object = {}) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: NAME,
  title: 'Weather',
  description: 'Forecasts for a place',
  version: '1.4.0',
  websiteUrl: 'https://weather.example/docs',
  repository: { url: 'https://git.example/acme/weather', source: 'git' },
  packages: [NPM, PYPI, OCI],
  _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { tool: 'publisher' } },
  ...fields,
});

const TOOLS = [{ tool_id: 'forecast', name: 'forecast', annotations: { readOnlyHint: true } }];

/** Registers servers from documents, and has them approved. */
class Bench {
  private constructor(
    readonly service: TestService,
    readonly tokens: Tokens,
  ) {}

  static async over(service: TestService): Promise<Bench> {
    const bench = new Bench(service, await makeWorld(service.ports));
    await bench.configure({ enabled: true, public: true });
    return bench;
  }

  configure(registry: object): Promise<Answered> {
    const request = { method: 'PUT', token: this.tokens.admin, body: { registry } };
    return this.service.call(`/v1/environments/${PRODUCTION}`, request);
  }

  register(
    server_json: unknown,
    { id = 'srv_weather', live = false, manifest = {} } = {},
  ): Promise<Answered> {
    const body = {
      server_id: id,
      from_live: live,
      manifest: {
        owner: { team: TEAM, user_id: 'ada', escalation_contact: 'oncall', oncall_rotation: 'primary' },
        credential_mode: 'none',
        ...(live ? {} : { tools: TOOLS }),
        server_json,
        ...manifest,
      },
    };
    return this.service.call(`/v1/mcp-servers?${SCOPE}`, { token: this.tokens.admin, body });
  }

  approve({ json }: Answered): Promise<Answered> {
    const { submission_id, manifest_hash } = json.summary;
    const path = `/v1/mcp-servers/${json.manifest.server_id}/submissions/${submission_id}/approve?${SCOPE}`;
    const tool_reviews = json.manifest.tools.map(({ tool_id }: { tool_id: string }) => ({ tool_id }));
    const body = { manifest_hash, tool_reviews, reason_code: 'reviewed' };
    return this.service.call(path, { token: this.tokens.second, body });
  }

  async live(server_json: unknown, options = {}): Promise<void> {
    const approved = await this.approve(await this.register(server_json, options));
    expect(approved.status, approved.text).to.equal(200);
  }

  async offered() {
    const { json } = await this.service.call(REGISTRY);
    return json.servers.map(({ server }: { server: object }) => server);
  }

  async commands(format = 'claude-code'): Promise<readonly object[]> {
    const path = `/v1/allowlists/${format}?environment_id=${PRODUCTION}`;
    return (await this.service.call(path, { token: this.tokens.admin })).json.allowedMcpServers;
  }
}

onEveryStore('servers registered from a server.json', (start) => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await Bench.over(await start());
  });
  afterEach(() => bench.service.stop());

  it('take name, version and documentation from it, and offer how they are installed', async () => {
    const registered = await bench.register(serverJson());
    const { name, version, docs_url, endpoint, server_json } = registered.json.manifest;
    expect([name, version, docs_url, endpoint]).to.deep.equal([
      'Weather',
      '1.4.0',
      'https://weather.example/docs',
      undefined,
    ]);
    const { $schema, _meta, ...kept } = JSON.parse(JSON.stringify(serverJson()));
    expect(server_json).to.deep.equal(kept);
    expect((await bench.approve(registered)).status).to.equal(200);
    const [server] = await bench.offered();
    expect(server).to.deep.equal({ $schema, ...kept });
    const listed = await bench.service.call(`${REGISTRY}?search=acme/wea`);
    expect(listed.json.metadata.count).to.equal(1);
  });

  it('are read by their own name, and by no other', async () => {
    await bench.live(serverJson());
    const read = (named: string) =>
      bench.service.call(`${REGISTRY}/${encodeURIComponent(named)}/versions/latest`);
    expect((await read(NAME)).json.server.name).to.equal(NAME);
    expectRefusal(await read(`io.govgate.${TENANT}/srv_weather`), 404, 'not_found');
    expectRefusal(await read('io.github.acme/other'), 404, 'not_found');
  });

  it('share a name with no approved server of the environment', async () => {
    const waiting = await bench.register(serverJson(), { id: 'srv_first' });
    await bench.live(serverJson());
    const taken = [409, 'already_exists', 'manifest.server_json.name'] as const;
    expectRefusal(await bench.register(serverJson(), { id: 'srv_other' }), ...taken);
    expectRefusal(await bench.approve(waiting), ...taken);
    const again = await bench.service.call(`/v1/mcp-servers/srv_weather/submissions?${SCOPE}`, {
      token: bench.tokens.admin,
      body: { manifest: { ...(await manifestOf(waiting)), server_json: serverJson({ version: '1.5.0' }) } },
    });
    expect((await bench.approve(again)).status).to.equal(200);
    expect((await bench.offered())[0].version).to.equal('1.5.0');
  });

  it('keep everything in a bundle, which brings no name twice', async () => {
    await bench.live(serverJson({ remotes: [REMOTE] }));
    const { schema_version, tenants, mcp_servers } = await exported(bench.service);
    const [server] = mcp_servers;
    const other = await start();
    const imported = async (servers: unknown[]): Promise<readonly string[]> => {
      const parsed = parseBundle({ schema_version, tenants, mcp_servers: servers });
      if (!parsed.ok) return parsed.problems.map(({ reason_code }) => reason_code);
      const run = makeImportBundle(other.ports);
      const outcome = await run(parsed.bundle, { dryRun: false, onConflict: 'replace', actor: 'cli' });
      return outcome.problems.map(({ reasonCode }) => reasonCode);
    };
    const renamed = JSON.stringify(server).replaceAll('srv_weather', 'srv_twin').replaceAll('sub_', 'sub_t');
    const twin = JSON.parse(renamed);
    try {
      expect(await imported([server, twin])).to.deep.equal(['duplicate_id']);
      expect(await imported([server])).to.deep.equal([]);
      expect(await imported([twin])).to.deep.equal(['duplicate_id']);
      expect((await exported(other)).mcp_servers).to.deep.equal([server]);
    } finally {
      await other.stop();
    }
  });
});

const manifestOf = async ({ json }: Answered) => {
  const { owner, credential_mode } = json.manifest;
  return { owner, credential_mode, tools: TOOLS };
};

const exported = async ({ ports }: TestService) => {
  let text = '';
  for await (const piece of writeBundle(makeExportBundle(ports)())) text += piece;
  return JSON.parse(text);
};

describe('a server.json and what is made of it', () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await Bench.over(await startTestService());
  });
  afterEach(() => bench.service.stop());

  it('is judged by the schema of the registry, whatever it came from', async () => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    const fits = ajv.compile(SERVER_JSON_SCHEMA);
    await bench.live(serverJson());
    await bench.live(serverJson({ name: 'io.github.acme/remote', packages: undefined, remotes: [REMOTE] }), {
      id: 'srv_remote',
    });
    await bench.live(undefined, {
      id: 'srv_plain',
      manifest: {
        name: 'x'.repeat(128),
        version: '1',
        docs_url: 'https://docs.example',
        endpoint: 'https://a.example',
      },
    });
    const servers = await bench.offered();
    expect(servers.length).to.equal(3);
    for (const server of servers) expect(fits(server), JSON.stringify(fits.errors)).to.equal(true);
    expect(fits({ ...servers[0], name: 'none' })).to.equal(false);
  });

  it('names the commands that install it, beside the addresses', async () => {
    await bench.live(serverJson({ remotes: [REMOTE] }));
    const named = [
      { serverUrl: REMOTE.url },
      { serverCommand: ['npx', '-y', '@acme/weather-mcp@1.4.0', '--units', 'celsius'] },
      { serverCommand: ['uvx', 'weather-mcp@1.4.0'] },
      { serverCommand: ['docker', 'run', '-i', '--rm', 'ghcr.io/acme/weather:1.4.0'] },
    ];
    expect(await bench.commands()).to.deep.equal(named);
    expect(await bench.commands('copilot')).to.deep.equal(named);
    expect((await bench.offered())[0].remotes).to.deep.equal([REMOTE]);
  });

  it('leads through the gateway alone where the environment has one', async () => {
    await bench.live(serverJson({ remotes: [REMOTE] }));
    await bench.configure({ enabled: true, public: true, gateway_url: 'https://mcp.example.com' });
    const [{ name, packages, remotes }] = await bench.offered();
    const url = 'https://mcp.example.com/srv_weather';
    expect([name, packages, remotes]).to.deep.equal([NAME, undefined, [{ type: 'streamable-http', url }]]);
    expect(await bench.commands()).to.deep.equal([{ serverUrl: url }]);
  });

  it('has its tools read at its remote', async () => {
    const registered = await bench.register(serverJson({ packages: [], remotes: [REMOTE] }), { live: true });
    const { endpoint, tools } = registered.json.manifest;
    expect([registered.status, endpoint, tools[0].tool_id]).to.deep.equal([201, REMOTE.url, 'find_ticket']);
    expectRefusal(
      await bench.register(serverJson(), { id: 'srv_two', live: true }),
      400,
      'invalid_request',
      'manifest.endpoint',
    );
  });

  const hostile: readonly (readonly [string, unknown, string])[] = [
    ['no object', 'x', 'manifest.server_json'],
    [
      'another version of the format',
      serverJson({ $schema: 'https://a.example/x' }),
      'manifest.server_json.$schema',
    ],
    [
      'the first version of the format',
      serverJson({ $schema: 'https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json' }),
      'manifest.server_json.$schema',
    ],
    ['a name of another form', serverJson({ name: 'weather' }), 'manifest.server_json.name'],
    [
      'a name of another tenant',
      serverJson({ name: 'io.govgate.umbra/srv_crm' }),
      'manifest.server_json.name',
    ],
    ['no description', serverJson({ description: undefined }), 'manifest.server_json.description'],
    ['a long description', serverJson({ description: 'x'.repeat(101) }), 'manifest.server_json.description'],
    [
      'a script for a website',
      serverJson({ websiteUrl: 'javascript:alert(1)' }),
      'manifest.server_json.websiteUrl',
    ],
    [
      'another kind of package',
      serverJson({ packages: [{ ...NPM, registryType: 'exe' }] }),
      'manifest.server_json.packages.0.registryType',
    ],
    [
      'a package that is an option',
      serverJson({ packages: [{ ...NPM, identifier: '--allow-all' }] }),
      'manifest.server_json.packages.0.identifier',
    ],
    [
      'the latest version',
      serverJson({ packages: [{ ...NPM, version: 'latest' }] }),
      'manifest.server_json.packages.0.version',
    ],
    [
      'a range of versions',
      serverJson({ packages: [{ ...NPM, version: '^1.0.0' }] }),
      'manifest.server_json.packages.0.version',
    ],
    [
      'a shell for a runtime',
      serverJson({ packages: [{ ...NPM, runtimeHint: 'sh -c' }] }),
      'manifest.server_json.packages.0.runtimeHint',
    ],
    [
      'a file for a remote',
      serverJson({ remotes: [{ ...REMOTE, url: 'file:///etc/passwd' }] }),
      'manifest.server_json.remotes.0.url',
    ],
    [
      'a thousand packages',
      serverJson({ packages: Array.from({ length: 1_000 }, () => NPM) }),
      'manifest.server_json.packages',
    ],
    [
      'a key that reaches into prototypes',
      JSON.parse(`{"__proto__": {}, "name": "${NAME}"}`),
      'manifest.server_json',
    ],
    ['one below', serverJson({ _meta: { constructor: {} } }), 'manifest.server_json'],
  ];
  for (const [what, document, field] of hostile)
    it(`is refused with ${what}`, async () => {
      expectRefusal(await bench.register(document), 400, 'invalid_request', field);
    });

  it('is refused where it is deep or holds a credential, and its text is in no answer and no trail', async () => {
    const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
    const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);
    expectRefusal(await bench.register(serverJson({ _meta: { deep } })), 400, 'invalid_request');
    const leaking = await bench.register(
      serverJson({ packages: [{ ...NPM, packageArguments: [{ type: 'positional', value: TOKEN }] }] }),
    );
    expectRefusal(
      leaking,
      422,
      'forbidden_material',
      'manifest.server_json.packages.0.packageArguments.0.value',
    );
    const secret = { ...NPM, environmentVariables: [{ name: 'A', isSecret: true, value: TOKEN }] };
    const kept = await bench.register(serverJson({ packages: [secret] }));
    expect(kept.status).to.equal(201);
    const trail = await bench.service.call('/v1/audit/events?limit=50', { token: bench.tokens.admin });
    for (const { text } of [leaking, kept, trail]) expect(text).not.to.contain(TOKEN);
    expect(JSON.stringify(await exported(bench.service))).not.to.contain(TOKEN);
  });

  it('is shown to its reviewer, with invisible characters written out, beside what was approved', async () => {
    await bench.live(serverJson({ packages: [OCI] }));
    const body = {
      manifest: {
        ...(await manifestOf(
          await bench.register(serverJson({ name: 'io.github.acme/two' }), { id: 'srv_two' }),
        )),
        server_json: serverJson({ packages: [NPM], description: 'Fore\u200bcasts' }),
      },
    };
    const path = '/v1/mcp-servers/srv_weather/submissions';
    const { json } = await bench.service.call(`${path}?${SCOPE}`, { token: bench.tokens.admin, body });
    const review = await bench.service.call(`${path}/${json.summary.submission_id}/definitions?${SCOPE}`, {
      token: bench.tokens.second,
    });
    expect(review.json.server).to.deep.equal([
      { field: 'server_json.description', old: 'Forecasts for a place', new: 'Fore\\u{200b}casts' },
      { field: 'server_json.packages', old: canonicalJson([OCI]), new: canonicalJson([NPM]) },
    ]);
  });

  it('is refused without what it does not say', async () => {
    const bare = serverJson({ websiteUrl: undefined, repository: undefined });
    expectRefusal(await bench.register(bare), 400, 'invalid_request', 'manifest.docs_url');
    expectRefusal(await bench.register(undefined), 400, 'invalid_request', 'manifest.name');
  });
});
