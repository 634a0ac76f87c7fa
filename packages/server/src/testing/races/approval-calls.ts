import { expect } from 'chai';
import { sampleManifestBody } from '../samples/mcp-server-samples.js';
import { OPERATION_SAMPLES } from '../samples/operation-samples.js';
import type { Answered, TestService } from '../test-service.js';
import { PRODUCTION, TENANT } from '../worlds/world.js';

export const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
export const reason = { reason_code: 'four_eyes', reason: 'Looked at' };
export const camelReason = { reasonCode: 'four_eyes', reason: 'Looked at' };
/** The roles of somebody who may do everything. */
export const ADMIN = [{ role: 'security_admin' }, { role: 'platform_admin' }] as const;

/** What is created, submitted and approved where four eyes are required: a credential binding, a server and an agent. */
export const approvalCalls = (service: TestService) => {
  const post = (path: string, token: string, body: object): Promise<Answered> =>
    service.call(`${path}?${SCOPE}`, { token, body });

  const createBinding = (token: string): Promise<Answered> =>
    post('/v1/credential-bindings', token, OPERATION_SAMPLES.createCredentialBinding?.body ?? {});
  const onBinding = (verb: string, token: string, body: object = camelReason): Promise<Answered> =>
    post(`/v1/credential-bindings/cb_new/${verb}`, token, body);
  const approveBinding = (token: string): Promise<Answered> =>
    onBinding('approval', token, { toStatus: 'approved', ...camelReason });
  const bindingActions = async (token: string): Promise<readonly string[]> =>
    (await service.call(`/v1/credential-bindings/cb_new?${SCOPE}`, { token })).json.permissions
      .allowed_actions;

  const register = async (token: string): Promise<string> => {
    const made = await post('/v1/mcp-servers', token, {
      server_id: 'srv_new',
      manifest: sampleManifestBody('1.0.0'),
    });
    expect(made.status, made.text).to.equal(201);
    return made.json.summary.submission_id;
  };
  const approveSubmission = async (
    token: string,
    id: string,
    tools: readonly object[] = [],
  ): Promise<Answered> => {
    const path = `/v1/mcp-servers/srv_new/submissions/${id}`;
    const { json } = await service.call(`${path}?${SCOPE}`, { token });
    return post(`${path}/approve`, token, {
      manifest_hash: json.summary.manifest_hash,
      tool_reviews: tools,
      ...reason,
    });
  };

  const registerAgent = (token: string): Promise<Answered> =>
    post('/v1/agents', token, OPERATION_SAMPLES.registerAgent?.body ?? {});
  const approveAgent = (token: string): Promise<Answered> =>
    post('/v1/agents/agent_new/approve', token, reason);

  return {
    post,
    createBinding,
    onBinding,
    approveBinding,
    bindingActions,
    register,
    approveSubmission,
    registerAgent,
    approveAgent,
  };
};

export type ApprovalCalls = ReturnType<typeof approvalCalls>;
