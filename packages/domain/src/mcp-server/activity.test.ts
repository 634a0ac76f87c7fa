import { expect } from 'chai';
import { expectOk, NOW } from '../testing/people.js';
import { activityOf, type McpServerChange } from './activity.js';
import { decideApproveSubmission } from './review-submission.js';
import { diffSubmissions } from './submission-diff.js';
import { decideDeprecate, decideSubmit } from './submit.js';
import { manifestOf, reviewAsked, submitAsked, toolOf } from './testing/servers.js';

const first = expectOk(decideSubmit(undefined, undefined, manifestOf(), submitAsked('sub_1')));
const second = expectOk(
  decideSubmit(first.server, first.submission, manifestOf({ version: '1.1.0' }), {
    ...submitAsked('sub_2'),
    now: '2026-03-01T12:30:00.000Z',
  }),
);
const live = expectOk(
  decideApproveSubmission(second.server, second.submission, undefined, {
    ...reviewAsked,
    manifestHash: second.submission.manifestHash,
    snapshotId: 'snap_1',
    toolReviews: [],
  }),
);
const third = expectOk(
  decideDeprecate(live.server, live.submission, undefined, {
    ...submitAsked('sub_3'),
    now: '2026-03-01T14:00:00.000Z',
  }),
);
const change: McpServerChange = {
  changeId: 'chg_1',
  serverId: 'srv_crm',
  tenantId: 'acme',
  environmentId: 'production',
  eventType: 'health_changed',
  actorId: null,
  occurredAt: '2026-03-01T13:30:00.000Z',
  snapshotId: null,
  status: 'unhealthy',
  reasonCode: 'timeout',
  reason: null,
};

describe('the activity of a server', () => {
  it('is derived from submissions and changes, newest first', () => {
    const submissions = [first.superseded, second.superseded, live.submission, third.submission].filter(
      (submission) => submission !== null,
    );
    const feed = activityOf(submissions, [change]);
    expect(feed.map((event) => [event.eventType, event.submissionId ?? '', event.occurredAt])).to.deep.equal([
      ['deprecation_submitted', 'sub_3', '2026-03-01T14:00:00.000Z'],
      ['health_changed', '', '2026-03-01T13:30:00.000Z'],
      ['snapshot_activated', 'sub_2', '2026-03-01T13:00:00.000Z'],
      ['submission_approved', 'sub_2', '2026-03-01T13:00:00.000Z'],
      ['submission_superseded', 'sub_1', '2026-03-01T12:30:00.000Z'],
      ['submission_created', 'sub_2', '2026-03-01T12:30:00.000Z'],
      ['submission_created', 'sub_1', NOW],
    ]);
    expect(feed[2]).to.deep.equal({
      eventId: 'sub_2.snapshot_activated',
      eventType: 'snapshot_activated',
      submissionId: 'sub_2',
      manifestHash: live.submission.manifestHash,
      version: '1.1.0',
      status: 'approved',
      actorId: 'usr_ada',
      occurredAt: reviewAsked.now,
      reasonCode: 'reviewed',
      reason: 'Looks right',
      snapshotId: 'snap_1',
    });
    expect(feed[1]).to.deep.equal({
      eventId: 'chg_1',
      eventType: 'health_changed',
      occurredAt: '2026-03-01T13:30:00.000Z',
      status: 'unhealthy',
      reasonCode: 'timeout',
    });
  });
});

describe('diffSubmissions', () => {
  it('names what differs, by field and tool, without values', () => {
    const to = manifestOf({
      version: '2.0.0',
      tools: [toolOf('search', { riskTier: 'high', deniedReason: 'x' }), toolOf('create')],
    });
    expect(diffSubmissions(manifestOf(), to)).to.deep.equal({
      changedFields: ['version'],
      addedTools: ['create'],
      removedTools: ['delete'],
      changedTools: [{ toolId: 'search', changedFields: ['denied_reason', 'risk_tier'] }],
    });
    expect(diffSubmissions(to, to)).to.deep.equal({
      changedFields: [],
      addedTools: [],
      removedTools: [],
      changedTools: [],
    });
  });
});
