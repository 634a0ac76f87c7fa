import type { DeadLetters, Deliveries, DestinationDetail, ExportStatus } from '@govgate/client';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { ReasonWords } from './reason-words.js';

const t = texts.destinations;

/** Export progress, replays, and what the destination rejected. */
export const Delivery = ({ record }: { readonly record: DestinationDetail }) => {
  const { client } = useApi();
  const { destination_id } = record;
  const { data, error } = useLoad(
    destination_id,
    async ({ signal }) => ({
      status: await client.readExportStatus({ destination_id }, { signal }),
      letters: await client.listDeadLetters({ destination_id }, { signal }),
      deliveries: await client.listDeliveries({ destination_id, limit: 20 }, { signal }),
    }),
    5_000,
  );
  if (error !== undefined) return <Failure error={error} />;
  if (data === undefined) return <p class="quiet">{texts.loading}</p>;
  return (
    <>
      <Progress status={data.status} />
      <Attempts deliveries={data.deliveries} />
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
        [t.lastReason, <ReasonWords of={status.last_reason_code} />],
        [t.refused, String(status.refused_events)],
      ]}
    />
    {status.replays.length > 0 && (
      <ul>
        {status.replays.map((one) => (
          <li key={one.replay_id}>
            <Badge of={one.state} /> {t.range(one.from_sequence, one.to_sequence, one.reached_sequence)}{' '}
            <progress
              aria-label={t.range(one.from_sequence, one.to_sequence, one.reached_sequence)}
              max={one.to_sequence - one.from_sequence + 1}
              value={Math.max(0, one.reached_sequence - one.from_sequence + 1)}
            />
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
            <ReasonWords of={one.reason_code} /> <Moment of={one.refused_at} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Attempts = ({ deliveries }: { readonly deliveries: Deliveries }) => (
  <section>
    <h2>{t.attempts}</h2>
    {deliveries.items.length === 0 ? (
      <p class="quiet">{t.noAttempts}</p>
    ) : (
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{t.attemptedAt}</th>
            <th scope="col">{t.events}</th>
            <th scope="col">{t.attempt}</th>
            <th scope="col">{t.cameTo}</th>
            <th scope="col">{t.took}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.items.map((one) => (
            <tr key={`${one.attempted_at} ${one.first_sequence} ${one.attempt}`}>
              <th scope="row" data-head={t.attemptedAt}>
                <Moment of={one.attempted_at} />
              </th>
              <td data-head={t.events}>{t.span(one.first_sequence, one.last_sequence, one.events)}</td>
              <td data-head={t.attempt}>{one.attempt}</td>
              <td data-head={t.cameTo}>
                <ReasonWords of={one.reason_code} />
              </td>
              <td data-head={t.took}>{t.ms(one.latency_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
