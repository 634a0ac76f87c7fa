import type { Query } from '../../parts/list-page.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.planes;

const FACETS = [
  ['status', 'status'],
  ['region', 'region'],
  ['deploymentMode', 'deployment_mode'],
  ['policySyncStatus', 'policy_sync_status'],
] as const;

/** The number of planes of each kind; each number is a filter that shows them. */
export const Topology = ({ query }: { readonly query: Query }) => {
  const { client, href } = useApi();
  const { data } = useLoad(
    ['topology'],
    ({ signal }) => client.listDataPlanes({ page_size: 1 }, { signal }),
    10_000,
  );
  if (data === undefined) return null;
  return (
    <dl className="facets">
      {FACETS.map(([facet, name]) => (
        <div key={facet}>
          <dt>{t.facet[facet]}</dt>
          {Object.entries(data.facets[facet]).map(([value, count]) => (
            <dd key={value}>
              <a
                href={href('data-planes', { ...query, cursor: undefined, [name]: value })}
                aria-current={query[name] === value ? 'true' : undefined}
              >
                {`${value.replaceAll('_', ' ')} ${String(count)}`}
              </a>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
};
