import { callDigest, type ManifestBody, type PolicyVersion } from '@govgate/domain';
import { policyOf, userOf } from '@govgate/domain/testing';
import { clientSessionKind, policyVersionKind, userKind } from '@govgate/ports';
import { session } from '../../sessions/testing/records.js';
import { type Bench, makeBench, PROD_SCOPE, PRODUCTION } from '../../testing/use-case-bench.js';
import type { ApprovalRequest } from '../call-to-approve.js';
import type { RequestApprovalInput } from '../request-approval.js';

/** A policy that requires a registry reviewer's approval for writes, for ten minutes. */
const MANIFEST: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'ask-for-writes',
      effect: 'require_approval',
      subjects: {},
      targets: { server_ids: ['srv_1'] },
      approval: { approver_role: 'registry_reviewer', ttl_seconds: 600 },
      reason_code: 'writes_need_approval',
    },
    { rule_id: 'open', effect: 'allow', subjects: {}, targets: {}, reason_code: 'open' },
  ],
};

export const policy = (policyVersion: string, over: Partial<PolicyVersion> = {}): PolicyVersion =>
  policyOf({ policyVersion, body: MANIFEST, owner: { userId: 'ada', team: 'payments' }, ...over });

export const digestOf = (toolId: string, clientSessionId = 'cs_1'): string =>
  callDigest({
    ...PROD_SCOPE,
    clientSessionId,
    serverId: 'srv_1',
    toolId,
    action: 'tool.invoke',
    policyVersion: 'pv_1',
    ruleId: 'ask-for-writes',
  });

/** A gateway's request. */
export const asking = (over: Partial<ApprovalRequest> = {}): RequestApprovalInput => {
  const { clientSessionId = 'cs_1', toolId = 'write' } = over;
  return {
    scope: PROD_SCOPE,
    request: {
      clientSessionId,
      serverId: 'srv_1',
      toolId,
      policyVersion: 'pv_1',
      ruleId: 'ask-for-writes',
      ...over,
    },
  };
};

/**
 * A session of bob under an active policy; gus is the gateway, ada may decide on everything, rae by the rule's role, and eve only in
 * staging.
 */
export const approvalBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  const production = { scopeType: 'environment', environmentId: PRODUCTION } as const;
  await bench.put(userKind, userOf('gus'), userOf('rae'));
  await bench.grant('gus', 'data_plane_agent', production);
  await bench.grant('ada', 'security_admin');
  await bench.grant('ada', 'platform_admin');
  await bench.grant('rae', 'registry_reviewer', production);
  await bench.grant('bob', 'security_admin');
  await bench.grant('eve', 'registry_reviewer', { scopeType: 'environment', environmentId: 'staging' });
  await bench.put(policyVersionKind, policy('pv_1', { status: 'active' }), policy('pv_2'));
  await bench.put(clientSessionKind, session());
  return bench;
};
