import { expect } from 'chai';
import { ADMIN, contributorOfUser, expectOk, NOW, refusalIn } from '../testing/people.js';
import { liveManifest, type McpServer, registrationStatusOf } from './mcp-server.js';
import {
  decideApproveSubmission,
  decideRejectSubmission,
  decideWithdrawSubmission,
  type Reviewed,
} from './review-submission.js';
import {
  decideDisableServer,
  decideEnableServer,
  mcpServerAllowedActions,
  submissionAllowedActions,
} from './server-verbs.js';
import { type McpSubmission, reviewedTools, submissionCounts, type ToolReview } from './submission.js';
import { decideSubmit } from './submit.js';
import { isCallable } from './testing/is-callable.js';
import { driftedTool, manifestOf, reviewRequest, submitRequest } from './testing/servers.js';

const askedFor = (manifestHash: string) =>
  ({
    ...reviewRequest,
    manifestHash,
    snapshotId: 'snap_1',
    toolReviews: [
      { toolId: 'search', gatewayStatus: 'approved' },
      { toolId: 'delete', riskTier: 'critical', gatewayStatus: 'denied', deniedReason: 'Too sharp' },
    ],
  }) as const;

describe('a submission under review', () => {
  let server: McpServer;
  let submission: McpSubmission;
  let approveRequest: ReturnType<typeof askedFor>;
  let approved: Reviewed;

  beforeEach(() => {
    ({ server, submission } = expectOk(
      decideSubmit(undefined, undefined, manifestOf(), submitRequest('sub_1')),
    ));
    approveRequest = askedFor(submission.manifestHash);
    approved = expectOk(decideApproveSubmission(server, submission, undefined, approveRequest));
  });

  describe('decideApproveSubmission', () => {
    it('requires the hash of exactly what was read', () => {
      expect(
        refusalIn(
          decideApproveSubmission(server, submission, undefined, {
            ...approveRequest,
            manifestHash: 'sha256:0',
          }),
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
            activatedAt: reviewRequest.now,
          },
          updatedAt: reviewRequest.now,
        },
        submission: {
          ...submission,
          status: 'approved',
          snapshotId: 'snap_1',
          toolReviews: approveRequest.toolReviews,
          reviewedBy: 'usr_ada',
          reviewReasonCode: 'reviewed',
          reviewReason: 'Looks right',
          reviewedAt: reviewRequest.now,
        },
        superseded: null,
        lifted: [],
      });
    });

    it('lets the reviewer set tiers and exclude tools, and counts the rest', () => {
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

    it('stops the submitter from approving it, and from nothing else', () => {
      const own = { ...approveRequest, by: contributorOfUser('usr_carol') };
      expect(refusalIn(decideApproveSubmission(server, submission, undefined, own))).to.deep.equal({
        reasonCode: 'self_approval_forbidden',
      });
      const alone = { ...own, fourEyes: false };
      expect(decideApproveSubmission(server, submission, undefined, alone).ok).to.equal(true);
      expect(decideRejectSubmission(server, submission, own).ok).to.equal(true);
      expect(decideWithdrawSubmission(server, submission, own).ok).to.equal(true);
      const carol = { ...ADMIN, actorId: 'usr_carol', persons: ['usr_carol'] };
      expect(submissionAllowedActions(carol, server, submission, { fourEyes: true })).to.deep.equal([
        'reject',
        'withdraw',
      ]);
    });

    it('admits the named tools, and leaves the others waiting', () => {
      const review = (...toolReviews: ToolReview[]) =>
        reviewedTools(
          expectOk(decideApproveSubmission(server, submission, undefined, { ...approveRequest, toolReviews }))
            .submission,
        ).map((tool) => tool.gatewayStatus);
      expect(review()).to.deep.equal(['pending', 'pending']);
      expect(review({ toolId: 'search' })).to.deep.equal(['approved', 'pending']);
      expect(review({ toolId: 'delete', riskTier: 'critical' })).to.deep.equal(['pending', 'approved']);
      expect(review({ toolId: 'search' }, { toolId: 'delete', gatewayStatus: 'denied' })).to.deep.equal([
        'approved',
        'denied',
      ]);
    });

    it('remains valid where it was approved before tools had to be named', () => {
      const before = { ...approved.submission, toolReviews: [] };
      expect(reviewedTools(before).map((tool) => tool.gatewayStatus)).to.deep.equal(['approved', 'approved']);
    });

    it('refuses a review of an absent tool, and of a closed submission', () => {
      const stray = { ...approveRequest, toolReviews: [{ toolId: 'drop' }] };
      expect(refusalIn(decideApproveSubmission(server, submission, undefined, stray))).to.deep.equal({
        reasonCode: 'unknown_reference',
        field: 'tool_reviews',
      });
      const twice = { ...approveRequest, toolReviews: [{ toolId: 'search' }, { toolId: 'search' }] };
      expect(refusalIn(decideApproveSubmission(server, submission, undefined, twice))).to.deep.equal({
        reasonCode: 'invalid_request',
        field: 'tool_reviews',
      });
      const rejected = expectOk(decideRejectSubmission(server, submission, reviewRequest)).submission;
      expect(refusalIn(decideApproveSubmission(server, rejected, undefined, approveRequest))).to.deep.equal({
        reasonCode: 'invalid_state',
      });
      expect(
        expectOk(decideApproveSubmission(approved.server, approved.submission, undefined, approveRequest))
          .kind,
      ).to.equal('no_change');
    });

    it('admits drifted tools that were approved, and lifts no other revocation', () => {
      const driftedTools = [driftedTool('search'), driftedTool('unheard_of')];
      const drifted = { ...server, driftedTools };
      const reviewed = expectOk(decideApproveSubmission(drifted, submission, undefined, approveRequest));
      if (reviewed.kind !== 'moved') throw new Error('nothing moved');
      expect([reviewed.server.driftedTools, reviewed.lifted]).to.deep.equal([
        [driftedTool('unheard_of')],
        [driftedTool('search')],
      ]);
    });
  });

  describe('rejecting and withdrawing', () => {
    const WAYS = [
      { to: 'rejected', decide: decideRejectSubmission },
      { to: 'withdrawn', decide: decideWithdrawSubmission },
    ] as const;

    it('close the pending submission, with who did it and why, and leave the live one', () => {
      const live = { ...approved.server, pendingSubmissionId: 'sub_1' };
      for (const { to, decide } of WAYS)
        expect(expectOk(decide(live, submission, reviewRequest))).to.deep.equal({
          kind: 'moved',
          server: { ...live, pendingSubmissionId: null, updatedAt: reviewRequest.now },
          submission: {
            ...submission,
            status: to,
            reviewedBy: 'usr_ada',
            reviewReasonCode: 'reviewed',
            reviewReason: 'Looks right',
            reviewedAt: reviewRequest.now,
          },
          superseded: null,
          lifted: [],
        });
    });

    it('change nothing the second time, and refuse what ended another way', () => {
      for (const { to, decide } of WAYS)
        for (const status of ['approved', 'rejected', 'superseded', 'withdrawn'] as const) {
          const closed = { ...submission, status };
          const decided = decide(server, closed, { ...reviewRequest, by: contributorOfUser('usr_bea') });
          if (status === to)
            expect(expectOk(decided)).to.deep.equal({ kind: 'no_change', server, submission: closed });
          else expect(refusalIn(decided)).to.deep.equal({ reasonCode: 'invalid_state' });
        }
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

    it('keeps the moment of the first time when a server is disabled again', () => {
      const disabled = { ...approved.server, disabledAt: NOW };
      expect(expectOk(decideDisableServer(disabled, { now: reviewRequest.now }))).to.deep.equal({
        kind: 'no_change',
        record: disabled,
      });
    });

    it('offers no deprecation of what is not live or waits to be deprecated', () => {
      const deprecation = { manifest: manifestOf({ registrationStatus: 'deprecated' }) };
      const edit = { manifest: manifestOf() };
      expect([
        mcpServerAllowedActions(ADMIN, server, undefined),
        mcpServerAllowedActions(ADMIN, approved.server, deprecation),
        mcpServerAllowedActions(ADMIN, approved.server, edit),
      ]).to.deep.equal([
        ['disable', 'read', 'submit'],
        ['disable', 'read', 'submit'],
        ['deprecate', 'disable', 'read', 'submit'],
      ]);
    });
  });
});
