import { createClient, followRevocations, GovgateError, waitForApproval } from '@govgate/client';
import { activePolicyFromWire, RevocationView, revocationsFromWire } from '@govgate/domain';

/** The code of docs/how-to/client.md, as it stands there: run by client-how-to.e2e.test.ts. */
export const clientHowTo = async (
  url: string,
  token: string,
  keep: (line: string) => void,
): Promise<void> => {
  const govgate = createClient({ baseUrl: url, token, environmentId: 'production' });

  const policy = await govgate.readPolicy({ policy_version: 'pv_draft' });
  await govgate.publishPolicy({
    policy_version: 'pv_draft',
    body: { manifest_hash: policy.manifest_hash, reason_code: 'release' },
  });

  for await (const session of govgate.listSessions.items({ state: 'active' })) {
    console.log(session.client_session_id);
  }

  const agent = await govgate.readAgent({ agent_id: 'agent_active' });
  const disabled = await govgate.disableAgent(
    { agent_id: 'agent_active', body: { reason_code: 'incident' } },
    { ifMatch: agent },
  );

  const now = await govgate.readAgent({ agent_id: 'agent_active' }, { ifNoneMatch: agent });
  if (now === agent) console.log('as it was');

  try {
    await govgate.enableAgent(
      { agent_id: 'agent_active', body: { reason_code: 'over' } },
      { ifMatch: agent },
    );
  } catch (error) {
    if (!(error instanceof GovgateError)) throw error;
    if (error.reasonCode !== 'etag_mismatch') throw error;
    console.log(`somebody else was there (${error.requestId})`);
  }

  const policies = await govgate.listPolicies({ status: 'active', include: 'body' });
  const active = activePolicyFromWire(policies);

  const view = new RevocationView();
  for await (const feed of followRevocations(govgate, { after: view.lastSequence })) {
    view.apply(revocationsFromWire(feed));
    if (feed.items.length === 0) break; // up to date: a gateway goes on
  }

  const approval = await waitForApproval(govgate, { approval_id: 'apr_approved' }, 45);

  for await (const line of govgate.exportAuditEvents.lines()) {
    keep(line);
  }

  console.log(disabled.agent.agent_id, active?.policyVersion, approval.status);
};
