import { reviewedTools } from '@govgate/domain/internal';
import { mcpServerHealthKind, mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { auditEventBy, systemCaller } from '../../call/audit-event.js';
import { bundleBench } from '../testing/bundles.js';
import { LONG_AGO, production, server, submission, tenants, told } from '../testing/items.js';

describe('an MCP server in a bundle', () => {
  it('gets its live snapshot, name and sequence from its submissions', async () => {
    const bench = bundleBench();
    const superseded = submission(1, {
      status: 'superseded' as never,
      reviewedBy: 'usr_ben',
      supersededBySubmissionId: 'sub_2',
    });
    const pending = submission(3, { status: 'pending' as never, createdFromSnapshotId: 'snap_live' });
    await bench.run({ tenants, mcpServers: [server(superseded, submission(2), pending)] });
    const stored = await bench.store.records.get(mcpServerKind, production, 'srv_crm');
    const live = await bench.store.records.get(mcpSubmissionKind, production, 'sub_2');
    expect(stored?.record).to.deep.include({
      name: 'CRM 2',
      ownerTeam: 'payments',
      lastSequence: 3,
      pendingSubmissionId: 'sub_3',
      disabledAt: null,
      liveSnapshot: {
        snapshotId: 'snap_live',
        submissionId: 'sub_2',
        manifestHash: live?.record.manifestHash,
        version: '1.2',
        registrationStatus: 'active',
        activatedAt: '2026-01-02T00:00:00.000Z',
      },
    });
    expect(
      (await bench.store.records.get(mcpSubmissionKind, production, 'sub_1'))?.record.snapshotId,
    ).to.equal('snap_1');
  });

  it('keeps which tools its approval admitted; one from before they were named admitted all', async () => {
    const tool = (toolId: string) => ({
      toolId,
      name: toolId,
      riskTier: 'low' as const,
      gatewayStatus: 'pending' as const,
    });
    const manifest = { ...submission(1).manifest, tools: [tool('a'), tool('b')] };
    const statusesOf = async (fields: Parameters<typeof submission>[1]) => {
      const bench = bundleBench();
      await bench.run({ tenants, mcpServers: [server(submission(1, { manifest, ...fields }))] });
      const stored = await bench.store.records.get(mcpSubmissionKind, production, 'sub_1');
      const [exported] = (await bench.exported()).mcpServers ?? [];
      return [
        stored === undefined ? [] : reviewedTools(stored.record).map((one) => one.gatewayStatus),
        exported?.submissions[0]?.toolReviews,
      ];
    };
    const toolReviews = [
      { toolId: 'a', gatewayStatus: 'approved' as const },
      { toolId: 'b', gatewayStatus: 'pending' as const },
    ];
    expect(await statusesOf({ toolReviews })).to.deep.equal([['approved', 'pending'], toolReviews]);
    expect(await statusesOf({})).to.deep.equal([['approved', 'approved'], undefined]);
  });

  it('is disabled when its live manifest says so', async () => {
    const bench = bundleBench();
    const manifest = { ...submission(1).manifest, registrationStatus: 'disabled' as const };
    await bench.run({ tenants, mcpServers: [server(submission(1, { manifest }))] });
    const stored = await bench.store.records.get(mcpServerKind, production, 'srv_crm');
    expect(stored?.record.disabledAt).to.equal('2026-01-01T00:00:00.000Z');
  });

  it('reports what is wrong with its submissions', async () => {
    expect(await told({ mcpServers: [server()] })).to.deep.equal([
      ['mcpServers.0.submissions', 'missing_field'],
    ]);
    expect(await told({ mcpServers: [server(submission(2))] })).to.deep.equal([
      ['mcpServers.0.submissions.0.sequence', 'inconsistent'],
    ]);
    expect(await told({ mcpServers: [server(submission(1), submission(2))] })).to.deep.equal([
      ['mcpServers.0.submissions.1.status', 'inconsistent'],
    ]);
    const foreign = { ...submission(1).manifest, environmentId: 'staging' };
    expect(await told({ mcpServers: [server(submission(1, { manifest: foreign }))] })).to.deep.equal([
      ['mcpServers.0.submissions.0.manifest.environmentId', 'inconsistent'],
    ]);
    expect(
      await told({ mcpServers: [server(submission(1, { supersededBySubmissionId: 'sub_9' }))] }),
    ).to.deep.equal([['mcpServers.0.submissions.0.supersededBySubmissionId', 'unknown_reference']]);
  });

  it('may not contain the submission of another server', async () => {
    const one = submission(1);
    const other = submission(1, { manifest: { ...one.manifest, serverId: 'srv_other' } });
    const mcpServers = [server(one), { ...server(other), serverId: 'srv_other' }];
    const problem = ['submissions.0.submissionId', 'duplicate_id'];
    expect(await told({ mcpServers })).to.deep.equal([[`mcpServers.1.${problem[0]}`, problem[1]]]);
    const bench = bundleBench();
    await bench.run({ tenants, mcpServers: mcpServers.slice(0, 1) });
    const { problems } = await bench.run({ mcpServers: mcpServers.slice(1) });
    expect(problems.map(({ reasonCode }) => reasonCode)).to.deep.equal(['duplicate_id']);
  });

  it('loses the submissions and the health that only the replaced one had', async () => {
    const bench = bundleBench();
    const health = {
      status: 'healthy',
      routeAvailable: true,
      latencyMs: 5,
      lastCheckedAt: LONG_AGO,
      checkedBy: 'worker',
      failureReason: '',
      connectorStatus: 'connected',
    } as const;
    const withdrawn = submission(1, { status: 'withdrawn' as never });
    await bench.run({ tenants, mcpServers: [{ ...server(withdrawn, submission(2)), health }] });
    const after = submission(1, { submissionId: 'sub_new' });
    expect(await bench.run({ mcpServers: [server(after)] }, { onConflict: 'replace' })).to.deep.include({
      accepted: true,
      auditEvents: 1,
    });
    expect(await bench.store.records.count(mcpSubmissionKind, production)).to.equal(1);
    expect(await bench.store.records.get(mcpServerHealthKind, production, 'srv_crm')).to.equal(undefined);
  });

  it('brings no revocation along, and drops none that is in the feed', async () => {
    const bench = bundleBench();
    const drifted = (toolId: string) => ({
      toolId,
      gatewayStatus: 'changed' as const,
      observedHash: 'sha256:1',
      changedFields: ['description'],
      detectedAt: LONG_AGO,
    });
    const bundle = { ...server(submission(1)), driftedTools: [drifted('a')] };
    await bench.run({ tenants, mcpServers: [bundle] });
    const stored = async () => await bench.store.records.get(mcpServerKind, production, 'srv_crm');
    const before = await stored();
    if (before === undefined) throw new Error('not there');
    expect(before.record.driftedTools).to.deep.equal([{ ...drifted('a'), revocationId: null }]);
    const standing = ['a', 'b'].map((toolId) => ({ ...drifted(toolId), revocationId: `rev_${toolId}` }));
    const record = { ...before.record, driftedTools: standing };
    const event = auditEventBy(
      { clock: bench.clock, ids: { mint: () => 'evt_drift' } },
      systemCaller('worker', production.tenantId, 'req_1'),
      { eventType: 'mcp_server.drift_detected', action: 'observe', ...production, resourceId: 'srv_crm' },
    );
    const change = { kind: mcpServerKind, record, expectedVersion: before.version };
    await bench.store.unitOfWork.commit({ changes: [change], audit: [event] });
    await bench.run({ mcpServers: [bundle] }, { onConflict: 'replace' });
    expect((await stored())?.record.driftedTools).to.deep.equal(standing);
  });
});
