import type { GovgateClient } from '@govgate/client';
import { Bars } from '../../parts/bars.js';
import { type Query, unchecked } from '../../parts/list-page.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { barRange, histogramRange } from './histogram-range.js';

const t = texts.audit;

type Counted = Parameters<GovgateClient['countAuditEvents']>[0];

/** The listed events by time; a bar narrows the list to its span. What the list refuses is said there. */
export const Histogram = ({ query: { cursor: _, order: __, ...filters } }: { readonly query: Query }) => {
  const { client, href } = useApi();
  const { data } = useLoad(['histogram', filters], async ({ signal }) => {
    const range = histogramRange(filters, new Date());
    if (range === undefined) return null;
    return client.countAuditEvents(unchecked<Counted>({ ...filters, ...range }), { signal });
  });
  if (!data) return null;
  return (
    <Bars
      label={t.perBar[data.interval]}
      series={[
        ['info', t.succeeded],
        ['danger', t.denied],
        ['warning', t.failed],
      ]}
      bars={data.buckets.map(({ start, success, denied, failure }) => ({
        start,
        counts: [success, denied, failure],
      }))}
      hrefOf={(first, last) =>
        href('audit', { ...filters, from: first.start, to: barRange(last.start, data.interval).to })
      }
    />
  );
};
