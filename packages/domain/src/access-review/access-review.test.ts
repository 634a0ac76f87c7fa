import { expect } from 'chai';
import fc from 'fast-check';
import {
  ADMIN,
  callerWith,
  contributorOfUser,
  expectOk,
  grantOf,
  NOW,
  refusalIn,
} from '../testing/people.js';
import { type AccessReview, type AccessReviewItem, newAccessReview, remindersDue } from './access-review.js';
import { ACCESS_REVIEW_STATUSES } from './access-review.machine.js';
import { decideReviewItem, moveAccessReview } from './decide-access-review.js';
import { accessReviewActions, mayOnReview } from './reviewer.js';

const review = (over: Partial<AccessReview> = {}): AccessReview => ({
  ...newAccessReview(
    {
      tenantId: 'acme',
      name: 'Spring',
      environmentId: null,
      kinds: ['role_binding'],
      reviewers: [{ subjectType: 'user', subjectId: 'usr_ada' }],
      dueAt: '2026-03-11T12:00:00.000Z',
      whenUnanswered: 'keep',
    },
    { accessReviewId: 'arv_1', openedBy: 'usr_bob', openedAt: '2026-03-01T12:00:00.000Z' },
  ),
  status: 'open',
  ...over,
});

const item: AccessReviewItem = {
  itemId: 'ari_1',
  accessReviewId: 'arv_1',
  tenantId: 'acme',
  kind: 'role_binding',
  environmentId: '',
  resourceId: 'rb_1',
  subject: { subjectType: 'user', subjectId: 'usr_bob' },
  access: 'viewer (tenant)',
  decision: 'none',
  decidedBy: null,
  decidedAt: null,
  reasonCode: null,
  reason: null,
};

const request = {
  decision: 'revoke',
  by: contributorOfUser('usr_ada'),
  holders: [contributorOfUser('usr_bob')],
  reasonCode: 'left',
  reason: null,
  now: NOW,
} as const;

describe('a decision on an item of an access review', () => {
  it('says who decided what, when and why', () => {
    const decided = { decision: 'revoke', decidedBy: 'usr_ada', decidedAt: NOW, reasonCode: 'left' };
    expect(decideReviewItem(review(), item, request)).to.deep.equal({
      ok: true,
      value: {
        kind: 'moved',
        record: { ...item, ...decided },
        changedFields: ['decidedAt', 'decidedBy', 'decision', 'reasonCode'],
        fences: false,
      },
    });
  });

  it('changes nothing when repeated, may turn a keep into a revoke, and never a revoke into a keep', () => {
    const outcome = (before: AccessReviewItem['decision'], decision: 'keep' | 'revoke'): string => {
      const decided = decideReviewItem(review(), { ...item, decision: before }, { ...request, decision });
      return decided.ok ? decided.value.kind : decided.refusal.reasonCode;
    };
    expect([
      outcome('keep', 'keep'),
      outcome('keep', 'revoke'),
      outcome('revoke', 'revoke'),
      outcome('revoke', 'keep'),
    ]).to.deep.equal(['no_change', 'moved', 'no_change', 'invalid_state']);
  });

  it('is made by somebody else than who has the grant, and only while the review is open', () => {
    expect(
      refusalIn(decideReviewItem(review(), item, { ...request, by: contributorOfUser('usr_bob') })),
    ).to.deep.equal({
      reasonCode: 'self_approval_forbidden',
    });
    for (const status of ['preparing', 'closed', 'cancelled'] as const)
      expect(refusalIn(decideReviewItem(review({ status }), item, request))).to.deep.equal({
        reasonCode: 'invalid_state',
      });
  });
});

describe('what a caller may do with an access review', () => {
  it('is offered exactly when it then succeeds', () => {
    const reviewer = callerWith([], { actorId: 'usr_ada' });
    const callers = [
      ADMIN,
      reviewer,
      callerWith([], { actorId: 'usr_eve' }),
      callerWith([grantOf('viewer', { scopeType: 'tenant' })]),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...callers),
        fc.constantFrom(...ACCESS_REVIEW_STATUSES),
        (caller, status) => {
          const one = review({ status, reviewers: [{ subjectType: 'user', subjectId: 'usr_ada' }] });
          const offered = accessReviewActions(caller, one);
          const decided = decideReviewItem(one, item, request);
          const cancelled = moveAccessReview(one, 'cancel', NOW);
          expect(offered).to.deep.equal(
            [
              cancelled.ok &&
              cancelled.value.kind === 'moved' &&
              mayOnReview(caller, 'access_review.manage', one)
                ? ['cancel']
                : [],
              decided.ok && mayOnReview(caller, 'decide', one) ? ['decide'] : [],
              mayOnReview(caller, 'access_review.read', one) ? ['read'] : [],
            ].flat(),
          );
        },
      ),
    );
    expect(accessReviewActions(callerWith([], { actorId: 'usr_eve' }), review())).to.deep.equal([]);
  });
});

describe('the time of an access review', () => {
  it('has a reminder after half of it and one a day before its end, if it is as long', () => {
    const due = (now: string, over: Partial<AccessReview> = {}) => remindersDue(review(over), now);
    expect([
      due('2026-03-06T11:59:59.999Z'),
      due('2026-03-06T12:00:00.000Z'),
      due('2026-03-10T12:00:00.000Z'),
      due('2026-03-02T00:00:00.000Z', { dueAt: '2026-03-02T11:00:00.000Z' }),
    ]).to.deep.equal([0, 1, 2, 1]);
  });

  it('ends with its closing', () => {
    const { record } = expectOk(moveAccessReview(review(), 'close', NOW));
    expect([record.status, record.closedAt]).to.deep.equal(['closed', NOW]);
    expect(refusalIn(moveAccessReview(record, 'cancel', NOW))).to.deep.equal({ reasonCode: 'invalid_state' });
  });
});
