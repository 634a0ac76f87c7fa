import type { AccessReview, AccessReviewItem } from '@govgate/domain';
import { newAccessReview } from '@govgate/domain/internal';
import { accessReviewItemKind, accessReviewKind } from '@govgate/ports';
import { TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

const NOW = '2026-01-02T00:00:00.000Z';
const scope = { tenant_id: TENANT };
const on = (access_review_id: string) => ({ params: { access_review_id }, query: scope });

const review = (accessReviewId: string): AccessReview => ({
  ...newAccessReview(
    {
      tenantId: TENANT,
      name: 'Sample',
      environmentId: null,
      kinds: ['role_binding'],
      reviewers: [{ subjectType: 'user', subjectId: 'vic' }],
      dueAt: '2099-01-01T00:00:00.000Z',
      whenUnanswered: 'keep',
    },
    { accessReviewId, openedBy: 'ada', openedAt: NOW },
  ),
  status: 'open',
});

const item: AccessReviewItem = {
  itemId: 'ari_sample',
  accessReviewId: 'arv_open',
  tenantId: TENANT,
  kind: 'role_binding',
  environmentId: '',
  resourceId: 'rb_sample',
  subject: { subjectType: 'user', subjectId: 'vic' },
  access: 'viewer (tenant)',
  decision: 'none',
  decidedBy: null,
  decidedAt: null,
  reasonCode: null,
  reason: null,
};

/** Access reviews. */
export const ACCESS_REVIEW_SAMPLES: Readonly<Record<string, OperationSample>> = {
  openAccessReview: {
    params: {},
    query: scope,
    body: {
      name: 'Sample',
      kinds: ['role_binding'],
      reviewers: [{ subject_type: 'user', subject_id: 'vic' }],
      due_at: '2099-01-01T00:00:00.000Z',
      when_unanswered: 'keep',
    },
  },
  listAccessReviews: { params: {}, query: { ...scope, status: 'open' } },
  readAccessReview: on('arv_open'),
  listReviewItems: { ...on('arv_open'), query: { ...scope, decision: 'none', kind: 'role_binding' } },
  decideReviewItems: {
    ...on('arv_open'),
    body: {
      decisions: [{ item_id: 'ari_sample', decision: 'keep', reason_code: 'sample', reason: 'A sample' }],
    },
  },
  cancelAccessReview: { ...on('arv_cancelled_next'), body: { reason_code: 'sample', reason: 'A sample' } },
  reportAccessReview: { ...on('arv_open'), query: { ...scope, format: 'csv' } },
};

export const ACCESS_REVIEW_RECORDS: readonly SampleRecord[] = [
  { kind: accessReviewKind, record: review('arv_open') },
  { kind: accessReviewKind, record: review('arv_cancelled_next') },
  { kind: accessReviewItemKind, record: item },
  // A second page of the list.
  { kind: accessReviewItemKind, record: { ...item, itemId: 'ari_other', resourceId: 'rb_sample_2' } },
];
