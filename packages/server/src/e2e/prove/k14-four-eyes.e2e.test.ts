import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import {
  ADMIN,
  type ApprovalCalls,
  approvalCalls,
  camelReason,
  reason,
  SCOPE,
} from '../../testing/races/approval-calls.js';
import { sampleManifestBody } from '../../testing/samples/mcp-server-samples.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { TestService } from '../../testing/test-service.js';
import { putUser } from '../../testing/worlds/callers.js';
import { makeWorld, type Tokens } from '../../testing/worlds/world.js';

onEveryStore('K14: whoever had a hand in a record last does not approve it', (start) => {
  let service: TestService;
  let tokens: Tokens;
  let calls: ApprovalCalls;

  const begin = async (settings: Record<string, string> = {}): Promise<void> => {
    service = await start({ settings });
    tokens = await makeWorld(service.ports);
    calls = approvalCalls(service);
  };

  afterEach(() => service.stop());

  describe('a credential binding', () => {
    beforeEach(() => begin());

    it('cannot be approved by its creator, even if another submitted it', async () => {
      expect((await calls.createBinding(tokens.admin)).status).to.equal(201);
      expect((await calls.onBinding('submit', tokens.second)).status).to.equal(200);
      expectRefusal(await calls.approveBinding(tokens.admin), 403, 'self_approval_forbidden');
      expectRefusal(await calls.approveBinding(tokens.second), 403, 'self_approval_forbidden');
      expect(await calls.bindingActions(tokens.admin)).not.to.contain('approve');
      const third = await putUser(service.ports, 'thi', ...ADMIN);
      expect(await calls.bindingActions(third)).to.contain('approve');
      expect((await calls.approveBinding(third)).status).to.equal(200);
    });

    it('cannot be approved by whoever rotated it, and a rotation of a pending one resubmits it', async () => {
      const rotator = await putUser(service.ports, 'rot', ...ADMIN);
      await calls.createBinding(tokens.admin);
      await calls.onBinding('submit', tokens.admin);
      const rotated = await calls.onBinding('rotate', rotator, { versionRef: 'v_mine', ...camelReason });
      expect([rotated.status, rotated.json.approvalStatus, rotated.json.submittedBy]).to.deep.equal([
        200,
        'pending_review',
        'rot',
      ]);
      expectRefusal(await calls.approveBinding(rotator), 403, 'self_approval_forbidden');
      expect((await calls.approveBinding(tokens.second)).status).to.equal(200);
    });

    it('cannot be approved by whoever rotated it while changes were requested', async () => {
      await calls.createBinding(tokens.second);
      await calls.onBinding('submit', tokens.second);
      const third = await putUser(service.ports, 'thi', ...ADMIN);
      await calls.onBinding('approval', third, { toStatus: 'changes_requested', ...camelReason });
      await calls.onBinding('rotate', tokens.admin, { versionRef: 'v_mine', ...camelReason });
      expectRefusal(await calls.approveBinding(tokens.admin), 403, 'self_approval_forbidden');
    });
  });

  describe('an MCP submission', () => {
    beforeEach(() => begin());

    it('cannot be approved by whoever submitted it', async () => {
      const id = await calls.register(tokens.admin);
      const own = await calls.approveSubmission(tokens.admin, id, [{ tool_id: 'close_ticket' }]);
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
      expect(
        (await calls.approveSubmission(tokens.second, id, [{ tool_id: 'close_ticket' }])).status,
      ).to.equal(200);
    });

    it('cannot be approved by whoever replaced the pending one, or requested the deprecation', async () => {
      await calls.register(tokens.admin);
      const replaced = await calls.post('/v1/mcp-servers/srv_new/submissions', tokens.second, {
        manifest: sampleManifestBody('1.0.1'),
      });
      const id = replaced.json.summary.submission_id;
      expectRefusal(await calls.approveSubmission(tokens.second, id), 403, 'self_approval_forbidden');
      expect((await calls.approveSubmission(tokens.admin, id)).status).to.equal(200);
      const request = await calls.post(
        '/v1/mcp-servers/srv_new/registration-status/deprecate',
        tokens.admin,
        reason,
      );
      const deprecation = request.json.summary.submission_id;
      expectRefusal(await calls.approveSubmission(tokens.admin, deprecation), 403, 'self_approval_forbidden');
    });

    it('admits the tools that its approval names, and leaves the others pending', async () => {
      const manifest = sampleManifestBody('1.0.0');
      const [tool] = manifest.tools;
      const tools = ['named', 'tiered', 'refused', 'forgotten'].map((id) => ({
        ...tool,
        tool_id: id,
        name: id,
      }));
      const made = await calls.post('/v1/mcp-servers', tokens.admin, {
        server_id: 'srv_new',
        manifest: { ...manifest, tools },
      });
      const approved = await calls.approveSubmission(tokens.second, made.json.summary.submission_id, [
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
      // A deprecation repeats what is live, so its approval changes no tool.
      const request = await calls.post(
        '/v1/mcp-servers/srv_new/registration-status/deprecate',
        tokens.admin,
        reason,
      );
      expect(
        (await calls.approveSubmission(tokens.second, request.json.summary.submission_id)).status,
      ).to.equal(200);
      const then = await service.call(`/v1/mcp-servers/srv_new?${SCOPE}`, { token: tokens.admin });
      expect(
        then.json.manifest.tools.map((one: Record<string, string>) => [one.tool_id, one.gateway_status]),
      ).to.deep.equal(statuses);
    });
  });

  describe('an agent', () => {
    beforeEach(() => begin());

    it('cannot be approved by whoever registered it', async () => {
      const made = await calls.registerAgent(tokens.admin);
      expect(made.json.permissions.allowed_actions).not.to.contain('approve');
      expectRefusal(await calls.approveAgent(tokens.admin), 403, 'self_approval_forbidden');
      expect((await calls.approveAgent(tokens.second)).status).to.equal(200);
    });
  });
});
