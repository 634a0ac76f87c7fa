import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, refusalOf, START } from '../testing/use-case-bench.js';
import { ServerBench } from './testing/server-bench.js';

describe('deprecating a server', () => {
  it('submits the live manifest as deprecated and leaves what is live', async () => {
    const bench = await ServerBench.make();
    const live = await bench.live();
    const before = await bench.server();
    const { summary, manifest } = answerOf(await bench.calls.deprecate());
    const { manifestHash, ...reported } = summary;
    expect(reported).to.deep.equal({
      submissionId: 'sub_00000002',
      sequence: 2,
      status: 'pending',
      submittedBy: 'ada',
      submittedAt: START,
      version: '1.0.0',
      maxToolRiskTier: 'high',
      approvedToolCount: 2,
      deniedCandidateCount: 0,
      createdFromSnapshotId: 'snap_00000001',
    });
    expect(manifest).to.deep.equal({
      ...live.manifest,
      registrationStatus: 'deprecated',
      tools: live.manifest.tools.map((tool) => ({ ...tool, gatewayStatus: 'approved' })),
    });
    expect(manifestHash).not.to.equal(live.summary.manifestHash);
    expect(await bench.server()).to.deep.equal({
      ...before,
      lastSequence: 2,
      pendingSubmissionId: 'sub_00000002',
    });
    expect(await bench.lastEvent()).to.deep.include({
      eventType: 'mcp_server.deprecation_submitted',
      action: 'deprecate',
      outcome: 'success',
      reasonCode: 'old',
      reason: 'Replaced',
      relatedIds: ['sub_00000002'],
      resource: { resourceType: 'mcp_server', resourceId: 'srv_crm', version: '1.0.0' },
    });
  });

  it('takes effect with its approval, and not twice', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    const deprecation = answerOf(await bench.calls.deprecate());
    expect(refusalOf(await bench.calls.deprecate())).to.equal('duplicate_submission');
    answerOf(await bench.calls.approve(deprecation));
    expect((await bench.server())?.liveSnapshot?.registrationStatus).to.equal('deprecated');
    expect(refusalOf(await bench.calls.deprecate())).to.equal('already_deprecated');
  });

  it('replaces a pending edit', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    await bench.calls.submit({ version: '2.0.0' });
    const { summary } = answerOf(await bench.calls.deprecate());
    expect(await bench.current()).to.deep.equal([
      [1, 'approved', null],
      [2, 'superseded', summary.submissionId],
      [3, 'pending', null],
    ]);
  });

  it('requires a live snapshot, and a server that the caller may deprecate', async () => {
    const bench = await ServerBench.make();
    expect(refusalOf(await bench.calls.deprecate())).to.equal('not_found');
    await bench.registered();
    expect(refusalOf(await bench.calls.deprecate())).to.equal('no_live_snapshot');
    await bench.bench.grant('bob', 'viewer');
    expect(refusalOf(await bench.calls.deprecate(await bench.bench.as('bob')))).to.equal('permission_denied');
    expect(await bench.bench.events()).to.deep.equal(['mcp_server.registered']);
  });

  it('is submitted once, however many ask at once', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    const results = await Promise.all([1, 2, 3].map(() => bench.calls.deprecate()));
    expect(results.map(refusalOf).sort()).to.deep.equal([
      'duplicate_submission',
      'duplicate_submission',
      'ok',
    ]);
    expect(await bench.current()).to.have.length(2);
  });
});
