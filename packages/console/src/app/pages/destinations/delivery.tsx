import type { DeadLetters, DestinationDetail, ExportStatus } from '@govgate/client';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.destinations;

/** How far the export has come, what is being sent again, and what the destination would not take. */
export const Delivery = ({ record }: { readonly record: DestinationDetail }) => {
  const { client } = useApi();
  const { destination_id } = record;
  const { data, error } = useLoad(
    destination_id,
    async ({ signal }) => ({
      status: await client.readExportStatus({ destination_id }, { signal }),
      letters: await client.listDeadLetters({ destination_id }, { signal }),
    }),
    15_000,
  );
  if (error !== undefined) return <Failure error={error} />;
  if (data === undefined) return <p class="quiet">{texts.loading}</p>;
  return (
    <>
      <Progress status={data.status} />
      <Letters letters={data.letters} />
    </>
  );
};

const Progress = ({ status }: { readonly status: ExportStatus }) => (
  <section>
    <h2>{t.progress}</h2>
    <Facts
      facts={[
        [t.lag, t.lagOf(status.lag_events, status.lag_seconds)],
        [t.reached, `${status.last_sequence ?? 0} / ${status.head_sequence}`],
        [t.lastDelivered, <Moment of={status.last_delivered_at} />],
        [t.nextAttempt, <Moment of={status.next_attempt_at} />],
        [t.failures, String(status.failures_in_row)],
        [t.failingSince, <Moment of={status.failing_since} />],
        [t.lastReason, <Code of={status.last_reason_code} />],
        [t.refused, String(status.refused_events)],
      ]}
    />
    {status.replays.length > 0 && (
      <ul>
        {status.replays.map((one) => (
          <li key={one.replay_id}>
            <Badge of={one.state} /> {t.range(one.from_sequence, one.to_sequence, one.reached_sequence)}
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Letters = ({ letters }: { readonly letters: DeadLetters }) => (
  <section>
    <h2>{t.letters}</h2>
    {letters.items.length === 0 ? (
      <p class="quiet">{t.noLetters}</p>
    ) : (
      <ul>
        {letters.items.map((one) => (
          <li key={one.sequence}>
            {t.letter(one.sequence, one.last_sequence)} <Code of={one.event_type} />{' '}
            <Code of={one.reason_code} /> <Moment of={one.refused_at} />
          </li>
        ))}
      </ul>
    )}
  </section>
);
