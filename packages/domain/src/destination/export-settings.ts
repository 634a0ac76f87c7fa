import { AUDIT_OUTCOMES, type AuditOutcome, type SealedAuditEvent } from '../audit/audit-event.js';
import type { AuditEventType } from '../audit/event-types.js';
import type { Destination, DestinationKind } from './destination.js';

/** The forms an event can be sent in. The contract's `export_format` has no value for ECS. */
export const WIRE_FORMATS = ['json', 'ocsf_json', 'ecs', 'cef'] as const;
export type WireFormat = (typeof WIRE_FORMATS)[number];

/** How a destination receives its events (ours, beyond the contract's record, ADR 30). Null: the kind's default. */
export interface ExportSettings {
  readonly format: WireFormat | null;
  /** Types to send; null: all. */
  readonly eventTypes: readonly AuditEventType[] | null;
  /** `success`: every event; `failure`: what was refused; `denied`: only what was forbidden. */
  readonly minimumOutcome: AuditOutcome;
  /** Environments whose events are sent in addition to the destination's own. */
  readonly environmentIds: readonly string[];
  /** Whether events of the tenant itself (users, groups, tenant-wide grants) are sent too. */
  readonly tenantEvents: boolean;
  /** Elasticsearch: the data stream or index. */
  readonly index: string | null;
  /** Splunk HEC: the request channel, a GUID. */
  readonly channel: string | null;
  /** Syslog: APP-NAME. */
  readonly appName: string | null;
  /** Datadog: the service, and tags of the form `key:value`. */
  readonly service: string | null;
  readonly tags: readonly string[];
  /** Webhook: events per request; more than one makes it a batch of CloudEvents. */
  readonly eventsPerRequest: number;
}

export const DEFAULT_EXPORT_SETTINGS: ExportSettings = {
  format: null,
  eventTypes: null,
  minimumOutcome: 'success',
  environmentIds: [],
  tenantEvents: true,
  index: null,
  channel: null,
  appName: null,
  service: null,
  tags: [],
  eventsPerRequest: 1,
};

/** The forms a kind's protocol can carry, its default first; null: as in `export_format`. */
const CARRIED_FORMATS: Readonly<
  Record<
    DestinationKind,
    { readonly carries: readonly WireFormat[]; readonly unlessReported: WireFormat | null }
  >
> = {
  webhook: { carries: WIRE_FORMATS, unlessReported: null },
  splunk_hec: { carries: WIRE_FORMATS, unlessReported: null },
  otlp_http: { carries: WIRE_FORMATS, unlessReported: null },
  elasticsearch: { carries: ['ecs', 'ocsf_json', 'json'], unlessReported: 'ecs' },
  syslog: { carries: ['cef', 'json', 'ocsf_json'], unlessReported: 'cef' },
  datadog: { carries: WIRE_FORMATS, unlessReported: null },
  ssf_push: { carries: ['json'], unlessReported: 'json' },
};

type Reported = Pick<Destination, 'kind' | 'retentionPolicy' | 'exportSettings'>;

/** A destination's settings, including those from before they existed. */
export const exportSettingsOf = ({ exportSettings }: Pick<Destination, 'exportSettings'>): ExportSettings =>
  exportSettings ?? DEFAULT_EXPORT_SETTINGS;

/** The form in which a destination receives its events. */
export const wireFormatOf = (destination: Reported): WireFormat =>
  exportSettingsOf(destination).format ??
  CARRIED_FORMATS[destination.kind].unlessReported ??
  destination.retentionPolicy.exportFormat;

const RANK: Readonly<Record<AuditOutcome, number>> = { success: 0, failure: 1, denied: 2 };

/** Whether a destination wants an event. The event comes from the trail of the destination's own tenant. */
export const wantsEvent = (
  destination: Pick<Destination, 'environmentId' | 'tenantId' | 'exportSettings'>,
  event: Pick<SealedAuditEvent, 'tenantId' | 'environmentId' | 'eventType' | 'outcome'>,
): boolean => {
  const settings = exportSettingsOf(destination);
  return (
    event.tenantId === destination.tenantId &&
    inScope(destination.environmentId, settings, event.environmentId) &&
    (settings.eventTypes === null || settings.eventTypes.includes(event.eventType)) &&
    RANK[event.outcome] >= RANK[settings.minimumOutcome]
  );
};

/** The valid texts of the settings. */
export const EXPORT_SETTING_PATTERNS = {
  index: /^[a-z0-9][a-z0-9._-]{0,99}$/,
  channel: /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
  appName: /^[A-Za-z0-9._-]{1,48}$/,
  service: /^[A-Za-z0-9._-]{1,100}$/,
  tag: /^[A-Za-z][A-Za-z0-9_.:/-]{0,199}$/,
} as const;

/** Most events in one webhook request. */
export const MOST_EVENTS_PER_REQUEST = 100;
export const MOST_TAGS = 20;

/** The first invalid setting by name; undefined if all are valid. */
export const exportSettingsFault = (
  kind: DestinationKind,
  settings: ExportSettings,
): keyof ExportSettings | undefined => {
  const { format, eventsPerRequest: each } = settings;
  const checks: readonly (readonly [keyof ExportSettings, boolean])[] = [
    ['format', format === null || CARRIED_FORMATS[kind].carries.includes(format)],
    ['minimumOutcome', AUDIT_OUTCOMES.includes(settings.minimumOutcome)],
    ['index', is(EXPORT_SETTING_PATTERNS.index, settings.index)],
    ['channel', is(EXPORT_SETTING_PATTERNS.channel, settings.channel)],
    ['appName', is(EXPORT_SETTING_PATTERNS.appName, settings.appName)],
    ['service', is(EXPORT_SETTING_PATTERNS.service, settings.service)],
    [
      'tags',
      settings.tags.length <= MOST_TAGS &&
        settings.tags.every((tag) => EXPORT_SETTING_PATTERNS.tag.test(tag)),
    ],
    ['eventsPerRequest', Number.isInteger(each) && each >= 1 && each <= MOST_EVENTS_PER_REQUEST],
  ];
  return checks.find(([, fine]) => !fine)?.[0];
};

const inScope = (own: string, settings: ExportSettings, environmentId: string | null): boolean =>
  environmentId === null
    ? settings.tenantEvents
    : environmentId === own || settings.environmentIds.includes(environmentId);

const is = (pattern: RegExp, text: string | null): boolean => text === null || pattern.test(text);
