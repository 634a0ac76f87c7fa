import { createClient, GovgateError } from '@govgate/client';

export const SERVER = 'srv_everything';
export const PLANE = 'dp_try_it';
export const TENANT = 'demo';
export const ENVIRONMENT = 'staging';

/** Tokens of those who take part: who registers the server, who reviews it, and who publishes. */
export interface People {
  readonly owner: string;
  readonly reviewer: string;
  readonly admin: string;
}

const rule = (rule_id: string, effect: string, more: object) => ({
  rule_id,
  effect,
  subjects: {},
  reason_code: rule_id,
  ...more,
});
const tools = (...tool_ids: string[]) => ({ targets: { server_ids: [SERVER], tool_ids } });

/** Everything of the server may be used, but for one tool, and another only with an approval. */
const POLICY = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    rule('everything', 'allow', { targets: { server_ids: [SERVER] } }),
    rule('no_images', 'deny', tools('get-tiny-image')),
    rule('ask_first', 'require_approval', {
      ...tools('get-env'),
      approval: { approver_role: 'security_admin', ttl_seconds: 600 },
    }),
  ],
};

/** Registers the server as it is, its review by a second person, the gateway, and a policy; nothing where that was done before. */
export const setUp = async (baseUrl: string, endpoint: string, people: People): Promise<void> => {
  const as = (token: string) =>
    createClient({ baseUrl, token, tenantId: TENANT, environmentId: ENVIRONMENT });
  const [owner, reviewer, admin] = [as(people.owner), as(people.reviewer), as(people.admin)];
  if (await isThere(owner.readMcpServer({ server_id: SERVER }))) return;
  const submitted = await owner.registerMcpServer({
    body: { server_id: SERVER, from_live: true, manifest: manifestOf(endpoint) },
  });
  const { submission_id, manifest_hash } = submitted.summary;
  await reviewer.approveMcpSubmission({
    server_id: SERVER,
    submission_id,
    body: {
      manifest_hash,
      tool_reviews: submitted.manifest.tools.map(({ tool_id }) => ({ tool_id })),
      reason_code: 'reviewed',
      reason: 'The protocol’s own reference server',
    },
  });
  await owner.registerDataPlane({
    body: {
      dataPlaneId: PLANE,
      displayName: 'Example gateway',
      deploymentMode: 'customer_hosted',
      location: { region: 'here' },
    },
  });
  await admin.createRoleBinding({
    body: {
      role: 'data_plane_agent',
      subject: { subject_type: 'service_account', subject_id: 'svc_data_planes' },
      scope: { scope_type: 'environment', environment_id: ENVIRONMENT },
      reason_code: 'demo',
    },
  });
  const body = { policy_version: 'pv_try_it', owner: { user_id: 'usr_policy_author', team: 'security' } };
  const draft = await admin.createPolicy({ body: { ...body, body: POLICY } });
  await admin.publishPolicy({
    policy_version: 'pv_try_it',
    body: { manifest_hash: draft.manifest_hash, reason_code: 'demo' },
  });
};

const manifestOf = (endpoint: string) => ({
  name: 'Everything',
  version: '2026.8.31',
  owner: {
    team: 'platform',
    user_id: 'usr_platform_engineer',
    escalation_contact: 'platform',
    oncall_rotation: 'platform',
  },
  endpoint,
  credential_mode: 'none' as const,
  docs_url: 'https://docs.demo.invalid/everything',
});

const isThere = async (reading: Promise<object>): Promise<boolean> => {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof GovgateError && error.status === 404) return false;
    throw error;
  }
};
