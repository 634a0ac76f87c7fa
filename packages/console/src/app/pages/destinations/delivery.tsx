import type { DeadLetters, Deliveries, DestinationDetail, ExportStatus } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import { Facts } from '../../parts/facts.js';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { Section } from '../../parts/section.js';
import { SimpleTable } from '../../parts/simple-table.js';
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
    ['delivery', destination_id],
    async ({ signal }) => ({
      status: await client.readExportStatus({ destination_id }, { signal }),
      letters: await client.listDeadLetters({ destination_id }, { signal }),
      deliveries: await client.listDeliveries({ destination_id, limit: 20 }, { signal }),
    }),
    5_000,
  );
  if (error !== undefined) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <Progress status={data.status} />
      <Attempts deliveries={data.deliveries} />
      <Letters letters={data.letters} />
    </>
  );
};

const Progress = ({ status }: { readonly status: ExportStatus }) => (
  <Section title={t.progress}>
    <Facts
      facts={[
        [t.lag, t.lagOf(status.lag_events, status.lag_seconds)],
        [t.reached, `${status.last_sequence ?? 0} / ${status.head_sequence}`],
        [t.lastDelivered, <Moment of={status.last_delivered_at} />],
        [t.nextAttempt, <Moment of={status.next_attempt_at} />],
        [t.failures, String(status.failures_in_row)],
        [t.failingSince, <Moment of={status.failing_since} />],
        [
          t.lastReason,
          status.last_reason_code === 'never_checked' ? (
            t.noAttempts
          ) : (
            <ReasonWords of={status.last_reason_code} />
          ),
        ],
        ...(status.unusable_reference === null
          ? []
          : ([[t.unusable, <Code of={status.unusable_reference} />]] as const)),
        [t.refused, String(status.refused_events)],
      ]}
    />
    {status.replays.length > 0 && (
      <List isPlain>
        {status.replays.map((one) => (
          <Replay key={one.replay_id} of={one} />
        ))}
      </List>
    )}
  </Section>
);

const Replay = ({ of: one }: { readonly of: ExportStatus['replays'][number] }) => {
  const range = t.range(one.from_sequence, one.to_sequence, one.reached_sequence);
  return (
    <ListItem>
      <Badge of={one.state} /> {range}{' '}
      <progress
        aria-label={range}
        max={one.to_sequence - one.from_sequence + 1}
        value={Math.max(0, one.reached_sequence - one.from_sequence + 1)}
      />
    </ListItem>
  );
};

const Letters = ({ letters }: { readonly letters: DeadLetters }) => (
  <Section title={t.letters}>
    {letters.items.length === 0 ? (
      <p className="quiet">{t.noLetters}</p>
    ) : (
      <List isPlain>
        {letters.items.map((one) => (
          <ListItem key={one.sequence}>
            {t.letter(one.sequence, one.last_sequence)} <Code of={one.event_type} />{' '}
            <ReasonWords of={one.reason_code} /> <Moment of={one.refused_at} />
          </ListItem>
        ))}
      </List>
    )}
  </Section>
);

const Attempts = ({ deliveries }: { readonly deliveries: Deliveries }) => (
  <Section title={t.attempts}>
    {deliveries.items.length === 0 ? (
      <p className="quiet">{t.noAttempts}</p>
    ) : (
      <SimpleTable
        label={t.attempts}
        heads={[t.attemptedAt, t.events, t.attempt, t.cameTo, t.took]}
        rows={deliveries.items.map((one) => ({
          key: `${one.attempted_at} ${one.first_sequence} ${one.attempt}`,
          cells: [
            <Moment of={one.attempted_at} />,
            t.span(one.first_sequence, one.last_sequence, one.events),
            one.attempt,
            <ReasonWords of={one.reason_code} />,
            t.ms(one.latency_ms),
          ],
        }))}
      />
    )}
  </Section>
);
