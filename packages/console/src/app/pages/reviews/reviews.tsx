import { Failure } from '../../parts/failure.js';
import { type Filter, Filters } from '../../parts/filters.js';
import { Heading } from '../../parts/heading.js';
import { Empty } from '../../parts/list-page.js';
import { Loading } from '../../parts/loading.js';
import { RecordPage } from '../../parts/record-page.js';
import { SimpleTable } from '../../parts/simple-table.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useAddress } from '../../state/address.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { useSeesAccessReviews } from '../access/sees-access-reviews.js';
import type { PageContent } from '../page.js';
import { approvalRecord } from './approval.js';
import type { Waiting } from './by-urgency.js';
import { waitingFor } from './waiting.js';

const t = texts.reviews;

/** What is pending the caller's decision: what runs out first on top, then what waits longest. */
export const reviews: PageContent = {
  Page: ({ rest: [id] }) =>
    id === undefined ? <Queue /> : <RecordPage def={approvalRecord} id={id} above={[[t.title, 'reviews']]} />,
};

const KIND: Filter = {
  name: 'kind',
  label: t.kind,
  values: ['approval', 'mcp_submission', 'credential_binding', 'agent', 'client_surface', 'access_review'],
};

const Queue = () => {
  const api = useApi();
  const { query } = useAddress();
  const seesAccessReviews = useSeesAccessReviews();
  const { data, error, reload } = useLoad(
    ['waiting', seesAccessReviews],
    ({ signal }) => waitingFor(api, seesAccessReviews, { signal }),
    20_000,
  );
  const shown = data?.items.filter(({ kind }) => kind === (query.kind || kind)) ?? [];
  return (
    <>
      <Heading title={t.title} />
      <Filters path="reviews" filters={[KIND]} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && shown.length === 0 && <Empty says={t.whenEmpty} />}
      {data?.isAtLeast && <p role="status">{t.atLeast(data.items.length)}</p>}
      {shown.length > 0 && <WaitingTable rows={shown} />}
    </>
  );
};

const WaitingTable = ({ rows }: { readonly rows: readonly Waiting[] }) => {
  const { href } = useApi();
  return (
    <SimpleTable
      label={t.title}
      heads={[t.what, t.kind, t.team, t.by, t.since, t.until]}
      rows={rows.map((one) => ({
        key: one.path,
        cells: [
          <span>
            <a href={href(one.path)}>
              <Text of={one.name} />
            </a>{' '}
            <Code of={one.id} />
          </span>,
          <Badge of={t.kindOf(one.kind)} />,
          <Code of={one.team} />,
          <Code of={one.by} />,
          <Moment of={one.since} />,
          <Moment of={one.until} />,
        ],
      }))}
    />
  );
};
