import { Failure } from '../../parts/failure.js';
import { Badge, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.audit;

/** Whether the trail is intact, and up to where it is signed. */
export const TrailState = () => {
  const api = useApi();
  const { data, error, reload } = useLoad(['trail'], ({ signal }) =>
    api.client.verifyAuditTrail({}, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <p className="quiet">{t.verifying}</p>;
  return (
    <p role="status">
      {t.trail} <Badge of={data.state ?? (data.valid ? 'verified' : 'broken')} />{' '}
      {t.upTo(data.signed_up_to ?? 0, data.last_sequence ?? 0)} <Moment of={data.checkpoint?.signed_at} />
    </p>
  );
};
