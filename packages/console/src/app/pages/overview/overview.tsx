import { Card, CardBody, CardTitle, Gallery, List, ListItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Heading } from '../../parts/heading.js';
import { Loading } from '../../parts/loading.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { type Loaded, useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { TrailState } from '../audit/trail-state.js';
import { Topology } from '../data-planes/topology.js';
import type { PageContent } from '../page.js';
import { mayReview } from '../reviews/may-review.js';
import { waitingFor } from '../reviews/waiting.js';

const t = texts.overview;
const EVERY_MS = 20_000;

/** Whether everything is well, and what is pending: as much of it as the caller may see. */
export const overview: PageContent = {
  Page: () => {
    const api = useApi();
    return (
      <>
        <Heading title={t.title} />
        <Gallery hasGutter minWidths={{ default: '100%', md: '20rem' }}>
          {mayReview(api) && <WaitingCard />}
          {api.may('data_plane.read') && <PlanesCard />}
          {api.may('siem_webhook.read') && <DestinationsCard />}
          {api.may('audit.read') && (
            <LinkedCard title={t.trail} path="audit">
              <TrailState />
            </LinkedCard>
          )}
        </Gallery>
      </>
    );
  },
};

const LinkedCard = ({
  title,
  path,
  children,
}: {
  readonly title: string;
  readonly path: string;
  readonly children: ReactNode;
}) => {
  const { href } = useApi();
  return (
    <Card component="section" className="card">
      <CardTitle component="h2">
        <a href={href(path)}>{title}</a>
      </CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
};

function Answered<T>({
  loaded: { data, error, reload },
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return <>{children(data)}</>;
  return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
}

const WaitingCard = () => {
  const api = useApi();
  const loaded = useLoad(['waiting'], ({ signal }) => waitingFor(api, { signal }), EVERY_MS);
  return (
    <LinkedCard title={t.waiting} path="reviews">
      <Answered loaded={loaded}>
        {(waiting) => (
          <>
            <p>{t.waitingCount(waiting.items.length, waiting.isAtLeast)}</p>
            <List isPlain>
              {waiting.items.slice(0, 5).map((one) => (
                <ListItem key={one.path}>
                  <a href={api.href(one.path)}>
                    <Text of={one.name} />
                  </a>{' '}
                  <Moment of={one.since} />
                </ListItem>
              ))}
            </List>
          </>
        )}
      </Answered>
    </LinkedCard>
  );
};

const PlanesCard = () => {
  const { client } = useApi();
  const loaded = useLoad(
    ['planes'],
    ({ signal }) => client.listDataPlanes({ page_size: 1 }, { signal }),
    EVERY_MS,
  );
  return (
    <LinkedCard title={t.planes} path="data-planes">
      <Answered loaded={loaded}>
        {({ kpis }) => (
          <Facts
            isNarrow
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
    </LinkedCard>
  );
};

const DestinationsCard = () => {
  const { client, href } = useApi();
  const loaded = useLoad(
    ['destinations'],
    ({ signal }) => client.listDestinations({ limit: 200 }, { signal }),
    EVERY_MS,
  );
  return (
    <LinkedCard title={t.destinations} path="destinations">
      <Answered loaded={loaded}>
        {({ items }) => {
          const enabled = items.filter((one) => one.enabled);
          const unwell = enabled.filter(
            ({ siem_delivery_status }) => siem_delivery_status.status !== 'healthy',
          );
          return (
            <>
              <p>{t.unwellDestinations(unwell.length, enabled.length, items.length)}</p>
              <List isPlain>
                {unwell.map((one) => (
                  <ListItem key={one.destination_id}>
                    <a href={href(`destinations/${encodeURIComponent(one.destination_id)}`)}>
                      <Code of={one.destination_id} />
                    </a>{' '}
                    <Badge of={one.siem_delivery_status.status} />{' '}
                    <Code of={one.siem_delivery_status.reason_code} />
                  </ListItem>
                ))}
              </List>
            </>
          );
        }}
      </Answered>
    </LinkedCard>
  );
};
