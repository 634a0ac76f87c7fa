import { claimReading } from '@govgate/domain/internal';
import { mcpServerReadingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, PROD_SCOPE, refusalOf, START } from '../testing/use-case-bench.js';
import { makeListMcpServers } from './list-mcp-servers.js';
import { makeListMcpSubmissions } from './list-mcp-submissions.js';
import { makeReadMcpServer } from './read-mcp-server.js';
import { makeDiffMcpSubmissions, makeReadMcpSubmission } from './read-mcp-submission.js';
import { makeRegisterMcpServer } from './register-mcp-server.js';
import { manifestInput, SERVER, ServerBench, toolInput } from './testing/server-bench.js';

const ELSEWHERE = { ...SERVER, serverId: 'srv_elsewhere' };

describe('the submissions of a server', () => {
  it('are listed newest first, all or those of a status', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    await bench.calls.submit({ version: '2' });
    const pending = answerOf(await bench.calls.submit({ version: '3' }));
    const list = makeListMcpSubmissions(bench.ports);
    const all = answerOf(await list(bench.ada, SERVER));
    expect(all.map(({ sequence, status }) => [sequence, status])).to.deep.equal([
      [3, 'pending'],
      [2, 'superseded'],
      [1, 'approved'],
    ]);
    expect(all[1]?.supersededBySubmissionId).to.equal(pending.summary.submissionId);
    expect(answerOf(await list(bench.ada, { ...SERVER, status: 'pending' }))).to.deep.equal([
      pending.summary,
    ]);
    expect(answerOf(await list(bench.ada, { ...SERVER, status: 'withdrawn' }))).to.deep.equal([]);
  });

  it('are listed completely when there are many', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    for (let version = 2; version <= 205; version += 1)
      answerOf(await bench.calls.submit({ version: String(version) }));
    const all = answerOf(await makeListMcpSubmissions(bench.ports)(bench.ada, SERVER));
    expect(all.map(({ sequence }) => sequence)).to.deep.equal(
      Array.from({ length: 205 }, (_, index) => 205 - index),
    );
  });

  it('are as absent as their server', async () => {
    const bench = await ServerBench.make();
    const { summary } = await bench.registered();
    const list = makeListMcpSubmissions(bench.ports);
    expect(refusalOf(await list(bench.ada, ELSEWHERE))).to.equal('not_found');
    const staging = { ...SERVER, scope: { ...PROD_SCOPE, environmentId: 'staging' } };
    expect(refusalOf(await list(bench.ada, staging))).to.equal('not_found');
    expect(refusalOf(await list(await bench.bench.as('bob'), SERVER))).to.equal('not_found');
    const other = { ...ELSEWHERE, submissionId: summary.submissionId };
    answerOf(
      await makeRegisterMcpServer(bench.ports)(bench.ada, { ...ELSEWHERE, manifest: manifestInput() }),
    );
    expect(refusalOf(await makeReadMcpSubmission(bench.ports)(bench.ada, other))).to.equal('not_found');
  });

  it('are compared by name, never by value', async () => {
    const bench = await ServerBench.make();
    const first = await bench.registered();
    const second = answerOf(
      await bench.calls.submit({
        version: '2',
        tools: [toolInput('search', { riskTier: 'medium' }), toolInput('new')],
      }),
    );
    const request = {
      ...SERVER,
      submissionId: second.summary.submissionId,
      against: first.summary.submissionId,
    };
    expect(answerOf(await makeDiffMcpSubmissions(bench.ports)(bench.ada, request))).to.deep.equal({
      schemaVersion: '1.0',
      serverId: 'srv_crm',
      submissionId: second.summary.submissionId,
      against: first.summary.submissionId,
      changedFields: ['version'],
      addedTools: ['new'],
      removedTools: ['delete'],
      changedTools: [{ toolId: 'search', changedFields: ['policy_refs', 'risk_tier'] }],
    });
    expect(
      refusalOf(await makeDiffMcpSubmissions(bench.ports)(bench.ada, { ...request, against: 'sub_none' })),
    ).to.equal('not_found');
  });
});

describe('a server', () => {
  it('is returned with its live and pending manifests and the allowed actions', async () => {
    const bench = await ServerBench.make();
    const read = async () => answerOf(await makeReadMcpServer(bench.ports)(bench.ada, SERVER));
    await bench.registered();
    expect(await read()).to.deep.include({ manifest: null, registrationStatus: 'draft' });
    answerOf(await bench.calls.approve(answerOf(await bench.calls.submit({ version: '2' }))));
    const live = await read();
    expect(live.manifest?.tools.map(({ gatewayStatus }) => gatewayStatus)).to.deep.equal([
      'approved',
      'approved',
    ]);
    expect(live.permissions).to.deep.equal({
      resourceType: 'mcp_server',
      resourceId: 'srv_crm',
      allowedActions: ['deprecate', 'disable', 'read', 'submit'],
    });
    await bench.calls.deprecate();
    expect((await read()).permissions.allowedActions).to.deep.equal(['disable', 'read', 'submit']);
    await bench.calls.disable();
    expect(await read()).to.deep.include({ registrationStatus: 'disabled', disabledAt: START });
    expect((await read()).manifest?.registrationStatus).to.equal('disabled');
  });

  it('offers exactly what then succeeds', async () => {
    const steps = ['approve', 'deprecate', 'approve', 'disable', 'enable', 'submit', 'reject'] as const;
    const bench = await ServerBench.make();
    await bench.registered();
    const list = makeListMcpSubmissions(bench.ports);
    for (const step of steps) {
      const { permissions } = answerOf(await makeReadMcpServer(bench.ports)(bench.ada, SERVER));
      const [newest] = answerOf(await list(bench.ada, SERVER));
      if (newest === undefined) throw new Error('no submission');
      const ref = { ...SERVER, submissionId: newest.submissionId };
      const submission = answerOf(await makeReadMcpSubmission(bench.ports)(bench.eve, ref));
      const offered = [...permissions.allowedActions, ...submission.permissions.allowedActions];
      expect(offered, `before ${step}`).to.include(step);
      if (!offered.includes('deprecate')) expect(refusalOf(await bench.calls.deprecate())).not.to.equal('ok');
      const calls = {
        ...bench.calls,
        submit: () => bench.calls.submit({ version: step }),
        approve: () => bench.calls.approve(submission),
        reject: () => bench.calls.reject(submission),
      };
      expect(refusalOf(await calls[step]()), step).to.equal('ok');
    }
  });

  it('says null while its first reading is under way', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    const claimed = claimReading(undefined, { ...PROD_SCOPE, serverId: SERVER.serverId }, START);
    await bench.ports.unitOfWork.observe([
      { kind: mcpServerReadingKind, record: claimed, expectedVersion: null },
    ]);
    const { liveReading } = answerOf(await makeReadMcpServer(bench.ports)(bench.ada, SERVER));
    expect(liveReading).to.deep.equal({ readAt: null, failureReason: '' });
  });

  it('is listed by id, limited to the caller’s grants, filtered by status and team', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    const ops = manifestInput({ owner: { ...manifestInput().owner, team: 'ops' } });
    answerOf(await makeRegisterMcpServer(bench.ports)(bench.ada, { ...ELSEWHERE, manifest: ops }));
    await bench.bench.grant('bob', 'server_owner', {
      scopeType: 'owner_team',
      environmentId: null,
      ownerTeam: 'ops',
    });
    const list = makeListMcpServers(bench.ports);
    const ids = async (filters: object, as = bench.ada) => {
      const page = answerOf(await list(as, { scope: PROD_SCOPE, filters, limit: 50 }));
      return [page.page.totalCount, ...page.items.map(({ serverId }) => serverId)];
    };
    expect(await ids({})).to.deep.equal([2, 'srv_crm', 'srv_elsewhere']);
    expect(await ids({ registrationStatus: 'draft' })).to.deep.equal([1, 'srv_elsewhere']);
    expect(await ids({ ownerTeam: 'sales' })).to.deep.equal([1, 'srv_crm']);
    expect(await ids({}, await bench.bench.as('bob'))).to.deep.equal([1, 'srv_elsewhere']);
    const first = answerOf(await list(bench.ada, { scope: PROD_SCOPE, filters: {}, limit: 1 }));
    const cursor = first.page.nextCursor;
    const second = answerOf(await list(bench.ada, { scope: PROD_SCOPE, filters: {}, limit: 1, cursor }));
    expect(second.items.map(({ serverId }) => serverId)).to.deep.equal(['srv_elsewhere']);
    expect(second.page).to.deep.equal({ limit: 1, totalCount: 2 });
    const otherQuestion = { scope: PROD_SCOPE, filters: { ownerTeam: 'ops' }, limit: 1, cursor };
    expect(refusalOf(await list(bench.ada, otherQuestion))).to.equal('invalid_cursor cursor');
  });
});
