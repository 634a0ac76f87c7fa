import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, refusalOf, START } from '../testing/use-case-bench.js';
import { makeApproveMcpSubmission } from './approve-mcp-submission.js';
import { SERVER, ServerBench } from './testing/server-bench.js';

describe('approving a submission', () => {
  it('makes it the live snapshot and supersedes the one approved before', async () => {
    const bench = await ServerBench.make();
    await bench.live();
    const edit = answerOf(await bench.calls.submit({ version: '2.0.0', name: 'CRM 2' }));
    bench.bench.clock.advance(1000);
    const { summary } = answerOf(await bench.calls.approve(edit));
    const at = bench.bench.clock.now();
    expect(summary).to.deep.equal({
      ...edit.summary,
      status: 'approved',
      approvedToolCount: 2,
      reviewedBy: 'eve',
      reviewReasonCode: 'reviewed',
      reviewReason: 'Looks right',
      reviewedAt: at,
    });
    const server = await bench.server();
    expect(server).to.deep.include({
      name: 'CRM 2',
      pendingSubmissionId: null,
      liveSnapshot: {
        snapshotId: 'snap_00000002',
        submissionId: edit.summary.submissionId,
        manifestHash: edit.summary.manifestHash,
        version: '2.0.0',
        registrationStatus: 'active',
        activatedAt: at,
      },
      createdAt: START,
    });
    expect(await bench.current()).to.deep.equal([
      [1, 'superseded', edit.summary.submissionId],
      [2, 'approved', null],
    ]);
    expect(await bench.lastEvent()).to.deep.include({
      eventType: 'mcp_server.approved',
      reasonCode: 'reviewed',
      reason: 'Looks right',
      relatedIds: [edit.summary.submissionId, 'snap_00000002', 'sub_00000001'],
    });
  });

  it('refuses a hash that is not the submission’s, and one that was outdated meanwhile', async () => {
    const bench = await ServerBench.make();
    const first = await bench.registered();
    const second = answerOf(await bench.calls.submit({ version: '2.0.0' }));
    expect(refusalOf(await bench.calls.approve(second, first.summary.manifestHash))).to.equal(
      'manifest_hash_mismatch manifest_hash',
    );
    expect(refusalOf(await bench.calls.approve(first))).to.equal('invalid_state');
    expect((await bench.server())?.liveSnapshot).to.equal(null);
    expect(await bench.bench.events()).to.deep.equal(['mcp_server.registered', 'mcp_server.registered']);
  });

  it('changes nothing the second time', async () => {
    const bench = await ServerBench.make();
    const live = await bench.live();
    const events = await bench.bench.events();
    expect(answerOf(await bench.calls.approve(live))).to.deep.equal(live);
    expect(await bench.bench.events()).to.deep.equal(events);
  });

  it('keeps what the reviewer said about tools beside what was submitted', async () => {
    const bench = await ServerBench.make();
    const { summary, manifest } = await bench.registered();
    const approved = answerOf(
      await makeApproveMcpSubmission(bench.ports)(bench.eve, {
        ...SERVER,
        submissionId: summary.submissionId,
        manifestHash: summary.manifestHash,
        toolReviews: [
          { toolId: 'delete', gatewayStatus: 'denied', deniedReason: 'Too sharp' },
          { toolId: 'search', riskTier: 'medium' },
        ],
        reasonCode: 'reviewed',
      }),
    );
    expect(approved.manifest).to.deep.equal(manifest);
    expect(approved.toolReviews).to.deep.equal([
      { toolId: 'search', riskTier: 'medium', gatewayStatus: 'approved' },
      { toolId: 'delete', gatewayStatus: 'denied', deniedReason: 'Too sharp' },
    ]);
    expect(approved.summary).to.deep.include({ approvedToolCount: 1, deniedCandidateCount: 1 });
  });

  it('is for somebody other than the submitter, and offered to nobody else', async () => {
    const bench = await ServerBench.make();
    const pending = await bench.registered();
    expect(pending.permissions.allowedActions).to.deep.equal(['reject', 'withdraw']);
    expect(refusalOf(await bench.calls.approve(pending, undefined, bench.ada))).to.equal(
      'self_approval_forbidden',
    );
    const robot = {
      ...bench.eve,
      principal: {
        ...bench.eve.principal,
        actorType: 'service_account' as const,
        actorId: 'ci',
        persons: ['ada'],
      },
    };
    expect(refusalOf(await bench.calls.approve(pending, undefined, robot))).to.equal(
      'self_approval_forbidden',
    );
    expect(refusalOf(await bench.calls.approve(pending))).to.equal('ok');
    expect(await bench.bench.events()).to.deep.equal(['mcp_server.registered', 'mcp_server.approved']);
  });

  it('of two reviews at once, or of a review and a new submission, lets one win', async () => {
    for (const other of ['reject', 'withdraw', 'submit'] as const) {
      const bench = await ServerBench.make();
      const pending = await bench.registered();
      const [approval] = await Promise.all([
        bench.calls.approve(pending),
        other === 'submit' ? bench.calls.submit({ version: '2.0.0' }) : bench.calls[other](pending),
      ]);
      const server = await bench.server();
      const [[, status] = []] = await bench.current();
      expect(approval.ok).to.equal(status === 'approved');
      expect(server?.liveSnapshot !== null).to.equal(approval.ok);
    }
  });

  it('is reserved for reviewers, and a submission of another server is absent', async () => {
    const bench = await ServerBench.make();
    const pending = await bench.registered();
    await bench.bench.grant('bob', 'server_owner');
    const bob = await bench.bench.as('bob');
    expect(refusalOf(await bench.calls.approve(pending, undefined, bob))).to.equal('permission_denied');
    expect(refusalOf(await bench.calls.reject(pending, bob))).to.equal('permission_denied');
    const elsewhere = { summary: { ...pending.summary, submissionId: 'sub_elsewhere' } };
    expect(refusalOf(await bench.calls.approve(elsewhere))).to.equal('not_found');
    expect(refusalOf(await bench.calls.withdraw(pending, bob))).to.equal('ok');
  });

  it('honours If-Match on the submission', async () => {
    const bench = await ServerBench.make();
    const pending = await bench.registered();
    const stale = { ...bench.ada, ifMatch: ['9'] };
    expect(refusalOf(await bench.calls.approve(pending, undefined, stale))).to.equal('etag_mismatch');
  });
});

describe('rejecting and withdrawing', () => {
  for (const [verb, status, eventType] of [
    ['reject', 'rejected', 'mcp_server.rejected'],
    ['withdraw', 'withdrawn', 'mcp_server.withdrawn'],
  ] as const) {
    it(`closes what is pending: ${verb}; again changes nothing`, async () => {
      const bench = await ServerBench.make();
      const pending = await bench.registered();
      const closed = answerOf(await bench.calls[verb](pending));
      expect([closed.summary.status, closed.summary.reviewedBy]).to.deep.equal([status, 'ada']);
      expect(closed.permissions.allowedActions).to.deep.equal([]);
      expect(await bench.server()).to.deep.include({ pendingSubmissionId: null, liveSnapshot: null });
      expect(answerOf(await bench.calls[verb](pending))).to.deep.equal(closed);
      expect(await bench.bench.events()).to.deep.equal(['mcp_server.registered', eventType]);
      expect(refusalOf(await bench.calls.approve(pending))).to.equal('invalid_state');
    });
  }
});
