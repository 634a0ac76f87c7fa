import type { DecideReviewItemsInput, ListReviewItemsInput, OpenAccessReviewInput } from '@govgate/client';
import { REVIEWED_KINDS } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type ServiceAddress } from './at-service.js';
import { checkedId, checkedPrincipal, checkedReason } from './checked.js';
import { printLine } from './print-line.js';
import type { Searched } from './searched.js';
import { endOfTtl } from './ttl.js';

/** Records read at a time. */
const PAGE = 200;
/** Decisions sent in one call. */
const TOGETHER = 100;

type OpenReviewBody = NonNullable<OpenAccessReviewInput['body']>;
type Decision = DecideReviewItemsInput['body']['decisions'][number]['decision'];

export interface OpenOptions extends ServiceAddress {
  readonly kind?: readonly string[];
  readonly reviewer?: readonly string[];
  readonly reviewerGroup?: readonly string[];
  readonly ttl: string;
  readonly whenUnanswered: string;
  readonly reason: string;
}

/** `govgate access-review open NAME`: the review on stdout. */
export const openReview = (name: string, options: OpenOptions): Promise<void> => {
  const {
    environment,
    kind,
    reviewer = [],
    reviewerGroup = [],
    ttl,
    whenUnanswered,
    reason,
    ...place
  } = options;
  if (reviewer.length + reviewerGroup.length === 0)
    throw new CommandFailure('Name who decides with --reviewer or --reviewer-group.', EXIT.usage);
  for (const id of reviewer) checkedPrincipal(id);
  checkedReason(reason, 'quarterly');
  const body = {
    name,
    environment_id: environment ?? null,
    kinds: kind ?? kindsIn(environment),
    reviewers: [
      ...reviewer.map((id) => ({ subject_type: 'user', subject_id: id })),
      ...reviewerGroup.map((id) => ({ subject_type: 'group', subject_id: id })),
    ],
    due_at: endOfTtl(ttl),
    when_unanswered: whenUnanswered,
    reason_code: reason,
  };
  return atService(place, async ({ client }) =>
    printLine(await client.openAccessReview({ body: body as unknown as OpenReviewBody })),
  );
};

// Tokens and service accounts are in no environment.
const kindsIn = (environment: string | undefined): readonly string[] =>
  environment === undefined ? Object.keys(REVIEWED_KINDS) : ['role_binding', 'credential_binding'];

/** `govgate access-review list`: one review per line. */
export const listReviews = ({
  status,
  search: q,
  sort,
  ...place
}: ServiceAddress & Searched & { readonly status?: string }): Promise<void> =>
  atService(place, async ({ client }) => {
    const request = { status: status as never, q, sort: sort as never, limit: PAGE };
    for await (const review of client.listAccessReviews.items(request)) printLine(review);
  });

/** `govgate access-review show ID`: the review and how far it is. */
export const showReview = (id: string, place: ServiceAddress): Promise<void> => {
  checkedId('access review', id);
  return atService(place, async ({ client }) =>
    printLine(await client.readAccessReview({ access_review_id: id })),
  );
};

export interface ItemsOptions extends ServiceAddress, Searched {
  readonly decision?: string;
  readonly kind?: string;
}

/** `govgate access-review items ID`: one grant per line. */
export const listItems = (
  id: string,
  { decision, kind, search: q, sort, ...place }: ItemsOptions,
): Promise<void> => {
  checkedId('access review', id);
  const filters = {
    decision: decision as ListReviewItemsInput['decision'],
    kind: kind as ListReviewItemsInput['kind'],
    sort: sort as ListReviewItemsInput['sort'],
  };
  return atService(place, async ({ client }) => {
    const items = client.listReviewItems.items({ access_review_id: id, q, ...filters, limit: PAGE });
    for await (const item of items) printLine(item);
  });
};

/** `govgate access-review keep|revoke ID ITEM...`: the items as they are then. */
export const decideItems = (
  decision: Decision,
  [id, ...items]: readonly [string, ...string[]],
  { reason, ...place }: ServiceAddress & { readonly reason: string },
): Promise<void> => {
  checkedId('access review', id);
  for (const item of items) checkedId('item', item);
  checkedReason(reason, 'still_needed');
  return atService(place, async ({ client }) => {
    for (let at = 0; at < items.length; at += TOGETHER) {
      const some = items.slice(at, at + TOGETHER);
      const decisions = some.map((item_id) => ({ item_id, decision, reason_code: reason }));
      const answer = await client.decideReviewItems({ access_review_id: id, body: { decisions } });
      for (const item of answer.items) printLine(item);
    }
  });
};

/** `govgate access-review cancel ID`. */
export const cancelReview = (
  id: string,
  { reason, ...place }: ServiceAddress & { readonly reason: string },
): Promise<void> => {
  checkedId('access review', id);
  checkedReason(reason, 'opened_by_mistake');
  return atService(place, async ({ client }) =>
    printLine(await client.cancelAccessReview({ access_review_id: id, body: { reason_code: reason } })),
  );
};

/** `govgate access-review report ID`: the report itself on stdout. */
export const reportReview = (
  id: string,
  { format, ...place }: ServiceAddress & { readonly format: string },
): Promise<void> => {
  checkedId('access review', id);
  return atService(place, async ({ client }) => {
    const { content } = await client.reportAccessReview({ access_review_id: id, format: format as never });
    process.stdout.write(content);
  });
};
