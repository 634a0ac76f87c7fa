import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { canonicalJson } from '@govgate/domain';
import type { LoadRequest } from './load.js';
import type { MeasuredServer, ServerPlan } from './measured-server.js';

const CLI = fileURLToPath(new URL('../../packages/server/dist/bin/cli.js', import.meta.url));
const TOKEN = 'bench-admin-token-not-a-secret-0123456789';
const RULES = 8;

const HEADERS = { authorization: `Bearer ${TOKEN}` };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

/** The product as an operator runs it, over the store in `folder` where one is named, without limits of rate. */
export const govgateServer = (folder?: string, env: Readonly<Record<string, string>> = {}): ServerPlan => ({
  name: 'govgate',
  script: CLI,
  args: ['serve'],
  env: (place) => ({
    GOVGATE_PORT: String(place.port),
    GOVGATE_DATA: place.folder,
    GOVGATE_ADMIN_TOKEN: TOKEN,
    GOVGATE_RATE_READS_PER_MINUTE: '0',
    GOVGATE_RATE_WRITES_PER_MINUTE: '0',
    GOVGATE_RATE_EVALUATIONS_PER_MINUTE: '0',
    GOVGATE_LOG_LEVEL: 'warn',
    GOVGATE_DRAIN_SECONDS: '0',
    NODE_ENV: 'production',
    ...env,
  }),
  readyPath: '/readyz',
  ...(folder === undefined ? {} : { folder }),
});

const manifest = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: Array.from({ length: RULES }, (_, index) => ({
    rule_id: `rule-${index}`,
    description: `Agents of team ${index} may list and call the tools of their own servers`,
    effect: 'allow',
    subjects: { agents: [`agent-${index}`], groups: [`team-${index}`] },
    targets: { max_risk_tier: 'medium' },
    actions: ['tool.list', 'tool.invoke'],
    reason_code: `team_${index}_tools`,
  })),
};
const manifestHash = `sha256:${createHash('sha256').update(canonicalJson(manifest)).digest('hex')}`;

const LIST_ENVIRONMENT = 'production';
/** Those of a real tenant's trail that no request names. */
const TRAIL_ENVIRONMENTS = ['staging', 'development'];
const ENVIRONMENTS = Array.from({ length: 100 }, (_, index) => `bench-${index}`);
const LISTED = Array.from({ length: 200 }, (_, index) => `listed-${String(index).padStart(3, '0')}`);
const TURNS = ['one', 'two'];

const pathIn = (environment: string, rest: string): string =>
  `/v1/policies${rest}${rest.includes('?') ? '&' : '?'}environment_id=${environment}`;

export const readPolicyRequest: LoadRequest = {
  method: 'GET',
  path: pathIn(LIST_ENVIRONMENT, `/${LISTED[0]}`),
  headers: HEADERS,
};

/** Reads of each of the listed policies in turn. */
export const readRequests: readonly LoadRequest[] = LISTED.map((version) => ({
  method: 'GET',
  path: pathIn(LIST_ENVIRONMENT, `/${version}`),
  headers: HEADERS,
}));

export const listPoliciesRequest: LoadRequest = {
  method: 'GET',
  path: pathIn(LIST_ENVIRONMENT, '?limit=50'),
  headers: HEADERS,
};

/**
 * Publishes in one environment after the other, in each the version that is not active: every request has work to do, and
 * two that run at once do not race for one environment.
 */
export const publishRequests: readonly LoadRequest[] = TURNS.flatMap((turn) =>
  ENVIRONMENTS.map((environment) => ({
    method: 'POST' as const,
    path: pathIn(environment, `/${environment}-${turn}/publish`),
    headers: JSON_HEADERS,
    body: JSON.stringify({ manifest_hash: manifestHash, reason_code: 'bench' }),
  })),
);

const ONE_ENVIRONMENT = 'bench-one';
/** More than call at once, so that hardly any of them asks for what is active already. */
const CONTENDED = Array.from({ length: 128 }, (_, index) => `contended-${index}`);

/** Publishes of ever other versions of one environment. */
export const publishInOneRequests: readonly LoadRequest[] = CONTENDED.map((version) => ({
  method: 'POST',
  path: pathIn(ONE_ENVIRONMENT, `/${version}/publish`),
  headers: JSON_HEADERS,
  body: JSON.stringify({ manifest_hash: manifestHash, reason_code: 'bench' }),
}));

const ACCESS_ENVIRONMENT = ENVIRONMENTS[0];
const accessPath = (rest: string): string => `/v1/authzen/${ACCESS_ENVIRONMENT}/access/v1/${rest}`;

const question = {
  subject: { type: 'user', id: 'ada', properties: { department: 'Sales' } },
  action: { name: 'tool.invoke' },
  resource: { type: 'mcp_tool', id: 'srv-crm/search' },
};

/** A question to the decision point. */
export const evaluationRequest: LoadRequest = {
  method: 'POST',
  path: accessPath('evaluation'),
  headers: JSON_HEADERS,
  body: JSON.stringify(question),
};

/** A hundred questions at once. */
export const evaluationsRequest: LoadRequest = {
  method: 'POST',
  path: accessPath('evaluations'),
  headers: JSON_HEADERS,
  body: JSON.stringify({
    subject: question.subject,
    action: question.action,
    evaluations: Array.from({ length: 100 }, (_, index) => ({
      resource: { type: 'mcp_tool', id: `srv-crm/tool-${index}` },
    })),
  }),
};

/** Makes a store with the environments that the requests name. */
export const makeStore = async (
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const environments = [LIST_ENVIRONMENT, ONE_ENVIRONMENT, ...TRAIL_ENVIRONMENTS, ...ENVIRONMENTS];
  await importBundle(
    folder,
    { schema_version: '1.0', tenants: [{ tenant_id: 'default', environments }] },
    settings,
  );
};

/** Signs the trail of a store: a server would begin with that, beside whatever is measured of it. */
export const signTrail = async (folder: string): Promise<void> => {
  const { script } = govgateServer();
  const env = { ...process.env, GOVGATE_DATA: folder };
  await promisify(execFile)(process.execPath, [script, 'audit', 'checkpoint', '--tenant', 'default'], {
    env,
  });
};

/** Imports a bundle into the store of a folder. */
export const importBundle = async (
  folder: string,
  bundle: object,
  settings: Readonly<Record<string, string>>,
): Promise<void> => {
  const file = join(folder, 'bundle.json');
  await writeFile(file, JSON.stringify(bundle));
  const env = {
    ...process.env,
    GOVGATE_DATA: folder,
    GOVGATE_BOOTSTRAP_ENVIRONMENT: LIST_ENVIRONMENT,
    ...settings,
  };
  await promisify(execFile)(process.execPath, [CLI, 'import', file], { env, cwd: folder });
};

/** A collector at the address in `BENCH_TARGET`, which gets what happens in the environment that `publishInOneRequests` publish into. */
export const collector = {
  destination_id: 'dst_bench_collector',
  tenant_id: 'default',
  environment_id: ONE_ENVIRONMENT,
  kind: 'splunk_hec',
  enabled: true,
  destination_ref: 'dstref_sample_bench',
  endpoint_ref: 'epref_sample_bench',
  endpoint_secret_ref: 'env:BENCH_TARGET',
  token_secret_ref: 'env:BENCH_TOKEN',
};

/** What is sent to create a policy version. */
const createPolicyBody = (version: string): string =>
  JSON.stringify({ policy_version: version, owner: { user_id: 'bench', team: 'bench' }, body: manifest });

let created = 0;
/** Creates a policy version that nobody asks for: a commit of the tenant. */
export const createPolicyRequest = (): LoadRequest => {
  created += 1;
  return {
    method: 'POST',
    path: pathIn(LIST_ENVIRONMENT, ''),
    headers: JSON_HEADERS,
    body: createPolicyBody(`unasked-${created}`),
  };
};

/** Creates the policies that the requests name. */
export const seedPolicies = async (server: MeasuredServer): Promise<void> => {
  const create = (environment: string, version: string) =>
    answerOf(server, {
      method: 'POST',
      path: pathIn(environment, ''),
      headers: JSON_HEADERS,
      body: createPolicyBody(version),
    });
  for (const version of LISTED) await create(LIST_ENVIRONMENT, version);
  for (const version of CONTENDED) await create(ONE_ENVIRONMENT, version);
  for (const environment of ENVIRONMENTS) {
    for (const turn of TURNS) await create(environment, `${environment}-${turn}`);
  }
};

/** The product's own answer to a request; anything but a success is an error of the bench. */
export const answerOf = async (server: MeasuredServer, request: LoadRequest): Promise<string> => {
  const { method, headers, body } = request;
  const response = await fetch(`${server.url}${request.path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${request.path}: ${response.status} ${text}`);
  return text;
};
