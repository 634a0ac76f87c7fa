import { expect } from 'chai';
import { contributorOfUser, expectOk, NOW } from '../testing/people.js';
import { activityOf, type McpServerChange } from './activity.js';
import {
  decideApproveSubmission,
  decideRejectSubmission,
  decideWithdrawSubmission,
} from './review-submission.js';
import { diffSubmissions } from './submission-diff.js';
import { decideDeprecate, decideSubmit } from './submit.js';
import { manifestOf, reviewRequest, submitRequest, toolOf } from './testing/servers.js';

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

/** Two submissions, of which the second went live, and its deprecation, which waits. */
const history = () => {
  const first = expectOk(decideSubmit(undefined, undefined, manifestOf(), submitRequest('sub_1')));
  const second = expectOk(
    decideSubmit(first.server, first.submission, manifestOf({ version: '1.1.0' }), {
      ...submitRequest('sub_2'),
      now: '2026-03-01T12:30:00.000Z',
    }),
  );
  const live = expectOk(
    decideApproveSubmission(second.server, second.submission, undefined, {
      ...reviewRequest,
      manifestHash: second.submission.manifestHash,
      snapshotId: 'snap_1',
      toolReviews: [],
    }),
  );
  const third = expectOk(
    decideDeprecate(live.server, live.submission, undefined, {
      ...submitRequest('sub_3'),
      now: '2026-03-01T14:00:00.000Z',
    }),
  );
  return { first, second, live, third };
};

describe('the activity of a server', () => {
  it('is derived from submissions and changes, newest first', () => {
    const { first, second, live, third } = history();
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
      occurredAt: reviewRequest.now,
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

  it('reports how each submission ended, and who ended it', () => {
    const { first } = history();
    const rejected = expectOk(
      decideRejectSubmission(first.server, first.submission, { ...reviewRequest, reason: null }),
    );
    const withdrawn = expectOk(decideWithdrawSubmission(first.server, first.submission, reviewRequest));
    const endOf = ({ submission }: typeof rejected) => activityOf([submission], [])[0];
    const about = {
      submissionId: 'sub_1',
      manifestHash: first.submission.manifestHash,
      version: '1.0.0',
      actorId: 'usr_ada',
      occurredAt: reviewRequest.now,
      reasonCode: 'reviewed',
    };
    expect([endOf(rejected), endOf(withdrawn)]).to.deep.equal([
      {
        ...about,
        eventId: 'sub_1.submission_rejected',
        eventType: 'submission_rejected',
        status: 'rejected',
      },
      {
        ...about,
        eventId: 'sub_1.submission_withdrawn',
        eventType: 'submission_withdrawn',
        status: 'withdrawn',
        reason: 'Looks right',
      },
    ]);
  });

  it('reports an approved deprecation as such, and that it supersedes what was live then', () => {
    const { live, third } = history();
    const deprecated = expectOk(
      decideApproveSubmission(third.server, third.submission, live.submission, {
        ...reviewRequest,
        by: contributorOfUser('usr_bea'),
        now: '2026-03-01T15:00:00.000Z',
        manifestHash: third.submission.manifestHash,
        snapshotId: 'snap_2',
        toolReviews: [],
      }),
    );
    if (deprecated.kind !== 'moved' || deprecated.superseded === null) throw new Error('nothing superseded');
    const feed = activityOf([deprecated.superseded, deprecated.submission], []);
    expect(feed.slice(0, 5).map((event) => [event.eventId, event.actorId, event.occurredAt])).to.deep.equal([
      ['sub_2.submission_superseded', 'usr_bea', '2026-03-01T15:00:00.000Z'],
      ['sub_3.deprecated', 'usr_bea', '2026-03-01T15:00:00.000Z'],
      ['sub_3.snapshot_activated', 'usr_bea', '2026-03-01T15:00:00.000Z'],
      ['sub_3.submission_approved', 'usr_bea', '2026-03-01T15:00:00.000Z'],
      ['sub_3.deprecation_submitted', 'usr_carol', '2026-03-01T14:00:00.000Z'],
    ]);
  });

  it('lists a supersession by an absent submission last, without time or actor', () => {
    const { first, second } = history();
    const feed = activityOf(
      [second.superseded].filter((submission) => submission !== null),
      [],
    );
    expect(feed.map((event) => event.eventType)).to.deep.equal([
      'submission_created',
      'submission_superseded',
    ]);
    expect(feed[1]).to.deep.equal({
      eventId: 'sub_1.submission_superseded',
      eventType: 'submission_superseded',
      submissionId: 'sub_1',
      manifestHash: first.submission.manifestHash,
      version: '1.0.0',
      status: 'superseded',
    });
  });

  it('reports everything known about a change, and nothing else', () => {
    const about = { occurredAt: change.occurredAt, eventId: 'chg_1', eventType: 'disabled' as const };
    const known = {
      actorId: 'usr_ada',
      snapshotId: 'snap_1',
      status: 'disabled',
      reasonCode: 'incident',
      reason: 'Answers with nonsense',
    };
    const unknown = { actorId: null, snapshotId: null, status: null, reasonCode: null, reason: null };
    const disabled = { ...change, eventType: 'disabled' as const };
    expect([
      activityOf([], [{ ...disabled, ...known }]),
      activityOf([], [{ ...disabled, ...unknown }]),
    ]).to.deep.equal([[{ ...about, ...known }], [about]]);
  });
});

describe('diffSubmissions', () => {
  it('sorts each list, however the manifests order their tools', () => {
    const from = manifestOf({ tools: ['b', 'a', 'z', 'y'].map((toolId) => toolOf(toolId)) });
    const riskier = (toolId: string) => toolOf(toolId, { riskTier: 'high' });
    const to = manifestOf({ tools: [toolOf('d'), riskier('z'), riskier('y'), toolOf('c')] });
    expect(diffSubmissions(from, to)).to.deep.equal({
      changedFields: [],
      addedTools: ['c', 'd'],
      removedTools: ['a', 'b'],
      changedTools: ['y', 'z'].map((toolId) => ({ toolId, changedFields: ['risk_tier'] })),
    });
  });

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
