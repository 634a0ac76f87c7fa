import { type ClientSession, canonicalHash, type Json, type ManifestBody } from '@govgate/domain';
import { clientSessionKind, policyVersionKind } from '@govgate/ports';
import { anEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { sampleDraft } from '../testing/samples/policy-samples.js';
import { sampleSession } from '../testing/samples/session-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { putServiceAccount, putUser } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from '../testing/worlds/world.js';

const PUBLIC_URL = 'https://govgate.example';
const question = {
  subject: { type: 'client_session', id: 'sess_1' },
  action: { name: 'tool.invoke' },
  resource: { type: 'mcp_tool', id: 'srv_1/erase', properties: { arguments_digest: 'sha256:1' } },
};

const BODY: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'ask',
      effect: 'require_approval',
      subjects: {},
      targets: { server_ids: ['srv_1'] },
      approval: { approver_role: 'registry_reviewer', ttl_seconds: 600 },
      reason_code: 'needs_consent',
    },
    {
      rule_id: 'ask-soon',
      effect: 'require_approval',
      subjects: {},
      targets: { server_ids: ['srv_1'] },
      approval: { approver_role: 'registry_reviewer', ttl_seconds: 5 },
      reason_code: 'needs_consent',
    },
  ],
};

describe('a denial that approval can lift, over AuthZEN alone', () => {
  let service: TestService;
  let gateway: string;
  let approver: string;

  before(async () => {
    service = await startTestService({ settings: { GOVGATE_PUBLIC_URL: PUBLIC_URL } });
    await makeWorld(service.ports);
    const facts = { status: 'active', body: BODY, manifestHash: canonicalHash(BODY as Json) } as const;
    const session: ClientSession = sampleSession('sess_1', { agentId: null, credentialBindingIds: [] });
    await putRecords(service.ports, TENANT, [
      { kind: policyVersionKind, record: sampleDraft('pv_ask', facts) },
      { kind: clientSessionKind, record: session },
    ]);
    const scope = { scopeType: 'environment', environmentId: PRODUCTION } as const;
    gateway = await putServiceAccount(service.ports, 'gateway', { role: 'data_plane_agent', scope });
    approver = await putUser(service.ports, 'rae', { role: 'registry_reviewer', scope });
  });
  after(() => service.stop());

  const evaluate = async (body: object) =>
    (
      await service.call(`/v1/authzen/${PRODUCTION}/access/v1/evaluation`, {
        method: 'POST',
        token: gateway,
        body,
      })
    ).json;

  const here = (address: string): string => address.slice(PUBLIC_URL.length);

  const request = async (body: object, endpoint = `/v1/approvals?environment_id=${PRODUCTION}`) =>
    service.call(endpoint, { token: gateway, body });

  it('is requested, approved and re-evaluated: one permit, and no second one', async () => {
    const denied = await evaluate(question);
    expect(denied).to.deep.equal({
      decision: false,
      context: {
        reason_code: 'needs_consent',
        policy_version: 'pv_ask',
        manifest_hash: canonicalHash(BODY as Json),
        decided_by: ['ask', 'ask-soon'],
        evaluation_id: denied.context.evaluation_id,
        reason: 'needs_consent',
        access_request: {
          endpoint: `${PUBLIC_URL}/v1/approvals?environment_id=production`,
          expires_at: denied.context.access_request.expires_at,
        },
      },
    });
    const { evaluation_id, access_request } = denied.context;
    const denial = { evaluation_id, expires_at: access_request.expires_at };
    const made = await request({ ...question, denial }, here(access_request.endpoint));
    expect([made.status, made.json.task.status, made.json.result]).to.deep.equal([201, 'pending', undefined]);

    const pending = await evaluate({ ...question, context: { approval: { id: made.json.task.id } } });
    expect(pending.decision).to.equal(false);

    const approve = `/v1/approvals/${made.json.task.id}/approve?environment_id=${PRODUCTION}`;
    const approved = await service.call(approve, { token: approver, body: { reason_code: 'fine' } });
    expect(approved.status).to.equal(200);
    const task = (await service.call(here(made.json.task.status_endpoint), { token: gateway })).json;
    expect([task.task.status, task.result.mode]).to.deep.equal(['approved', 'reevaluate']);

    const again = { ...question, context: { approval: { id: task.result.approval.id } } };
    const other = { ...again, resource: { type: 'mcp_tool', id: 'srv_1/erase' } };
    expect([
      (await evaluate(other)).decision,
      (await evaluate(again)).decision,
      (await evaluate(again)).decision,
    ]).to.deep.equal([false, true, false]);
    const events = await service.ports.auditTrail.page(TENANT, {
      filter: { resourceType: 'approval' },
      direction: 'asc',
      limit: 50,
    });
    expect(events.items.map(({ eventType }) => eventType)).to.deep.equal([
      'approval.requested',
      'approval.approved',
      'approval.used',
    ]);
  });

  it('covers the context and the properties that were shown, and lasts as long as the decision said', async () => {
    const call = { ...question, context: { amount: 1 } };
    const { context } = await evaluate(call);
    const denial = { evaluation_id: context.evaluation_id, expires_at: context.access_request.expires_at };
    const other = await request({ ...call, context: { amount: 1e9 }, denial });
    expect([other.status, other.json.field]).to.deep.equal([400, 'denial']);
    const { json } = await request({ ...call, denial });
    expect([json.rule_id, Date.parse(json.expires_at) - Date.parse(json.requested_at)]).to.deep.equal([
      'ask-soon',
      5_000,
    ]);
    const approve = `/v1/approvals/${json.approval_id}/approve?environment_id=${PRODUCTION}`;
    expect((await service.call(approve, { token: approver, body: { reason_code: 'fine' } })).status).to.equal(
      200,
    );
    const again = (amount: number, id = 'srv_1/erase') => ({
      ...call,
      resource: { ...question.resource, id },
      context: { amount, approval: { id: json.approval_id } },
    });
    expect([
      (await evaluate(again(1e9))).decision,
      (await evaluate(again(1, 'srv_1/delete_everything'))).decision,
      (await evaluate(again(1))).decision,
    ]).to.deep.equal([false, false, true]);
  });

  it('cannot be obtained with a denial of something else, an invented one or an old one', async () => {
    const { context } = await evaluate(question);
    const denial = { evaluation_id: context.evaluation_id, expires_at: context.access_request.expires_at };
    const refusalOf = async (body: object) => {
      const { status, json } = await request(body);
      return [status, json.reasonCode, json.field];
    };
    expect([
      await refusalOf({ ...question, action: { name: 'tool.list' }, denial }),
      await refusalOf({ ...question, denial: { ...denial, evaluation_id: 'made.up' } }),
      await refusalOf({ ...question, denial: { ...denial, expires_at: '2099-01-01T00:00:00.000Z' } }),
      await refusalOf({ subject: question.subject, action: question.action, denial }),
      await refusalOf({ ...question, denial, rule_id: 'ask' }),
      await refusalOf({ ...question }),
    ]).to.deep.equal([
      [400, 'invalid_request', 'denial'],
      [400, 'invalid_request', 'denial.evaluation_id'],
      [400, 'invalid_request', 'denial.expires_at'],
      [400, 'invalid_request', 'resource'],
      [400, 'invalid_request', 'rule_id'],
      [400, 'invalid_request', 'client_session_id'],
    ]);
  });

  it('ends for whoever waits for it in the moment its session ends', async () => {
    const { context } = await evaluate(question);
    const denial = { evaluation_id: context.evaluation_id, expires_at: context.access_request.expires_at };
    expect((await request({ ...question, denial })).status).to.equal(201);
    const never = new Promise<never>(() => undefined);
    const scope = { tenantId: TENANT, environmentId: PRODUCTION };
    const notified = service.ports.notifications.sooner(never, 'approvals', scope);
    const record = sampleSession('sess_1', { agentId: null, credentialBindingIds: [], state: 'terminated' });
    await service.ports.unitOfWork.commit({
      changes: [{ kind: clientSessionKind, record, expectedVersion: 'any' }],
      audit: [anEvent({ tenantId: TENANT })],
    });
    expect(await notified).to.equal('notified');
  });
});
