import type { DataPlane, ReadDataPlaneHealthHistoryResponse } from '@govgate/client';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { timeIn } from '../../parts/local-time.js';
import { Section } from '../../parts/section.js';
import { SimpleTable } from '../../parts/simple-table.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { type HealthSpan, healthSpans } from './health-spans.js';

const t = texts.planes;

const DAY_MS = 86_400_000;
const DAYS = 7;

/** How a plane has been doing: the last week at a glance, and each change with its reason. */
export const HealthHistory = ({ record: { dataPlaneId, readiness } }: { readonly record: DataPlane }) => {
  const { client } = useApi();
  const { data, error, reload } = useLoad(
    ['health history', dataPlaneId],
    ({ signal }) => client.readDataPlaneHealthHistory({ data_plane_id: dataPlaneId, limit: 100 }, { signal }),
    30_000,
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  const now = Date.now();
  return (
    <Section title={t.history}>
      <Timeline spans={healthSpans(data.items, readiness.status, { start: now - DAYS * DAY_MS, end: now })} />
      {data.items.length === 0 ? <p className="quiet">{t.noHistory}</p> : <Changes items={data.items} />}
      {data.more && <p className="quiet">{t.moreHistory}</p>}
    </Section>
  );
};

const TONES: Readonly<Record<string, string>> = {
  healthy: 'success',
  degraded: 'warning',
  unhealthy: 'danger',
};

/** The table below says the same in words. */
const Timeline = ({ spans }: { readonly spans: readonly HealthSpan[] }) => (
  <figure className="bars" aria-hidden="true">
    <svg className="timeline" viewBox="0 0 1 1" preserveAspectRatio="none">
      <title>{t.history}</title>
      {spans.map(({ status, from, length, since }) => (
        <rect key={since} className={TONES[status] ?? 'unknown'} x={from} width={length} height={1}>
          <title>{`${status}: ${timeIn(new Date(since).toISOString())}`}</title>
        </rect>
      ))}
    </svg>
    <div className="span quiet">
      <span>{t.aWeekAgo}</span>
      <span>{t.now}</span>
    </div>
  </figure>
);

const Changes = ({ items }: Pick<ReadDataPlaneHealthHistoryResponse, 'items'>) => {
  const { href, may } = useApi();
  return (
    <SimpleTable
      label={t.history}
      heads={[t.when, t.status, t.why]}
      rows={items.map((one) => ({
        key: one.auditEventId,
        cells: [
          may('audit.read') ? (
            <a href={href(`audit/${one.auditEventId}`)}>
              <Moment of={one.occurredAt} />
            </a>
          ) : (
            <Moment of={one.occurredAt} />
          ),
          <span>
            <Badge of={one.fromStatus} /> → <Badge of={one.toStatus} />
          </span>,
          <Code of={one.reasonCode} />,
        ],
      }))}
    />
  );
};
