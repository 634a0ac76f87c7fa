import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { RecordLink } from '../../parts/record-link.js';
import { Section } from '../../parts/section.js';
import { SimpleTable } from '../../parts/simple-table.js';
import { Badge, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.sessions;

/** Which data planes have applied a revocation, and which have not yet. */
export const Spread = ({ revocationId }: { readonly revocationId: string }) => {
  const api = useApi();
  const { data, error, reload } = useLoad(
    ['revocation', revocationId],
    ({ signal }) => api.client.readRevocation({ revocation_id: revocationId }, { signal }),
    5_000,
  );
  const names = useLoad(['plane names'], async ({ signal }) => {
    if (!api.may('data_plane.read')) return new Map<string, string>();
    const { items } = await api.client.listDataPlanes({ page_size: 200 }, { signal });
    return new Map(items.map(({ dataPlaneId, displayName }) => [dataPlaneId, displayName]));
  });
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  const { planes } = data;
  const nameOf = (id: string): string => names.data?.get(id) ?? id;
  return (
    <Section title={t.spread}>
      <p role="status">
        {planes.complete ? t.allApplied(planes.applied) : t.someApplied(planes.applied, planes.pending)}
      </p>
      {planes.items.length > 0 && (
        <SimpleTable
          label={t.spread}
          heads={[t.plane, t.applied, t.appliedAt, t.planeSeen]}
          rows={planes.items.map((plane) => ({
            key: plane.data_plane_id,
            cells: [
              <RecordLink type="data_plane" id={plane.data_plane_id} name={nameOf(plane.data_plane_id)} />,
              <Badge of={plane.applied ? 'completed' : 'pending'} />,
              <Moment of={plane.applied_at} />,
              <Moment of={plane.last_seen_at} />,
            ],
          }))}
        />
      )}
    </Section>
  );
};
