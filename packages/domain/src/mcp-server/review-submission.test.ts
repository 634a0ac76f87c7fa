import { expect } from 'chai';
import { ADMIN, expectOk, NOW, refusalIn } from '../testing/people.js';
import { isCallable, liveManifest, registrationStatusOf } from './mcp-server.js';
import { decideApproveSubmission, decideRejectSubmission } from './review-submission.js';
import { reviewedTools, submissionCounts } from './submission.js';
import { decideSubmit } from './submit.js';
import { decideDisableServer, decideEnableServer, mcpServerAllowedActions } from './switch-server.js';
import { manifestOf, reviewAsked, submitAsked } from './testing/servers.js';
import { decideDrift, toolSchemaHash } from './tool-drift.js';

const { server, submission } = expectOk(
  decideSubmit(undefined, undefined, manifestOf(), submitAsked('sub_1')),
);
const approveAsked = {
  ...reviewAsked,
  manifestHash: submission.manifestHash,
  snapshotId: 'snap_1',
  toolReviews: [
    { toolId: 'delete', riskTier: 'critical', gatewayStatus: 'denied', deniedReason: 'Too sharp' },
  ],
} as const;
const approved = expectOk(decideApproveSubmission(server, submission, undefined, approveAsked));

describe('decideApproveSubmission', () => {
  it('wants the hash of exactly what was read', () => {
    expect(
      refusalIn(
        decideApproveSubmission(server, submission, undefined, { ...approveAsked, manifestHash: 'sha256:0' }),
      ),
    ).to.deep.equal({ reasonCode: 'manifest_hash_mismatch', field: 'manifest_hash' });
  });

  it('makes the submission the live snapshot', () => {
    expect(approved).to.deep.equal({
      kind: 'moved',
      server: {
        ...server,
        pendingSubmissionId: null,
        liveSnapshot: {
          snapshotId: 'snap_1',
          submissionId: 'sub_1',
          manifestHash: submission.manifestHash,
          version: '1.0.0',
          registrationStatus: 'active',
          activatedAt: reviewAsked.now,
        },
        updatedAt: reviewAsked.now,
      },
      submission: {
        ...submission,
        status: 'approved',
        snapshotId: 'snap_1',
        toolReviews: approveAsked.toolReviews,
        reviewedBy: 'usr_ada',
        reviewReasonCode: 'reviewed',
        reviewReason: 'Looks right',
        reviewedAt: reviewAsked.now,
      },
      superseded: null,
    });
  });

  it('lets the reviewer set tiers and keep tools out, and counts what is left', () => {
    expect(submissionCounts(submission)).to.deep.equal({
      maxToolRiskTier: 'high',
      approvedToolCount: 0,
      deniedCandidateCount: 0,
    });
    expect(submissionCounts(approved.submission)).to.deep.equal({
      maxToolRiskTier: 'critical',
      approvedToolCount: 1,
      deniedCandidateCount: 1,
    });
    expect(
      reviewedTools(approved.submission).map((tool) => [tool.gatewayStatus, tool.deniedReason]),
    ).to.deep.equal([
      ['approved', undefined],
      ['denied', 'Too sharp'],
    ]);
  });

  it('refuses a review of a tool that is not there, and of what is closed', () => {
    const stray = { ...approveAsked, toolReviews: [{ toolId: 'drop' }] };
    expect(refusalIn(decideApproveSubmission(server, submission, undefined, stray))).to.deep.equal({
      reasonCode: 'unknown_reference',
      field: 'tool_reviews',
    });
    const twice = { ...approveAsked, toolReviews: [{ toolId: 'search' }, { toolId: 'search' }] };
    expect(refusalIn(decideApproveSubmission(server, submission, undefined, twice))).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'tool_reviews',
    });
    const rejected = expectOk(decideRejectSubmission(server, submission, reviewAsked)).submission;
    expect(refusalIn(decideApproveSubmission(server, rejected, undefined, approveAsked))).to.deep.equal({
      reasonCode: 'invalid_state',
    });
    expect(
      expectOk(decideApproveSubmission(approved.server, approved.submission, undefined, approveAsked)).kind,
    ).to.equal('no_change');
  });
});

describe('the switch of a server', () => {
  it('stops all calls and lets them through again, whatever is registered', () => {
    const disabled = expectOk(decideDisableServer(approved.server, { now: NOW })).record;
    expect(registrationStatusOf(disabled)).to.equal('disabled');
    expect(isCallable(liveManifest(disabled, approved.submission), 'search')).to.equal(false);
    expect(mcpServerAllowedActions(ADMIN, disabled, undefined)).to.deep.equal([
      'deprecate',
      'enable',
      'read',
      'submit',
    ]);
    const enabled = expectOk(decideEnableServer(disabled, { now: NOW })).record;
    expect(registrationStatusOf(enabled)).to.equal('active');
    expect(isCallable(liveManifest(enabled, approved.submission), 'search')).to.equal(true);
    expect(expectOk(decideEnableServer(enabled, { now: NOW })).kind).to.equal('no_change');
    expect(registrationStatusOf(server)).to.equal('draft');
  });
});

describe('decideDrift', () => {
  const observed = (title: string) => [
    { name: 'search', schemaHash: toolSchemaHash({ title, type: 'object' }) },
    { name: 'unheard_of', schemaHash: 'sha256:1' },
  ];

  it('leaves a server that lists what was approved', () => {
    expect(decideDrift(approved.server, approved.submission, observed('search'), { now: NOW }).kind).to.equal(
      'no_change',
    );
  });

  it('takes a tool with another schema out of service, until it is as approved again', () => {
    const drifted = decideDrift(approved.server, approved.submission, observed('other'), { now: NOW });
    expect(drifted).to.deep.include({ kind: 'moved', changedFields: ['driftedTools'] });
    const manifest = liveManifest(drifted.record, approved.submission);
    expect(manifest.tools.map((tool) => tool.gatewayStatus)).to.deep.equal(['changed', 'denied']);
    expect(isCallable(manifest, 'search')).to.equal(false);
    expect(
      decideDrift(drifted.record, approved.submission, observed('other'), { now: reviewAsked.now }).kind,
    ).to.equal('no_change');
    expect(decideDrift(drifted.record, approved.submission, [], { now: NOW }).kind).to.equal('no_change');
    const back = decideDrift(drifted.record, approved.submission, observed('search'), { now: NOW });
    expect(back.record.driftedTools).to.deep.equal([]);
  });
});
