import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESTINATION_KINDS, type DestinationKind } from '@govgate/domain/internal';
import { startDatadog } from '../../../../../tools/test-services/receivers/datadog-emulator.js';
import { startElasticsearch } from '../../../../../tools/test-services/receivers/elasticsearch-emulator.js';
import {
  answerJson,
  type Recorder,
  startRecorder,
} from '../../../../../tools/test-services/receivers/http-recorder.js';
import { startHec } from '../../../../../tools/test-services/receivers/splunk-hec-emulator.js';
import { startRsyslog } from '../../../../../tools/test-services/receivers/syslog-receiver.js';
import { makeTestAuthority } from '../../../../../tools/test-services/receivers/test-authority.js';
import { importBundle } from '../processes/spawned-service.js';
import { REACHES_LOOPBACK } from '../test-service.js';

const ENVIRONMENT = 'default/production';
/** The token for the receivers that need one. */
export const RECEIVER_TOKEN = 'example-token-of-a-receiver';
/** Part of the address of the webhook. */
export const SECRET_PATH = 'example-secret-path';
const INDEX = 'logs-govgate.audit-default';

/** The kinds that carry the whole trail; shared signals are of revocations alone. */
export const SIEM_KINDS = DESTINATION_KINDS.filter((kind) => kind !== 'ssf_push');

/** An event as a receiver got it, whatever its protocol and form. */
export interface SeenEvent {
  readonly id: string;
  readonly eventType: string;
  readonly sequence: number;
}

/** Where a receiver of one kind is. */
export interface ReceiverPlace {
  readonly kind: DestinationKind;
  readonly endpoint: string;
}

/** A receiver of one kind of destination, which can go down and come back at the same address. */
export interface SiemReceiver extends ReceiverPlace {
  /** Every event in the order of arrival, repeats included, without the checkpoints among them. */
  seen(): readonly SeenEvent[];
  /** Everything that it was sent, as text. */
  text(): string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A receiver for each kind, and the settings of a service whose destinations they are. */
export interface SiemReceivers {
  readonly all: readonly SiemReceiver[];
  readonly settings: Readonly<Record<string, string>>;
  dispose(): Promise<void>;
}

type Document = Record<string, Readonly<Record<string, unknown>>>;

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string;
}
interface OtlpRecord {
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
}

/** Starts one of each kind: rsyslog as it is, emulators where no server is to be had; undefined where rsyslog cannot be had. */
export const startSiemReceivers = async (): Promise<SiemReceivers | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-receivers-'));
  const authorityFile = join(folder, 'authority.pem');
  const syslog = await startSyslog(authorityFile);
  if (syslog === undefined) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const http = await Promise.all([startWebhook(), startSplunk(), startOtlp(), startElastic(), startIntake()]);
  const all = [...http, syslog.receiver];
  return {
    all,
    settings: settingsFor(all, authorityFile),
    dispose: async () => {
      await Promise.all([syslog.dispose(), ...http.map((one) => one.kill())]);
      rmSync(folder, { recursive: true });
    },
  };
};

/** The settings of a service whose destinations some receivers are. */
export const settingsFor = (
  all: readonly ReceiverPlace[],
  authorityFile: string,
): Record<string, string> => ({
  ...REACHES_LOOPBACK,
  GOVGATE_SECRET_ENV: [...all.map(({ kind }) => kind), 'token']
    .map((name) => `${ENVIRONMENT}:${variableOf(name)}`)
    .join(),
  NODE_EXTRA_CA_CERTS: authorityFile,
  [variableOf('token')]: RECEIVER_TOKEN,
  ...Object.fromEntries(all.map(({ kind, endpoint }) => [variableOf(kind), endpoint])),
});

const TAKES_TOKEN: readonly DestinationKind[] = ['splunk_hec', 'elasticsearch', 'datadog'];

/** Imports a destination for each receiver into the store of a service's settings. */
export const importDestinations = (
  { all }: { readonly all: readonly ReceiverPlace[] },
  environment: Readonly<Record<string, string>>,
): Promise<void> => importBundle(environment, { destinations: all.map(destinationOf) });

const ofOcsf = ({ metadata = {} }: Document): SeenEvent => ({
  id: String(metadata.uid),
  eventType: String(metadata.event_code),
  sequence: Number(metadata.sequence),
});

const ofEcs = ({ event = {} }: Document): SeenEvent => ({
  id: String(event.id),
  eventType: String(event.action),
  sequence: Number(event.sequence),
});

const ofCloudEvent = ({ id, type, sequence }: Record<string, unknown>): SeenEvent => ({
  id: String(id),
  eventType: String(type),
  sequence: Number(sequence),
});

const ofCef = (line: string): SeenEvent => ({
  id: / externalId=(\S+)/.exec(line)?.[1] ?? '',
  eventType: /\|1\.0\|([^|]+)\|/.exec(line)?.[1] ?? '',
  sequence: Number(/ cn1=(\d+)/.exec(line)?.[1]),
});

const ofOtlp = ({ attributes }: OtlpRecord): SeenEvent => {
  const reported = new Map(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
  return {
    id: reported.get('govgate.event_id') ?? '',
    eventType: reported.get('event.name') ?? '',
    sequence: Number(reported.get('govgate.sequence')),
  };
};

const otlpRecords = (body: string): OtlpRecord[] => {
  const { resourceLogs } = JSON.parse(body) as {
    readonly resourceLogs: readonly { readonly scopeLogs: readonly { logRecords: OtlpRecord[] }[] }[];
  };
  return resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
};

const isEvent = ({ eventType }: SeenEvent): boolean => eventType !== 'audit.checkpoint_signed';

const overHttp = (kind: DestinationKind, recorder: Recorder, read: () => SeenEvent[]): SiemReceiver => ({
  kind,
  endpoint: recorder.url,
  seen: () => read().filter(isEvent),
  text: () => recorder.seen.map(({ body }) => body).join('\n'),
  kill: recorder.close,
  start: recorder.reopen,
});

const startWebhook = async (): Promise<SiemReceiver> => {
  const recorder = await startRecorder((_, response) => response.writeHead(204).end());
  const read = () => recorder.seen.map(({ body }) => ofCloudEvent(JSON.parse(body)));
  const receiver = overHttp('webhook', recorder, read);
  return { ...receiver, endpoint: `${recorder.url}/in/${SECRET_PATH}` };
};

const startSplunk = async (): Promise<SiemReceiver> => {
  const hec = await startHec({ token: RECEIVER_TOKEN });
  return overHttp('splunk_hec', hec, () => hec.indexed.map(({ event }) => ofOcsf(event as Document)));
};

const startOtlp = async (): Promise<SiemReceiver> => {
  const recorder = await startRecorder((_, response) => answerJson(response, 200, {}));
  const read = () => recorder.seen.flatMap(({ body }) => otlpRecords(body).map(ofOtlp));
  return overHttp('otlp_http', recorder, read);
};

const startElastic = async (): Promise<SiemReceiver> => {
  const server = await startElasticsearch({ index: INDEX, apiKey: RECEIVER_TOKEN });
  const read = () => [...server.documents.values()].map((document) => ofEcs(document as Document));
  return overHttp('elasticsearch', server, read);
};

const startIntake = async (): Promise<SiemReceiver> => {
  const intake = await startDatadog({ key: RECEIVER_TOKEN });
  const read = () => intake.taken.map(({ message }) => ofOcsf(JSON.parse(String(message))));
  return overHttp('datadog', intake, read);
};

/** rsyslog over TLS, with a certificate of an authority whose own certificate is written to a file. */
const startSyslog = async (authorityFile: string) => {
  const authority = makeTestAuthority();
  if (authority === undefined) return undefined;
  const { authorities } = authority;
  writeFileSync(authorityFile, authorities);
  const server = await startRsyslog({ ...authority.issue('IP:127.0.0.1'), authority: authorities });
  authority.remove();
  if (server === undefined) return undefined;
  const receiver: SiemReceiver = {
    kind: 'syslog',
    endpoint: `tls://127.0.0.1:${server.port}`,
    seen: () => server.messages().map(ofCef).filter(isEvent),
    text: () => server.messages().join('\n'),
    kill: () => server.service.kill(),
    start: () => server.service.start(),
  };
  return { receiver, dispose: server.dispose };
};

const variableOf = (kind: string): string => `EXAMPLE_${kind.toUpperCase()}`;

const destinationOf = ({ kind }: ReceiverPlace) => ({
  destination_id: `dst_${kind}`,
  tenant_id: 'default',
  environment_id: 'production',
  kind,
  enabled: true,
  destination_ref: `dstref_sample_${kind}`,
  endpoint_ref: `epref_sample_${kind}`,
  endpoint_secret_ref: `env:${variableOf(kind)}`,
  ...(TAKES_TOKEN.includes(kind) ? { token_secret_ref: `env:${variableOf('token')}` } : {}),
});
