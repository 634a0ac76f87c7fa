import type { ReadAccessReviewResponse as AccessReview, ListAccessReviewsResponse } from '@govgate/client';
import { type ListDef, unchecked } from '../../parts/list-page.js';
import { pageOf } from '../../parts/page-of.js';
import { RecordLink } from '../../parts/record-link.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { openReviews } from './open-review.js';
import { ReviewParts } from './review-parts.js';

const t = texts.accessReviews;

type AccessReviewSummary = ListAccessReviewsResponse['items'][number];

export const accessReviewList: ListDef<AccessReviewSummary> = {
  title: t.title,
  path: 'access/reviews',
  needsPage: () => true,
  filters: [{ name: 'status', label: t.status, values: ['preparing', 'open', 'closed', 'cancelled'] }],
  columns: [
    { head: t.name, cell: (one) => <Text of={one.name} />, sort: 'name' },
    { head: t.scope, cell: (one) => <Scope of={one} /> },
    { head: t.kinds, cell: kindsOf },
    { head: t.status, cell: (one) => <Badge of={one.status} /> },
    { head: t.due, cell: (one) => <Moment of={one.due_at} /> },
  ],
  idOf: (one) => one.access_review_id,
  ask: async (client, query, options) => pageOf(await client.listAccessReviews(unchecked(query), options)),
  whenEmpty: t.whenEmpty,
  everyMs: 20_000,
  creates: openReviews,
};

export const accessReviewRecord: RecordDef<AccessReview> = {
  read: (client, id, options) => client.readAccessReview({ access_review_id: id }, options),
  titleOf: (one) => one.name,
  facts: (one) => [
    [t.status, <Badge of={one.status} />],
    [t.progress, one.status === 'preparing' ? t.preparing : t.progressOf(one.progress)],
    [t.due, <Moment of={one.due_at} />],
    [t.whenUnanswered, t.unanswered[one.when_unanswered]],
    [t.scope, <Scope of={one} />],
    [t.kinds, kindsOf(one)],
    [t.reviewers, <Reviewers of={one} />],
    [
      t.opened,
      <span>
        <Code of={one.opened_by} /> <Moment of={one.opened_at} />
      </span>,
    ],
    ...(one.closed_at === null ? [] : [[t.closedAt, <Moment of={one.closed_at} />] as const]),
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    verb({
      action: 'cancel',
      label: t.cancel,
      says: t.cancelSays,
      isGrave: true,
      codes: ['opened_by_mistake', 'superseded'],
      send: ({ client, record: { access_review_id }, body, options }) =>
        client.cancelAccessReview({ access_review_id, body }, options),
    }),
  ],
  Below: ReviewParts,
  everyMs: 5_000,
};

// Function declarations, because the tables above use them while the module loads.
function kindsOf({ kinds }: AccessReviewSummary): string {
  return kinds.map((kind) => t.kind[kind]).join(', ');
}

function Scope({ of: { environment_id } }: { readonly of: AccessReviewSummary }) {
  return environment_id === null ? t.wholeTenant : <Code of={environment_id} />;
}

function Reviewers({ of: { reviewers } }: { readonly of: AccessReviewSummary }) {
  return (
    <span className="chips">
      {reviewers.map(({ subject_type, subject_id }) => (
        <RecordLink key={`${subject_type} ${subject_id}`} type={subject_type} id={subject_id} />
      ))}
    </span>
  );
}
