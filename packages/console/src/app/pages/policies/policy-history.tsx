import type { AuditEvent, ListedPolicy } from '@govgate/client';
import { ChangeButtons } from '../../parts/change-buttons.js';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { RecordLink } from '../../parts/record-link.js';
import { Section } from '../../parts/section.js';
import { SimpleTable } from '../../parts/simple-table.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { changesPath } from './changes/changes-path.js';
import { publishing } from './policy-changes.js';
import { useVersions } from './use-versions.js';

const t = texts.policies;
const MOST_EVENTS = 50;

/** A version that was published: by its latest event, or by what the version itself says of it. */
interface Publication {
  readonly key: string;
  readonly version: string;
  readonly at: string | null;
  readonly by: string | null;
  readonly event: AuditEvent | undefined;
  /** The version that was in force before. */
  readonly before: string | undefined;
  /** Whether it was not published again since. */
  readonly isLatest: boolean;
}

/** Which versions were in force in the environment, who published them, when and why; and the way back to each. */
export const PolicyHistory = () => {
  const { client, environment, href, may } = useApi();
  const versions = useVersions();
  const mayReadTrail = may('audit.read');
  const events = useLoad(['publish events', mayReadTrail], async ({ signal }) =>
    mayReadTrail
      ? client.listAuditEvents(
          {
            environment_id: environment,
            event_type: 'policy.published',
            outcome: 'success',
            order: 'desc',
            limit: MOST_EVENTS,
          },
          { signal },
        )
      : null,
  );
  const error = versions.error ?? events.error;
  if (error !== undefined) return <Failure error={error} retry={versions.reload} />;
  if (versions.data === undefined || events.data === undefined) return <Loading lines={4} />;
  const { items } = versions.data;
  return (
    <Section title={t.history}>
      <Publications of={publicationsOf(items, events.data?.items ?? [])} versions={items} />
      {events.data?.items.length === MOST_EVENTS && (
        <a href={href('audit', { event_type: 'policy.published' })}>{t.older}</a>
      )}
    </Section>
  );
};

const Publications = ({
  of,
  versions,
}: {
  readonly of: readonly Publication[];
  readonly versions: readonly ListedPolicy[];
}) => {
  const { href } = useApi();
  if (of.length === 0) return <p>{t.neverPublished}</p>;
  return (
    <SimpleTable
      label={t.history}
      heads={[t.version, t.published, t.publishedBy, t.why, t.links]}
      rows={of.map(({ key, version, at, by, event, before, isLatest }) => ({
        key,
        cells: [
          <span>
            <RecordLink type="policy" id={version} />{' '}
            <Badge of={versions.find((one) => one.policy_version === version)?.status} />
          </span>,
          <Moment of={at} />,
          <RecordLink type="user" id={by} />,
          <Why event={event} />,
          <span className="links">
            {before !== undefined && (
              <a href={href(changesPath(version), { against: before })}>{t.changes}</a>
            )}
            {event !== undefined && <a href={href(`audit/${event.audit_event_id}`)}>{t.event}</a>}
            {isLatest && <RollBack to={versions.find((one) => one.policy_version === version)} />}
          </span>,
        ],
      }))}
    />
  );
};

const Why = ({ event }: { readonly event: AuditEvent | undefined }) =>
  event === undefined ? (
    <Text of="" />
  ) : (
    <span>
      <Code of={event.reason_code} /> {event.reason !== null && <Text of={event.reason} />}
    </span>
  );

const RollBack = ({ to }: { readonly to: ListedPolicy | undefined }) => {
  const { client } = useApi();
  if (to?.status !== 'superseded') return null;
  return (
    <ChangeButtons
      changes={[{ ...publishing(to), label: t.rollBackTo(to.policy_version) }]}
      actions={to.permissions.allowed_actions}
      record={to}
      reread={() => client.readPolicy({ policy_version: to.policy_version })}
    />
  );
};

/** The latest first. Versions without an event, such as imported ones, stand with what they say themselves. */
const publicationsOf = (
  versions: readonly ListedPolicy[],
  events: readonly AuditEvent[],
): readonly Publication[] => {
  const published = events.map((event) => ({
    key: event.audit_event_id,
    version: event.resource.resource_id,
    at: event.occurred_at,
    by: event.actor.actor_id,
    event,
  }));
  const others = versions
    .filter(({ policy_version, version_state }) => {
      const isListed = published.some(({ version }) => version === policy_version);
      return version_state.last_published_at !== null && !isListed;
    })
    .map(({ policy_version, version_state }) => ({
      key: policy_version,
      version: policy_version,
      at: version_state.last_published_at,
      by: version_state.last_published_by,
      event: undefined,
    }));
  const all = [...published, ...others].sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1));
  return all.map((one, place) => ({
    ...one,
    before: all[place + 1]?.version,
    isLatest: all.findIndex(({ version }) => version === one.version) === place,
  }));
};
