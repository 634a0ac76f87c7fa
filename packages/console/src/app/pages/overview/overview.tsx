import type { ComponentChildren } from 'preact';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Heading } from '../../parts/heading.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { type Loaded, useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { TrailState } from '../audit/trail-state.js';
import { Topology } from '../data-planes/topology.js';
import type { ConsolePage } from '../page.js';
import { reviews } from '../reviews/reviews.js';
import { waitingFor } from '../reviews/waiting.js';

const t = texts.overview;
const EVERY_MS = 20_000;

/** Whether everything is well, and what is pending: as much of it as the caller may see. */
export const overview: ConsolePage = {
  path: '',
  title: t.title,
  letter: 'o',
  isFor: () => true,
  Page: () => {
    const api = useApi();
    return (
      <>
        <Heading title={t.title} />
        <div class="cards">
          {reviews.isFor(api) && <WaitingCard />}
          {api.may('data_plane.read') && <PlanesCard />}
          {api.may('siem_webhook.read') && <DestinationsCard />}
          {api.may('audit.read') && (
            <Card title={t.trail} path="audit">
              <TrailState />
            </Card>
          )}
        </div>
      </>
    );
  },
};

const Card = ({
  title,
  path,
  children,
}: {
  readonly title: string;
  readonly path: string;
  readonly children: ComponentChildren;
}) => {
  const { href } = useApi();
  return (
    <section class="card">
      <h2>
        <a href={href(path)}>{title}</a>
      </h2>
      {children}
    </section>
  );
};

function Answered<T>({
  loaded: { data, error, reload },
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (data !== undefined) return <>{children(data)}</>;
  return error === undefined ? (
    <p class="quiet">{texts.loading}</p>
  ) : (
    <Failure error={error} retry={reload} />
  );
}

const WaitingCard = () => {
  const api = useApi();
  const loaded = useLoad('waiting', ({ signal }) => waitingFor(api, { signal }), EVERY_MS);
  return (
    <Card title={t.waiting} path="reviews">
      <Answered loaded={loaded}>
        {(waiting) => (
          <>
            <p>{t.waitingCount(waiting.length)}</p>
            <ul>
              {waiting.slice(0, 5).map((one) => (
                <li key={one.path}>
                  <a href={api.href(one.path)}>
                    <Text of={one.name} />
                  </a>{' '}
                  <Moment of={one.since} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Card>
  );
};

const PlanesCard = () => {
  const { client } = useApi();
  const loaded = useLoad(
    'planes',
    ({ signal }) => client.listDataPlanes({ page_size: 1 }, { signal }),
    EVERY_MS,
  );
  return (
    <Card title={t.planes} path="data-planes">
      <Answered loaded={loaded}>
        {({ kpis }) => (
          <Facts
            facts={[
              [t.healthy, t.of(kpis.healthy, kpis.total)],
              [t.unwell, String(kpis.degraded + kpis.unhealthy + kpis.unknown)],
              [t.stale, String(kpis.policyStale)],
              [t.sessions, String(kpis.activeSessions)],
            ]}
          />
        )}
      </Answered>
      <Topology query={{}} />
    </Card>
  );
};

const DestinationsCard = () => {
  const { client, href } = useApi();
  const loaded = useLoad(
    'destinations',
    ({ signal }) => client.listDestinations({ limit: 200 }, { signal }),
    EVERY_MS,
  );
  return (
    <Card title={t.destinations} path="destinations">
      <Answered loaded={loaded}>
        {({ items }) => {
          const enabled = items.filter((one) => one.enabled);
          const unwell = enabled.filter(
            ({ siem_delivery_status }) => siem_delivery_status.status !== 'healthy',
          );
          return (
            <>
              <p>{t.unwellDestinations(unwell.length, enabled.length, items.length)}</p>
              <ul>
                {unwell.map((one) => (
                  <li key={one.destination_id}>
                    <a href={href(`destinations/${encodeURIComponent(one.destination_id)}`)}>
                      <Code of={one.destination_id} />
                    </a>{' '}
                    <Badge of={one.siem_delivery_status.status} />{' '}
                    <Code of={one.siem_delivery_status.reason_code} />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Answered>
    </Card>
  );
};
