import { Failure } from '../../parts/failure.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.sessions;

/** Which data planes have applied a revocation, and which have not yet. */
export const Spread = ({ revocationId }: { readonly revocationId: string }) => {
  const api = useApi();
  const { data, error, reload } = useLoad(
    revocationId,
    ({ signal }) => api.client.readRevocation({ revocation_id: revocationId }, { signal }),
    5_000,
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <p class="quiet">{texts.loading}</p>;
  const { planes } = data;
  return (
    <section>
      <h2>{t.spread}</h2>
      <p role="status">
        {planes.complete ? t.allApplied(planes.applied) : t.someApplied(planes.applied, planes.pending)}
      </p>
      {planes.items.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{t.plane}</th>
              <th scope="col">{t.applied}</th>
              <th scope="col">{t.appliedAt}</th>
              <th scope="col">{t.planeSeen}</th>
            </tr>
          </thead>
          <tbody>
            {planes.items.map((plane) => (
              <tr key={plane.data_plane_id}>
                <th scope="row" data-head={t.plane}>
                  <Code of={plane.data_plane_id} />
                </th>
                <td data-head={t.applied}>
                  <Badge of={plane.applied ? 'completed' : 'pending'} />
                </td>
                <td data-head={t.appliedAt}>
                  <Moment of={plane.applied_at} />
                </td>
                <td data-head={t.planeSeen}>
                  <Moment of={plane.last_seen_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
