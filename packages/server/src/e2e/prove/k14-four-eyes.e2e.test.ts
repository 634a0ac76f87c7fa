import { auditEventBy, systemCaller } from '@govgate/application';
import {
  agentKind,
  apiTokenKind,
  credentialBindingKind,
  type GovernedKind,
  type RecordFor,
} from '@govgate/ports';
import { expect } from 'chai';
import { putServiceAccount, putUser, tokenFor } from '../../testing/callers.js';
import { expectRefusal } from '../../testing/expectations.js';
import { onEveryStore } from '../../testing/on-every-store.js';
import { OPERATION_SAMPLES } from '../../testing/operation-samples.js';
import { sampleAgent } from '../../testing/samples/agent-samples.js';
import { sampleCredential } from '../../testing/samples/credential-samples.js';
import { sampleManifestBody } from '../../testing/samples/mcp-server-samples.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../../testing/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const reason = { reason_code: 'four_eyes', reason: 'Looked at' };
const camelReason = { reasonCode: 'four_eyes', reason: 'Looked at' };
const ADMIN = [{ role: 'security_admin' }, { role: 'platform_admin' }] as const;

onEveryStore('K14: whoever had a hand in a record last does not approve it', (start) => {
  let service: TestService;
  let tokens: Tokens;

  const begin = async (settings: Record<string, string> = {}): Promise<void> => {
    service = await start({ settings });
    tokens = await makeWorld(service.ports);
  };

  afterEach(() => service.stop());

  const post = (path: string, token: string, body: object): Promise<Answered> =>
    service.call(`${path}?${SCOPE}`, { token, body });

  /** Puts a record as another version of the service left it. */
  const rewrite = async <K extends GovernedKind>(kind: K, record: RecordFor<K>): Promise<void> => {
    const { ports } = service;
    const event = auditEventBy(ports, systemCaller('cli', TENANT, ports.ids.mint('request')), {
      eventType: 'tenant.imported',
      action: 'import',
      environmentId: null,
      resourceId: TENANT,
    });
    const changes = [{ kind, record, expectedVersion: 'any' as const }];
    await ports.unitOfWork.commit({ changes, audit: [event] });
  };

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
  const reviewAgent = (token: string): Promise<Answered> =>
    post('/v1/agents/agent_new/review', token, { outcome: 'approved', ...reason });

  describe('a credential binding', () => {
    beforeEach(() => begin());

    it('is not approved by its maker, though another submitted it', async () => {
      expect((await createBinding(tokens.admin)).status).to.equal(201);
      expect((await onBinding('submit', tokens.second)).status).to.equal(200);
      expectRefusal(await approveBinding(tokens.admin), 403, 'self_approval_forbidden');
      expectRefusal(await approveBinding(tokens.second), 403, 'self_approval_forbidden');
      expect(await bindingActions(tokens.admin)).not.to.contain('approve');
      const third = await putUser(service.ports, 'thi', ...ADMIN);
      expect(await bindingActions(third)).to.contain('approve');
      expect((await approveBinding(third)).status).to.equal(200);
    });

    it('is not approved by whoever rotated it, and a rotation of a pending one submits it anew', async () => {
      const rotator = await putUser(service.ports, 'rot', ...ADMIN);
      await createBinding(tokens.admin);
      await onBinding('submit', tokens.admin);
      const rotated = await onBinding('rotate', rotator, { versionRef: 'v_mine', ...camelReason });
      expect([rotated.status, rotated.json.approvalStatus, rotated.json.submittedBy]).to.deep.equal([
        200,
        'pending_review',
        'rot',
      ]);
      expectRefusal(await approveBinding(rotator), 403, 'self_approval_forbidden');
      expect((await approveBinding(tokens.second)).status).to.equal(200);
    });

    it('is not approved by whoever rotated it while changes were asked for', async () => {
      await createBinding(tokens.second);
      await onBinding('submit', tokens.second);
      const third = await putUser(service.ports, 'thi', ...ADMIN);
      await onBinding('approval', third, { toStatus: 'changes_requested', ...camelReason });
      await onBinding('rotate', tokens.admin, { versionRef: 'v_mine', ...camelReason });
      expectRefusal(await approveBinding(tokens.admin), 403, 'self_approval_forbidden');
    });
  });

  describe('an MCP submission', () => {
    beforeEach(() => begin());

    it('is not approved by whoever submitted it', async () => {
      const id = await register(tokens.admin);
      const own = await approveSubmission(tokens.admin, id, [{ tool_id: 'close_ticket' }]);
      expectRefusal(own, 403, 'self_approval_forbidden');
      const read = (token: string) =>
        service.call(`/v1/mcp-servers/srv_new/submissions/${id}?${SCOPE}`, { token });
      expect((await read(tokens.admin)).json.permissions.allowed_actions).to.deep.equal([
        'reject',
        'withdraw',
      ]);
      expect((await read(tokens.second)).json.permissions.allowed_actions).to.deep.equal([
        'approve',
        'reject',
        'withdraw',
      ]);
      expect((await approveSubmission(tokens.second, id, [{ tool_id: 'close_ticket' }])).status).to.equal(
        200,
      );
    });

    it('is not approved by whoever replaced what waited, nor by whoever asked for the deprecation', async () => {
      await register(tokens.admin);
      const replaced = await post('/v1/mcp-servers/srv_new/submissions', tokens.second, {
        manifest: sampleManifestBody('1.0.1'),
      });
      const id = replaced.json.summary.submission_id;
      expectRefusal(await approveSubmission(tokens.second, id), 403, 'self_approval_forbidden');
      expect((await approveSubmission(tokens.admin, id)).status).to.equal(200);
      const asked = await post('/v1/mcp-servers/srv_new/registration-status/deprecate', tokens.admin, reason);
      const deprecation = asked.json.summary.submission_id;
      expectRefusal(await approveSubmission(tokens.admin, deprecation), 403, 'self_approval_forbidden');
    });

    it('lets through the tools that its approval names, and leaves the others pending', async () => {
      const manifest = sampleManifestBody('1.0.0');
      const [tool] = manifest.tools;
      const tools = ['named', 'tiered', 'refused', 'forgotten'].map((id) => ({
        ...tool,
        tool_id: id,
        name: id,
      }));
      const made = await post('/v1/mcp-servers', tokens.admin, {
        server_id: 'srv_new',
        manifest: { ...manifest, tools },
      });
      const approved = await approveSubmission(tokens.second, made.json.summary.submission_id, [
        { tool_id: 'named' },
        { tool_id: 'tiered', risk_tier: 'high' },
        { tool_id: 'refused', gateway_status: 'denied', denied_reason: 'not needed' },
      ]);
      expect([
        approved.status,
        approved.json.summary.approved_tool_count,
        approved.json.summary.denied_candidate_count,
      ]).to.deep.equal([200, 2, 1]);
      const live = await service.call(`/v1/mcp-servers/srv_new?${SCOPE}`, { token: tokens.admin });
      const statuses = live.json.manifest.tools.map((one: Record<string, string>) => [
        one.tool_id,
        one.gateway_status,
      ]);
      expect(statuses).to.deep.equal([
        ['named', 'approved'],
        ['tiered', 'approved'],
        ['refused', 'denied'],
        ['forgotten', 'pending'],
      ]);
      // A deprecation tells what is live again, so its approval changes no tool.
      const asked = await post('/v1/mcp-servers/srv_new/registration-status/deprecate', tokens.admin, reason);
      expect((await approveSubmission(tokens.second, asked.json.summary.submission_id)).status).to.equal(200);
      const then = await service.call(`/v1/mcp-servers/srv_new?${SCOPE}`, { token: tokens.admin });
      expect(
        then.json.manifest.tools.map((one: Record<string, string>) => [one.tool_id, one.gateway_status]),
      ).to.deep.equal(statuses);
    });
  });

  describe('an agent', () => {
    beforeEach(() => begin());

    it('is not approved by whoever registered it', async () => {
      const made = await registerAgent(tokens.admin);
      expect(made.json.permissions.allowed_actions).not.to.contain('approve');
      expectRefusal(await reviewAgent(tokens.admin), 403, 'self_approval_forbidden');
      expect((await reviewAgent(tokens.second)).status).to.equal(200);
    });
  });

  describe('the same person', () => {
    beforeEach(() => begin());

    it('is one with every token of theirs, and with the service account that they made a token for', async () => {
      const robot = await putServiceAccount(service.ports, 'robot', ...ADMIN);
      const made = await tokenFor(service.ports, {
        subjectType: 'service_account',
        subjectId: 'robot',
        madeBy: 'ada',
      });
      await registerAgent(made);
      expectRefusal(await reviewAgent(tokens.admin), 403, 'self_approval_forbidden');
      expectRefusal(await reviewAgent(robot), 403, 'self_approval_forbidden');
      const another = await tokenFor(service.ports, { subjectId: 'ada' });
      expectRefusal(await reviewAgent(another), 403, 'self_approval_forbidden');
      expect((await reviewAgent(tokens.second)).status).to.equal(200);
    });

    it('approves nothing of theirs through a service account', async () => {
      await putServiceAccount(service.ports, 'robot', ...ADMIN);
      const made = await tokenFor(service.ports, {
        subjectType: 'service_account',
        subjectId: 'robot',
        madeBy: 'ada',
      });
      const id = await register(tokens.admin);
      await createBinding(tokens.admin);
      await registerAgent(tokens.admin);
      expectRefusal(await approveSubmission(made, id), 403, 'self_approval_forbidden');
      expectRefusal(await approveBinding(made), 403, 'self_approval_forbidden');
      expectRefusal(await reviewAgent(made), 403, 'self_approval_forbidden');
    });

    it('is told by tokens made before persons were noted: they count as whom they belong to', async () => {
      await putServiceAccount(service.ports, 'robot', ...ADMIN);
      const old = await tokenFor(service.ports, { subjectType: 'service_account', subjectId: 'robot' });
      const stored = await service.ports.records.get(apiTokenKind, { installation: true }, old.slice(4, 16));
      if (stored === undefined) throw new Error('no token');
      const { madeBy: _, permissions: __, ...before } = stored.record;
      await rewrite(apiTokenKind, before);
      await registerAgent(old);
      expectRefusal(await reviewAgent(old), 403, 'self_approval_forbidden');
      expect((await reviewAgent(tokens.admin)).status).to.equal(200);
    });
  });

  describe('a record from before hands were kept', () => {
    beforeEach(() => begin());

    it('is not approved by whom it names, whether they are a user or a service account', async () => {
      await putServiceAccount(service.ports, 'ada', ...ADMIN);
      const robot = await tokenFor(service.ports, { subjectType: 'service_account', subjectId: 'ada' });
      const { hands: _, ...agent } = sampleAgent('agent_new', { submittedBy: 'ada' });
      await rewrite(agentKind, agent);
      for (const token of [tokens.admin, robot])
        expectRefusal(await reviewAgent(token), 403, 'self_approval_forbidden');
      expect((await reviewAgent(tokens.second)).status).to.equal(200);
      const { hands: __, ...binding } = sampleCredential('cb_new', {
        createdBy: 'ada',
        submittedBy: 'vic',
        approvalStatus: 'pending_review',
      });
      await rewrite(credentialBindingKind, binding);
      for (const token of [tokens.admin, robot])
        expectRefusal(await approveBinding(token), 403, 'self_approval_forbidden');
      expect((await approveBinding(tokens.second)).status).to.equal(200);
    });
  });

  describe('switched off', () => {
    beforeEach(() => begin({ GOVGATE_APPROVALS_FOUR_EYES: 'false' }));

    it('lets all three be approved by whoever made them, and says so in its readiness', async () => {
      const id = await register(tokens.admin);
      await createBinding(tokens.admin);
      await registerAgent(tokens.admin);
      const answers = [
        await approveSubmission(tokens.admin, id),
        await approveBinding(tokens.admin),
        await reviewAgent(tokens.admin),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      const ready = await service.call('/readyz');
      expect([ready.status, ready.json.warnings]).to.deep.equal([200, ['four_eyes_off']]);
    });
  });
});
