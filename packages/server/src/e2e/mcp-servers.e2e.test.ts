import { canonicalHash, mcpServerFromWire } from '@govgate/domain';
import { MAX_MANIFEST_TOOLS } from '@govgate/domain/internal';
import { mcpServerKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { expectRefusal } from '../testing/expectations.js';
import { MCP_SERVER_RECORDS, sampleManifestBody } from '../testing/samples/mcp-server-samples.js';
import { sampleDraft } from '../testing/samples/policy-samples.js';
import { ADMIN_TOKEN, startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const AT = '2026-01-02T00:00:00.000Z';
const MANIFEST = {
  schema_version: '1.0',
  server_id: 'srv_live',
  name: 'Ticketing',
  tenant_id: TENANT,
  environment_id: PRODUCTION,
  version: '1.0.0',
  owner: {
    team: 'payments',
    user_id: 'ada',
    escalation_contact: 'oncall-payments',
    oncall_rotation: 'primary',
  },
  endpoint: 'https://tickets.example/mcp',
  registration_status: 'deprecated',
  credential_mode: 'shared_service',
  requested_approval_status: 'pending_review',
  docs_url: 'https://docs.example/tickets',
  tools: [
    {
      tool_id: 'find_ticket',
      name: 'find_ticket',
      description: 'Finds a ticket',
      risk_tier: 'low',
      gateway_status: 'approved',
      input_schema_ref: 'schemas/find_ticket',
      input_schema: { type: 'object', properties: { ticket_id: { type: 'string' } } },
      policy_refs: ['pv_draft'],
    },
  ],
};

describe('MCP servers over HTTP', () => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    const policy = { kind: policyVersionKind, record: sampleDraft('pv_draft') };
    await putRecords(service.ports, TENANT, [...MCP_SERVER_RECORDS, policy]);
  });

  afterEach(() => service.stop());

  const call = (path: string, body?: unknown, token = tokens.admin) =>
    service.call(`/v1/mcp-servers/${path}`, { token, ...(body === undefined ? {} : { body }) });

  it('needs the scope of a list of submissions, and answers with an array', async () => {
    expectRefusal(await call('srv_live/submissions'), 400, 'missing_scope', 'tenant_id');
    const half = `srv_live/submissions?tenant_id=${TENANT}`;
    expectRefusal(await call(half), 400, 'missing_scope', 'environment_id');
    expectRefusal(await call(`srv_live/submissions?${SCOPE}&status=lost`), 400, 'invalid_filter', 'status');
    const { json } = await call(`srv_live/submissions?${SCOPE}`);
    expect(json).to.deep.equal([
      {
        submission_id: 'sub_live',
        sequence: 1,
        status: 'approved',
        manifest_hash: json[0].manifest_hash,
        submitted_by: 'bea',
        submitted_at: AT,
        version: '1.0.0',
        max_tool_risk_tier: 'low',
        approved_tool_count: 1,
        denied_candidate_count: 0,
        reviewed_by: 'ada',
        review_reason_code: 'reviewed',
        reviewed_at: AT,
      },
    ]);
  });

  it('answers a deprecation with its summary and the manifest that its hash covers', async () => {
    const body = { reason_code: 'old', reason: 'Replaced', actor_id: 'ada' };
    const answer = await call(`srv_live/registration-status/deprecate?${SCOPE}`, body);
    expect([answer.status, answer.headers.get('deprecation')]).to.deep.equal([201, '@1767225600']);
    const { summary, manifest, ...rest } = answer.json;
    expect([rest, manifest]).to.deep.equal([{}, MANIFEST]);
    expect(summary).to.deep.equal({
      submission_id: summary.submission_id,
      sequence: 2,
      status: 'pending',
      manifest_hash: canonicalHash(manifest),
      submitted_by: 'ada',
      submitted_at: summary.submitted_at,
      version: '1.0.0',
      max_tool_risk_tier: 'low',
      approved_tool_count: 1,
      denied_candidate_count: 0,
      created_from_snapshot_id: 'snap_sub_live',
    });
    expect((await call(`srv_live?${SCOPE}`)).json.registration_status).to.equal('active');
    const again = await call(`srv_live/registration-status/deprecate?${SCOPE}`, body);
    expectRefusal(again, 409, 'duplicate_submission');
    expect((await call(`srv_pending/registration-status/deprecate?${SCOPE}`, body)).json.reasonCode).to.equal(
      'no_live_snapshot',
    );
  });

  it('reports the activity of a server', async () => {
    const { json } = await call(`srv_live/activity?${SCOPE}`);
    expect(Object.keys(json)).to.deep.equal(['schema_version', 'server_id', 'events']);
    expect(json.events[0]).to.deep.equal({
      event_id: 'sub_live.snapshot_activated',
      event_type: 'snapshot_activated',
      actor_id: 'ada',
      submission_id: 'sub_live',
      snapshot_id: 'snap_sub_live',
      status: 'approved',
      reason_code: 'reviewed',
      manifest_hash: json.events[0].manifest_hash,
      version: '1.0.0',
      occurred_at: AT,
    });
  });

  it('reads health in the bootstrap scope where none is named, and in no other caller’s', async () => {
    const bootstrap = { tenantId: 'default', environmentId: PRODUCTION };
    const live = MCP_SERVER_RECORDS[0]?.record as object;
    await putRecords(service.ports, 'default', [
      { kind: mcpServerKind, record: { ...live, ...bootstrap, serverId: 'srv_own' } },
    ]);
    const { status, json } = await call('srv_own/health', undefined, ADMIN_TOKEN);
    expect([status, json]).to.deep.equal([
      200,
      {
        status: 'unknown',
        routeAvailable: false,
        latencyMs: 0,
        lastCheckedAt: '',
        checkedBy: '',
        failureReason: 'never_checked',
        connectorStatus: 'unknown',
      },
    ]);
    expectRefusal(await call('srv_own/health'), 404, 'not_found');
    expectRefusal(await call('srv_live/health'), 404, 'not_found');
    expect((await call(`srv_live/health?${SCOPE}`)).json).to.deep.equal({
      status: 'unknown',
      routeAvailable: false,
      latencyMs: 12,
      lastCheckedAt: AT,
      checkedBy: 'worker',
      failureReason: '',
      connectorStatus: 'unknown',
    });
  });

  it('shows a new use of a policy at the very next read', async () => {
    const usage = async () =>
      (await service.call(`/v1/policies/pv_draft?${SCOPE}`, { token: tokens.admin })).json.usage_refs;
    const live = {
      server_id: 'srv_live',
      tool_id: 'find_ticket',
      snapshot_id: 'snap_sub_live',
      status: 'active',
    };
    const pending = { tool_id: 'find_ticket', snapshot_id: null, status: 'pending' };
    const waiting = [
      { server_id: 'srv_disabled', ...pending },
      live,
      { server_id: 'srv_pending', ...pending },
    ];
    expect(await usage()).to.deep.equal(waiting);
    const body = { manifest: sampleManifestBody('2.0.0') };
    const edit = (await call(`srv_live/submissions?${SCOPE}`, body)).json;
    const next = { ...live, tool_id: 'close_ticket', snapshot_id: null, status: 'pending' };
    expect(await usage()).to.deep.equal([waiting[0], next, ...waiting.slice(1)]);
    const { submission_id, manifest_hash } = edit.summary;
    const approved = await call(
      `srv_live/submissions/${submission_id}/approve?${SCOPE}`,
      { manifest_hash, reason_code: 'reviewed' },
      tokens.second,
    );
    expect(approved.status, approved.text).to.equal(200);
    const [, first, second] = await usage();
    expect(second).to.deep.equal({ ...live, status: 'retired' });
    expect(first).to.deep.include({ tool_id: 'close_ticket', status: 'active' });
    expect(first.snapshot_id).to.match(/^snap_[0-9a-f]{32}$/);
  });

  it('accepts an approval for what was read, not for what replaced it', async () => {
    const read = (await call(`srv_pending/submissions/sub_pending?${SCOPE}`)).json;
    await call(`srv_pending/submissions?${SCOPE}`, { manifest: sampleManifestBody('9.9.9') });
    const [newest] = (await call(`srv_pending/submissions?${SCOPE}`)).json;
    const body = { manifest_hash: read.summary.manifest_hash, reason_code: 'reviewed' };
    const approve = (id: string) => call(`srv_pending/submissions/${id}/approve?${SCOPE}`, body);
    expectRefusal(await approve(newest.submission_id), 409, 'manifest_hash_mismatch', 'manifest_hash');
    expectRefusal(await approve('sub_pending'), 409, 'invalid_state');
  });

  it('takes by hand what it reads from a live server, in a body of up to 1 MiB', async () => {
    const parts = {
      title: 'Find',
      output_schema: { type: 'object' },
      annotations: { readOnlyHint: true, 'example.com/cost': { cents: 3 } },
      icons: [{ src: 'https://icons.example/a.png' }],
      execution: { taskSupport: 'optional' },
      _meta: { 'example.com/owner': ['a'] },
    };
    const names = ['files/read a file', 'Gr\u00f6\u00dfe', 'x'.repeat(256)];
    const tools = names.map((name) => ({
      tool_id: name,
      name,
      description: 'x'.repeat(16_000),
      input_schema: { description: 'y'.repeat(200_000) },
      ...parts,
    }));
    const body = { server_id: 'srv_wide', manifest: { ...sampleManifestBody('1.0.0'), tools } };
    const registered = await call(`?${SCOPE}`, body);
    expect(registered.status, registered.text).to.equal(201);
    expect(registered.json.manifest.tools[0]).to.deep.include({
      tool_id: names[0],
      risk_tier: 'low',
      ...parts,
    });
    const { submission_id, manifest_hash } = registered.json.summary;
    const tool_reviews = names.map((name) => ({ tool_id: name, gateway_status: 'approved' }));
    const approval = { manifest_hash, tool_reviews, reason_code: 'reviewed' };
    const approve = `srv_wide/submissions/${submission_id}/approve?${SCOPE}`;
    expect((await call(approve, approval, tokens.second)).status).to.equal(200);
    const read = (await call(`srv_wide?${SCOPE}`)).json;
    expect(mcpServerFromWire(read).tools.map(({ toolId, callable }) => [toolId, callable])).to.deep.equal(
      names.map((name) => [name, true]),
    );
    const long = { ...body, manifest: { ...body.manifest, docs_url: 'x'.repeat(1_100_000) } };
    expectRefusal(await call(`?${SCOPE}`, long), 413, 'payload_too_large');
    const odd = { ...body, manifest: { ...body.manifest, tools: [{ ...tools[0], tool_id: 'a\u0007b' }] } };
    expectRefusal(await call(`?${SCOPE}`, odd), 400, 'invalid_request', 'manifest.tools.0.tool_id');
  });

  it('takes a review of everything that can be submitted, tool by tool, in one call', async () => {
    const names = Array.from({ length: MAX_MANIFEST_TOOLS }, (_, index) => `${'x'.repeat(250)}_${index}`);
    const tools = names.map((name) => ({ tool_id: name, name }));
    const manifest = { ...sampleManifestBody('1.0.0'), tools };
    const { json } = await call(`?${SCOPE}`, { server_id: 'srv_many', manifest });
    const { submission_id, manifest_hash } = json.summary;
    const tool_reviews = names.map((tool_id) => ({ tool_id, risk_tier: 'low', gateway_status: 'approved' }));
    const review = { manifest_hash, tool_reviews, reason_code: 'reviewed' };
    const path = `srv_many/submissions/${submission_id}/approve?${SCOPE}`;
    const approved = await call(path, review, tokens.second);
    expect(approved.status, approved.text).to.equal(200);
    expect(
      mcpServerFromWire((await call(`srv_many?${SCOPE}`)).json).tools.every(({ callable }) => callable),
    ).to.equal(true);
  });

  it('keeps every key of free JSON that a server uses, and refuses some among its own members', async () => {
    const key = (name: string) => JSON.parse(`{"${name}":{"${name}":"x"}}`);
    const open = { ...key('__proto__'), ...key('constructor'), ...key('prototype'), deep: nested(60) };
    const parts = {
      ...{ input_schema: { type: 'object', properties: open }, output_schema: open },
      ...{ annotations: open, execution: open, _meta: open, icons: [open] },
    };
    const tool = { tool_id: 'odd', name: 'odd', ...parts };
    const sent = { server_id: 'srv_odd_keys', manifest: { ...sampleManifestBody('1.0.0'), tools: [tool] } };
    const registered = await call(`?${SCOPE}`, sent);
    expect(registered.status, registered.text).to.equal(201);
    const { summary, manifest } = registered.json;
    const read = await call(`srv_odd_keys/submissions/${summary.submission_id}?${SCOPE}`);
    for (const [part, value] of Object.entries(parts))
      for (const tools of [manifest.tools, read.json.manifest.tools])
        expect(JSON.stringify(tools[0][part]), part).to.equal(JSON.stringify(value));
    expectRefusal(await call(`?${SCOPE}`, { ...sent, ...key('__proto__') }), 400, 'invalid_request');
  });
});

/** Objects within each other. */
const nested = (depth: number): object => (depth === 0 ? {} : { within: nested(depth - 1) });
