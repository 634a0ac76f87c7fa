import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  FOREIGN,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeApproveMcpSubmission } from './approve-mcp-submission.js';
import { makeRegisterMcpServer } from './register-mcp-server.js';
import { makeSubmitMcpManifest } from './submit-mcp-manifest.js';
import { manifestInput, SERVER, ServerBench, toolInput } from './testing/server-bench.js';

const salesOnly = { scopeType: 'owner_team', environmentId: null, ownerTeam: 'sales' } as const;

describe('registering a server', () => {
  it('keeps the first submission and waits for its review', async () => {
    const bench = await ServerBench.make();
    const { manifestHash, ...summary } = (await bench.registered()).summary;
    expect(summary).to.deep.equal({
      submissionId: 'sub_00000001',
      sequence: 1,
      status: 'pending',
      submittedBy: 'ada',
      submittedAt: START,
      version: '1.0.0',
      maxToolRiskTier: 'high',
      approvedToolCount: 0,
      deniedCandidateCount: 0,
    });
    expect(manifestHash).to.match(/^sha256:[0-9a-f]{64}$/);
    expect(await bench.server()).to.deep.equal({
      ...PROD_SCOPE,
      serverId: 'srv_crm',
      name: 'CRM',
      ownerTeam: 'sales',
      lastSequence: 1,
      pendingSubmissionId: 'sub_00000001',
      liveSnapshot: null,
      driftedTools: [],
      driftedFields: [],
      readCredential: null,
      disabledAt: null,
      createdAt: START,
      updatedAt: START,
    });
    expect(await bench.lastEvent()).to.deep.include({
      eventType: 'mcp_server.registered',
      action: 'register',
      environmentId: PRODUCTION,
      resource: { resourceType: 'mcp_server', resourceId: 'srv_crm', version: '1.0.0' },
      reasonCode: 'new',
      relatedIds: ['sub_00000001'],
    });
  });

  it('leaves everything pending, and takes tiers from the tools’ own annotations', async () => {
    const bench = await ServerBench.make();
    const readOnly = { annotations: { readOnlyHint: true }, riskTier: undefined };
    const { manifest } = await bench.registered({
      tools: [
        toolInput('unannotated', { riskTier: undefined, inputSchemaRef: undefined }),
        toolInput('reader', readOnly),
        toolInput('raised', { riskTier: 'low', annotations: { destructiveHint: true } }),
        toolInput('hashed', { inputSchemaRef: undefined, inputSchema: { type: 'object' } }),
      ],
    });
    expect(manifest.tools.map((tool) => [tool.riskTier, tool.gatewayStatus])).to.deep.equal([
      ['high', 'pending'],
      ['low', 'pending'],
      ['high', 'pending'],
      ['low', 'pending'],
    ]);
    expect(manifest.tools[0]?.inputSchemaRef).to.equal('');
    expect(manifest.tools[3]?.inputSchemaRef).to.match(/^sha256:[0-9a-f]{64}$/);
  });

  it('refuses what already exists, what leaks and what only a reviewer may say', async () => {
    const bench = await ServerBench.make();
    const refused = async (fields: Parameters<typeof bench.calls.register>[0]) =>
      refusalOf(await bench.calls.register(fields));
    expect(await refused({ endpoint: 'https://user:example@crm.example/mcp' })).to.equal(
      'forbidden_material manifest.endpoint',
    );
    expect(await refused({ tools: [toolInput('a', { riskTier: 'critical' })] })).to.equal(
      'invalid_request manifest.tools',
    );
    expect(await refused({ tools: [toolInput('a', { deniedReason: 'Too sharp' })] })).to.equal(
      'invalid_request manifest.tools',
    );
    await bench.registered();
    expect(await refused({})).to.equal('already_exists server_id');
    expect(await bench.bench.events()).to.deep.equal(['mcp_server.registered']);
  });

  it('is allowed to owners of the team, and to nobody of another tenant', async () => {
    const bench = await ServerBench.make();
    await bench.bench.grant('bob', 'server_owner', salesOnly);
    const bob = await bench.bench.as('bob');
    const ops = { ...manifestInput().owner, team: 'ops' };
    expect(refusalOf(await bench.calls.register({ owner: ops }, bob))).to.equal('permission_denied');
    expect(refusalOf(await bench.calls.register({}, bob))).to.equal('ok');
    expect(refusalOf(await bench.calls.submit({ owner: ops, version: '2' }, bob))).to.equal(
      'permission_denied',
    );
    const abroad = { tenantId: FOREIGN, environmentId: PRODUCTION };
    const foreign = { ...SERVER, scope: abroad, manifest: manifestInput() };
    expect(refusalOf(await makeRegisterMcpServer(bench.ports)(bench.ada, foreign))).to.equal(
      'scope_forbidden',
    );
  });

  it('creates one server from two simultaneous registrations', async () => {
    const bench = await ServerBench.make();
    const results = await Promise.all([bench.calls.register(), bench.calls.register({ version: '2.0.0' })]);
    expect(results.map(refusalOf).sort()).to.deep.equal(['already_exists server_id', 'ok']);
    expect(await bench.current()).to.have.length(1);
  });
});

describe('submitting an edit', () => {
  it('supersedes the pending one, and leaves what is live', async () => {
    const bench = await ServerBench.make();
    const live = await bench.live();
    const before = await bench.server();
    const second = answerOf(await bench.calls.submit({ version: '1.1.0', name: 'Stolen' }));
    const third = answerOf(await bench.calls.submit({ version: '1.2.0' }));
    expect(await bench.current()).to.deep.equal([
      [1, 'approved', null],
      [2, 'superseded', third.summary.submissionId],
      [3, 'pending', null],
    ]);
    expect(await bench.server()).to.deep.equal({
      ...before,
      lastSequence: 3,
      pendingSubmissionId: third.summary.submissionId,
    });
    expect((await bench.lastEvent())?.relatedIds).to.deep.equal([
      third.summary.submissionId,
      second.summary.submissionId,
    ]);
    expect(live.summary.sequence).to.equal(1);
  });

  it('refuses one that equals the pending one', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    expect(refusalOf(await bench.calls.submit())).to.equal('duplicate_submission');
  });

  it('keeps a tier that a reviewer gave a live tool', async () => {
    const bench = await ServerBench.make();
    const { summary } = await bench.registered();
    const critical = { tools: [toolInput('search', { riskTier: 'critical' })] } as const;
    expect(refusalOf(await bench.calls.submit(critical))).to.equal('invalid_request manifest.tools');
    answerOf(
      await makeApproveMcpSubmission(bench.ports)(bench.eve, {
        ...SERVER,
        submissionId: summary.submissionId,
        manifestHash: summary.manifestHash,
        toolReviews: [{ toolId: 'search', riskTier: 'critical' }],
        reasonCode: 'reviewed',
      }),
    );
    expect(refusalOf(await bench.calls.submit(critical))).to.equal('ok');
  });

  it('numbers submissions without a gap and leaves one pending, however many come at once', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    const versions = ['a', 'b', 'c', 'd'];
    const results = await Promise.all(versions.map((version) => bench.calls.submit({ version })));
    expect(results.map(refusalOf)).to.deep.equal(['ok', 'ok', 'ok', 'ok']);
    const current = await bench.current();
    expect(current.map(([sequence]) => sequence)).to.deep.equal([1, 2, 3, 4, 5]);
    expect(current.map(([, status]) => status)).to.deep.equal([
      'approved',
      'superseded',
      'superseded',
      'superseded',
      'pending',
    ]);
    const server = await bench.server();
    expect([server?.lastSequence, server?.updatedAt]).to.deep.equal([5, START]);
    expect((await bench.bench.events()).filter((type) => type === 'mcp_server.registered')).to.have.length(5);
  });

  it('honours If-Match on the server', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    const stale = { ...bench.ada, ifMatch: ['7'] };
    expect(refusalOf(await bench.calls.submit({ version: '2' }, stale))).to.equal('etag_mismatch');
    expect(refusalOf(await bench.calls.submit({ version: '2' }, { ...stale, ifMatch: ['1'] }))).to.equal(
      'ok',
    );
  });

  it('finds no server in another environment or tenant', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    await bench.bench.grant('fay', 'platform_admin');
    for (const scope of [
      { tenantId: TENANT, environmentId: 'staging' },
      { tenantId: FOREIGN, environmentId: PRODUCTION },
    ]) {
      const request = { ...SERVER, scope, manifest: manifestInput({ version: '2' }) };
      expect(refusalOf(await makeSubmitMcpManifest(bench.ports)(bench.ada, request))).to.equal('not_found');
    }
  });
});
