import { Failure } from '../../parts/failure.js';
import { Heading } from '../../parts/heading.js';
import { RecordPage } from '../../parts/record-page.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import type { ConsolePage } from '../page.js';
import { approvalRecord } from './approval.js';
import { type Waiting, waitingFor } from './waiting.js';

const t = texts.reviews;

/** What is pending the caller's decision, oldest first. */
export const reviews: ConsolePage = {
  path: 'reviews',
  title: t.title,
  letter: 'r',
  isFor: (api) =>
    api.may('mcp_server.review') ||
    api.may('credential_binding.approve') ||
    api.may('agent.review') ||
    api.may('approval.read'),
  Page: ({ rest: [id] }) => (id === undefined ? <Queue /> : <RecordPage def={approvalRecord} id={id} />),
};

const Queue = () => {
  const api = useApi();
  const { data, error, reload } = useLoad(
    api.environment,
    ({ signal }) => waitingFor(api, { signal }),
    20_000,
  );
  return (
    <>
      <Heading title={t.title} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined && <p class="quiet">{texts.loading}</p>}
      {data?.length === 0 && (
        <p class="empty">
          <strong>{texts.nothingHere}</strong> {t.whenEmpty}
        </p>
      )}
      {data !== undefined && data.length > 0 && <WaitingTable rows={data} />}
    </>
  );
};

const WaitingTable = ({ rows }: { readonly rows: readonly Waiting[] }) => (
  <table class="list">
    <thead>
      <tr>
        <th scope="col">{t.what}</th>
        <th scope="col">{t.kind}</th>
        <th scope="col">{t.team}</th>
        <th scope="col">{t.by}</th>
        <th scope="col">{t.since}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((one) => (
        <WaitingRow key={one.path} one={one} />
      ))}
    </tbody>
  </table>
);

const WaitingRow = ({ one }: { readonly one: Waiting }) => {
  const { href } = useApi();
  return (
    <tr>
      <th scope="row" data-head={t.what}>
        <a href={href(one.path)}>
          <Text of={one.name} />
        </a>{' '}
        <Code of={one.id} />
      </th>
      <td data-head={t.kind}>
        <Badge of={t.kinds[one.kind]} />
      </td>
      <td data-head={t.team}>
        <Code of={one.team} />
      </td>
      <td data-head={t.by}>
        <Code of={one.by} />
      </td>
      <td data-head={t.since}>
        <Moment of={one.since} />
      </td>
    </tr>
  );
};
