import type { ReadAccessReviewResponse as AccessReview, GovgateClient } from '@govgate/client';
import { useEffect, useRef, useState } from 'react';
import type { Change } from '../../parts/change-buttons.js';
import { ChangeDialog } from '../../parts/change-dialog.js';
import { Failure } from '../../parts/failure.js';
import { type Filter, Filters } from '../../parts/filters.js';
import { type Query, unchecked } from '../../parts/list-page.js';
import { Loading } from '../../parts/loading.js';
import { pageOf } from '../../parts/page-of.js';
import { Pager } from '../../parts/pager.js';
import { Section } from '../../parts/section.js';
import { useAddress } from '../../state/address.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import type { Deciding } from './decide-items.js';
import { ItemsTable } from './items-table.js';

const t = texts.accessReviews;

/** As many as one call decides. */
const MOST = 100;

/** A change that was chosen, and the grants it is for. */
interface Chosen {
  readonly change: Change<Deciding>;
  readonly items: Deciding;
}

/** The grants of a review, at first those to decide, to keep or revoke one by one or together. */
export const ReviewItems = ({ review }: { readonly review: AccessReview }) => {
  const { query } = useAddress();
  // It stays open when what is decided leaves the list behind it.
  const [chosen, setChosen] = useState<Chosen>();
  const isOpen = review.status === 'open';
  const path = `access/reviews/${encodeURIComponent(review.access_review_id)}`;
  const { data, error, isLoading, reload } = useItems(review, query);
  const { list, keepFocus } = useKeptFocus(data);
  return (
    <Section title={t.items}>
      <div ref={list} tabIndex={-1}>
        <Filters path={path} filters={filtersFor(isOpen)} />
        {error !== undefined && <Failure error={error} retry={reload} />}
        {data === undefined && isLoading && <Loading lines={6} />}
        {data?.items.length === 0 && (
          <p role="status">{isOpen && !isNarrowed(query) ? t.allDecided : t.noItems}</p>
        )}
        {data !== undefined && data.items.length > 0 && (
          <>
            <ItemsTable
              items={data.items}
              mayDecide={review.permissions.allowed_actions.includes('decide')}
              choose={(change, items) => setChosen({ change, items })}
            />
            <Pager path={path} page={data} />
          </>
        )}
      </div>
      {chosen !== undefined && (
        <ChangeDialog
          change={chosen.change}
          record={chosen.items}
          reread={undefined}
          onClose={() => {
            keepFocus();
            setChosen(undefined);
          }}
        />
      )}
    </Section>
  );
};

const useItems = (review: AccessReview, { environment: _, ...request }: Query) => {
  const { client } = useApi();
  const isOpen = review.status === 'open';
  return useLoad(
    ['review items', review.access_review_id, isOpen, request],
    ({ signal }) => askItems(client, review, { query: request, signal }),
    isOpen ? 10_000 : undefined,
  );
};

/** What was decided leaves the list, and must not take the focus with it. */
const useKeptFocus = (data: unknown) => {
  const list = useRef<HTMLDivElement>(null);
  const isAfterChoice = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is another.
  useEffect(() => {
    if (!isAfterChoice.current || document.activeElement !== document.body) return;
    isAfterChoice.current = false;
    list.current?.focus({ preventScroll: true });
  }, [data]);
  return {
    list,
    keepFocus: () => {
      isAfterChoice.current = true;
    },
  };
};

const KIND: Filter = {
  name: 'kind',
  label: t.kindOfGrant,
  values: ['role_binding', 'api_token', 'service_account', 'credential_binding'],
};

const ALL = 'all';

/** Of an open review the undecided grants are shown unless others are wanted; of one that is over, all. */
const filtersFor = (isOpen: boolean): readonly Filter[] => [
  { name: 'q', label: texts.search },
  {
    name: 'decision',
    label: t.decision,
    ...(isOpen
      ? { unset: t.undecided, values: ['keep', 'revoke', ALL] }
      : { values: ['none', 'keep', 'revoke'] }),
  },
  KIND,
];

const isNarrowed = ({ q, decision, kind }: Query): boolean => [q, decision, kind].some(Boolean);

const askItems = async (
  client: GovgateClient,
  { access_review_id, status }: AccessReview,
  { query: { decision = '', ...query }, signal }: { readonly query: Query; readonly signal: AbortSignal },
) => {
  const unset = status === 'open' ? 'none' : undefined;
  const wanted = decision === ALL ? undefined : decision || unset;
  const request = { ...query, access_review_id, decision: wanted, sort: 'name', limit: MOST };
  return pageOf(await client.listReviewItems(unchecked(request), { signal }));
};
