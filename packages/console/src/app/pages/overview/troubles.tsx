import type { ReadOverviewResponse as Overview } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Badge, Code, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { LinkedCard } from './linked-card.js';

const t = texts.overview;

type Parts = Overview['troubles'];

interface Trouble {
  readonly key: string;
  readonly state: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly says: ReactNode;
  readonly more?: ReactNode;
}

/** What needs attention, the worst first; where nothing does, that is said. */
export const Troubles = ({ of }: { readonly of: Parts }) => {
  const { href } = useApi();
  const troubles = troublesIn(of);
  return (
    <LinkedCard title={t.wrong}>
      {troubles.length === 0 ? (
        <p>{t.nothingWrong}</p>
      ) : (
        <List isPlain>
          {troubles.map(({ key, state, path, query, says, more }) => (
            <ListItem key={key}>
              <Badge of={state} /> <a href={href(path, query)}>{says}</a> {more}
            </ListItem>
          ))}
        </List>
      )}
      <p className="quiet">{wellIn(of).join(' · ')}</p>
    </LinkedCard>
  );
};

const troublesIn = ({ destinations, data_planes, mcp_servers, api_tokens }: Parts): readonly Trouble[] =>
  [
    ...(destinations?.failing ?? []).map(({ destination_id, status, reason_code, checked_at }) => ({
      key: destination_id,
      state: status,
      path: `destinations/${encodeURIComponent(destination_id)}`,
      says: <Code of={destination_id} />,
      more: (
        <>
          <Code of={reason_code} /> <Moment of={checked_at} />
        </>
      ),
    })),
    ...(['unhealthy', 'degraded', 'unknown'] as const)
      .filter((status) => (data_planes?.[status] ?? 0) > 0)
      .map((status) => ({
        key: status,
        state: status,
        path: 'data-planes',
        query: { status },
        says: t.planesOf(data_planes?.[status] ?? 0),
      })),
    ...counted(mcp_servers?.drifted, 'changed', 'mcp-servers', t.drifted),
    ...counted(mcp_servers?.unverified, 'unverified', 'mcp-servers', t.unverified),
    ...(mcp_servers?.trust_gateway
      ? [{ key: 'trust', state: 'warning', path: 'mcp-servers', says: t.trust }]
      : []),
    ...counted(api_tokens?.without_end, 'warning', 'access/tokens', t.endless),
  ].sort((a, b) => severity(a) - severity(b));

const counted = (
  count: number | undefined,
  state: string,
  path: string,
  says: (count: number) => string,
): readonly Trouble[] => (count ? [{ key: says(count), state, path, says: says(count) }] : []);

const severity = ({ state }: Trouble): number => {
  if (['failing', 'unhealthy', 'changed'].includes(state)) return 0;
  return state === 'warning' ? 2 : 1;
};

const wellIn = ({ destinations, data_planes, mcp_servers }: Parts): readonly string[] => [
  ...(data_planes === undefined ? [] : [t.healthy(data_planes.healthy, data_planes.total)]),
  ...(destinations === undefined
    ? []
    : [t.delivering(destinations.enabled - destinations.failing.length, destinations.enabled)]),
  ...(mcp_servers === undefined
    ? []
    : [t.asApproved(mcp_servers.total - mcp_servers.drifted, mcp_servers.total)]),
];
