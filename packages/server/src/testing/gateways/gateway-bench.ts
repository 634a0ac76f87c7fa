import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type SpawnedProgram,
  spawnDataPlane,
  spawnEverythingServer,
  spawnPlainGateway,
} from '../processes/spawned-programs.js';
import { importBundle, runCli, type SpawnedService, spawnService } from '../processes/spawned-service.js';
import { CREDENTIAL_SAMPLES } from '../samples/credential-samples.js';
import { ADMIN_TOKEN, type Answered } from '../test-service.js';

const TENANT = 'default';
const ENVIRONMENT = 'production';
const SCOPE = `tenant_id=${TENANT}&environment_id=${ENVIRONMENT}`;
export const EVERYTHING = 'srv_everything';
export const PLANE = 'dp_example';

/** A client of the gateway: Bob, with an agent's credential binding or without. */
export const CLIENT_TOKENS = {
  bob: 'client-token-of-bob',
  bound: 'client-token-of-bob-with-a-binding',
} as const;

const grant = (kind: 'user' | 'service_account', id: string, role: string) => ({
  binding_id: `rb_${id}`,
  tenant_id: TENANT,
  role,
  subject: { subject_type: kind, subject_id: id },
  scope: { scope_type: 'tenant' },
  reason_code: 'imported',
  granted_by: 'cli',
});

const PEOPLE = {
  users: ['ada', 'bob'].map((user_id) => ({ user_id, tenant_id: TENANT, display_name: user_id })),
  service_accounts: [{ service_account_id: 'gateway', tenant_id: TENANT, display_name: 'Gateway' }],
  role_bindings: [
    grant('user', 'ada', 'security_admin'),
    grant('service_account', 'gateway', 'data_plane_agent'),
  ],
};

const rule = (effect: string, ...tool_ids: string[]) => ({
  rule_id: `${effect}_${tool_ids[0]?.replaceAll('-', '_')}`,
  effect,
  subjects: {},
  targets: { server_ids: [EVERYTHING], tool_ids },
  ...(effect === 'require_approval'
    ? { approval: { approver_role: 'security_admin', ttl_seconds: 600 } }
    : {}),
  reason_code: `rule_says_${effect}`,
});

/** What may be called: echo and sums at once, the environment with an approval, images never, and nothing else. */
export const MANIFEST = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    rule('allow', 'echo', 'get-sum', 'trigger-long-running-operation', 'get-annotated-message'),
    rule('require_approval', 'get-env'),
    rule('deny', 'get-tiny-image'),
  ],
};

// The last one is registered and not approved; the server's other tools are not even registered.
const APPROVED = ['echo', 'get-sum', 'trigger-long-running-operation', 'get-env', 'get-tiny-image'];
const TOOLS = [...APPROVED, 'get-annotated-message'];

/** The MCP server behind the gateways, and how it is registered and governed. */
export interface Upstream {
  readonly serverId: string;
  readonly url: string;
  readonly manifest: object;
  register(ask: GatewayBench['ask'], ada: string): Promise<void>;
  stop(): Promise<void>;
}

/** A service in a separate process, an MCP server, and the example gateway between them. */
export interface GatewayBench {
  readonly service: SpawnedService;
  readonly upstream: Upstream;
  /** The file of the service's store. */
  readonly storeFile: string;
  /** The gateway's own token: `data_plane_agent`, and nothing else. */
  readonly gatewayToken: string;
  readonly ada: string;
  /** Calls the service; as the administrator by default. */
  readonly ask: (path: string, body?: object, token?: string, method?: string) => Promise<Answered>;
  startGateway(settings?: object): Promise<SpawnedProgram>;
  /** The same proxy, which decides nothing. */
  startPlainGateway(): Promise<SpawnedProgram>;
  publish(policyVersion: string, manifest?: object): Promise<void>;
  stop(): Promise<void>;
}

export const startGatewayBench = async (
  startUpstream: () => Promise<Upstream> = everythingUpstream,
  environmentOfService: Readonly<Record<string, string>> = {},
  entry?: string,
): Promise<GatewayBench> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-gateway-'));
  const [upstream, service] = await Promise.all([
    startUpstream(),
    spawnService({ GOVGATE_DATA: folder, ...environmentOfService }, ['serve'], entry),
  ]);
  const environment = { GOVGATE_DATA: folder };
  await importBundle(environment, PEOPLE);
  const tokenOf = async (...subject: string[]): Promise<string> =>
    (await runCli(['token', 'create', '--tenant', TENANT, ...subject], environment)).stdout.trim();
  const ada = await tokenOf('--user', 'ada');
  const gatewayToken = await tokenOf('--service-account', 'gateway');
  const ask: GatewayBench['ask'] = async (path, body, token = ADMIN_TOKEN, method) => {
    const at = `${path}${path.includes('?') ? '&' : '?'}${SCOPE}`;
    const answer = await service.call(at, { token, ...(body && { body }), ...(method && { method }) });
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const publish: GatewayBench['publish'] = async (policy_version, body = upstream.manifest) => {
    const owner = { user_id: 'ada', team: 'risk' };
    const { json } = await ask('/v1/policies', { policy_version, owner, body });
    await ask(`/v1/policies/${policy_version}/publish`, {
      manifest_hash: json.manifest_hash,
      reason_code: 'sample',
    });
  };
  await upstream.register(ask, ada);
  await registerPlane(ask, ada);
  await publish('pv_1');
  const gateways: SpawnedProgram[] = [];
  const start = async (
    settings: object | undefined,
    spawn: (settingsFile: string) => Promise<SpawnedProgram>,
  ): Promise<SpawnedProgram> => {
    const file = join(folder, `gateway-${gateways.length}.json`);
    writeFileSync(file, JSON.stringify({ ...gatewaySettings(service.url, upstream), ...settings }));
    const gateway = await spawn(file);
    gateways.push(gateway);
    return gateway;
  };
  return {
    service,
    upstream,
    storeFile: join(folder, 'govgate.db'),
    gatewayToken,
    ada,
    ask,
    publish,
    startGateway: (settings) => start(settings, (file) => spawnDataPlane(file, gatewayToken)),
    startPlainGateway: () => start({}, spawnPlainGateway),
    stop: async () => {
      await Promise.all([...gateways, upstream].map((program) => program.stop()));
      await service.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const REVIEWED = { reason_code: 'reviewed', reason: 'Looked at' };

/** Approves all or some tools of a submission, by a second person. */
export const approveTools = (
  ask: GatewayBench['ask'],
  ada: string,
  serverId: string,
  { json }: Answered,
  toolIds: readonly string[] = json.manifest.tools.map(({ tool_id }: { tool_id: string }) => tool_id),
): Promise<Answered> => {
  const { submission_id, manifest_hash } = json.summary;
  const tool_reviews = toolIds.map((tool_id) => ({ tool_id }));
  const path = `/v1/mcp-servers/${serverId}/submissions/${submission_id}/approve`;
  return ask(path, { manifest_hash, tool_reviews, ...REVIEWED }, ada);
};

const register = async (ask: GatewayBench['ask'], ada: string, endpoint: string): Promise<void> => {
  const submitted = await ask('/v1/mcp-servers', { server_id: EVERYTHING, manifest: manifestOf(endpoint) });
  await approveTools(ask, ada, EVERYTHING, submitted, APPROVED);
};

/** A registration that reads the server itself. */
export const liveRegistration = (server_id: string, endpoint: string) => ({
  server_id,
  from_live: true,
  manifest: { ...OWNED, name: server_id, version: '1.0.0', endpoint },
});

/** Registers a server from what it says itself, and approves all its tools. */
export const registerLive = async (
  ask: GatewayBench['ask'],
  ada: string,
  serverId: string,
  endpoint: string,
): Promise<void> => {
  await approveTools(ask, ada, serverId, await ask('/v1/mcp-servers', liveRegistration(serverId, endpoint)));
};

/** Registers plane and credential binding. */
const registerPlane = async (ask: GatewayBench['ask'], ada: string): Promise<void> => {
  await ask('/v1/data-planes', {
    dataPlaneId: PLANE,
    displayName: 'Example',
    deploymentMode: 'customer_hosted',
    location: { region: 'here' },
  });
  await ask('/v1/credential-bindings', CREDENTIAL_SAMPLES.createCredentialBinding?.body as object);
  const approval = { toStatus: 'approved', reasonCode: 'reviewed', reason: 'Looked at' };
  await ask('/v1/credential-bindings/cb_new/approval', approval, ada);
};

const OWNED = {
  owner: { team: 'risk', user_id: 'ada', escalation_contact: 'oncall', oncall_rotation: 'primary' },
  credential_mode: 'none',
  docs_url: 'https://docs.example/mcp',
};

const manifestOf = (endpoint: string) => ({
  ...OWNED,
  name: 'Everything',
  version: '2026.8.31',
  endpoint,
  tools: TOOLS.map((tool_id) => ({ tool_id, name: tool_id, annotations: { readOnlyHint: true } })),
});

/** The published server that shows everything. */
const everythingUpstream = async (): Promise<Upstream> => {
  const { url, stop } = await spawnEverythingServer();
  return {
    serverId: EVERYTHING,
    url,
    manifest: MANIFEST,
    register: (ask, ada) => register(ask, ada, url),
    stop,
  };
};

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const gatewaySettings = (govgate_url: string, { serverId, url }: Upstream) => ({
  port: 0,
  govgate_url,
  tenant_id: TENANT,
  environment_id: ENVIRONMENT,
  data_plane_id: PLANE,
  servers: { [serverId]: url },
  callers: [
    { token_sha256: hashOf(CLIENT_TOKENS.bob), user_id: 'bob' },
    { token_sha256: hashOf(CLIENT_TOKENS.bound), user_id: 'bob', credential_binding_ids: ['cb_new'] },
  ],
});
