import {
  DEFAULT_EXPORT_SETTINGS,
  DESTINATION_KINDS,
  type DestinationKind,
  EXPORT_FORMATS,
  type ExportSettings,
} from '@govgate/domain/internal';
import type { DeliveryTarget } from '@govgate/ports';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { startDatadog } from '../../../../tools/test-services/receivers/datadog-emulator.js';
import { startElasticsearch } from '../../../../tools/test-services/receivers/elasticsearch-emulator.js';
import {
  answerJson,
  type Received,
  startRecorder,
} from '../../../../tools/test-services/receivers/http-recorder.js';
import { startHec } from '../../../../tools/test-services/receivers/splunk-hec-emulator.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import {
  checkOf,
  eventsFor,
  eventsOf,
  kindBench,
  SIGNING_KEY,
  TOKEN,
  targetOf,
} from './testing/kind-bench.js';
import { CANARY, RECEIVERS, type Receiver } from './testing/receivers.js';

const HTTP_KINDS = DESTINATION_KINDS.filter((kind) => kind !== 'syslog');
const CHECK_FACTS = ['siem_webhook.test', 'evt_1', 'acme', 'production', 'dst_1', 'req_1'];
const STREAM = 'logs-govgate.audit-default';

const withSettings = (settings: Partial<ExportSettings>): Partial<DeliveryTarget> => ({
  exportSettings: { ...DEFAULT_EXPORT_SETTINGS, ...settings },
});

const ready: Partial<Record<DestinationKind, object>> = {
  splunk_hec: { text: 'Success', code: 0 },
  elasticsearch: { errors: false, items: [{ create: { status: 201 } }] },
  datadog: { valid: true },
};

describe('kinds of destinations over HTTP', () => {
  const egress = makeEgress(LOOPBACK);
  after(() => egress.close());
  const bench = (endpoint: string, more: Record<string, string> = {}) =>
    kindBench({ egress }, endpoint, more);

  for (const kind of HTTP_KINDS.filter((one) => one !== 'ssf_push'))
    it(`${kind}: a check sends what a check may send, and nothing else`, async () => {
      const receiver = await startRecorder((_request, response) =>
        answerJson(response, 200, ready[kind] ?? {}),
      );
      const outcome = await bench(receiver.url).probe.check(checkOf(targetOf(kind)));
      await receiver.close();
      expect(outcome.reasonCode).to.equal('delivered');
      const last = receiver.seen.at(-1)?.body ?? '';
      for (const fact of CHECK_FACTS) expect(last).to.include(fact);
      expect(last).to.include('synthetic');
      for (const secret of [TOKEN, SIGNING_KEY, 'env:', receiver.url]) expect(last).not.to.include(secret);
    });

  const checkOfReceiver = async (kind: DestinationKind, { start }: Receiver): Promise<string> => {
    const server = await start();
    const { probe } = kindBench({ egress, timeoutMs: 400 }, `http://127.0.0.1:${server.port}`);
    const outcome = await probe.check(checkOf(targetOf(kind)));
    await server.close();
    return JSON.stringify(outcome).includes(CANARY) ? 'tells what was said' : outcome.reasonCode;
  };

  // A success whose body does not follow the protocol does not come from the intended receiver.
  const mayBe = ({ behaviour, reasonCode }: Receiver): readonly string[] => {
    if (reasonCode !== 'delivered') return [reasonCode];
    const others = ['network_error', 'timeout'];
    return behaviour === 'answers 204' ? [...others, 'delivered'] : others;
  };

  for (const kind of HTTP_KINDS.filter((one) => one !== 'webhook'))
    it(`${kind}: reports what a receiver’s behaviour means`, async () => {
      const wrong: string[] = [];
      for (const receiver of RECEIVERS) {
        const said = await checkOfReceiver(kind, receiver);
        if (!mayBe(receiver).includes(said)) wrong.push(`${receiver.behaviour}: ${said}`);
      }
      expect(wrong).to.deep.equal([]);
    });

  it('does what a batch needs for each status: wait, ask which event it was, or stop', async () => {
    const table: Record<string, Record<number, string>> = {};
    for (const kind of HTTP_KINDS) {
      table[kind] = {};
      for (const status of [400, 401, 403, 404, 408, 410, 413, 429, 500, 503]) {
        const receiver = await startRecorder((_request, response) => {
          response.writeHead(status, { 'retry-after': '7' }).end();
        });
        const outcome = await bench(receiver.url).sender.send({
          target: targetOf(kind),
          events: eventsFor(kind, 3),
        });
        await receiver.close();
        const wait = !outcome.sent && outcome.retryAfterSeconds === 7 ? ' in 7' : '';
        table[kind][status] = outcome.sent ? 'sent' : `${outcome.verdict}${wait}`;
      }
    }
    const usual = {
      400: 'split',
      401: 'stop',
      403: 'stop',
      404: 'stop',
      408: 'retry in 7',
      410: 'gone',
      413: 'split',
      429: 'retry in 7',
      500: 'retry in 7',
      503: 'retry in 7',
    };
    expect(table).to.deep.equal({
      webhook: usual,
      splunk_hec: usual,
      elasticsearch: usual,
      datadog: usual,
      otlp_http: { ...usual, 408: 'split in 7', 500: 'split in 7' },
      ssf_push: usual,
    });
  });

  it('sends nothing while a token that the kind needs is missing or not a valid header', async () => {
    const receiver = await startRecorder((_request, response) => answerJson(response, 200, {}));
    const outcomes = await Promise.all(
      (['splunk_hec', 'datadog'] as const).flatMap((kind) => [
        bench(receiver.url).sender.send({
          target: targetOf(kind, { tokenSecretRef: null }),
          events: eventsOf(1),
        }),
        bench(receiver.url, { 'acme production env:TOKEN': 'two\r\nlines: x' }).sender.send({
          target: targetOf(kind),
          events: eventsOf(1),
        }),
      ]),
    );
    await receiver.close();
    expect(
      outcomes.map((one) => !one.sent && [one.reasonCode, one.verdict, one.unusableReference]),
    ).to.deep.equal(Array.from({ length: 4 }, () => ['secret_ref_unresolved', 'stop', 'token_secret_ref']));
    expect(receiver.seen).to.deep.equal([]);
  });

  describe('webhook', () => {
    it('sends one event per request under its own id, signed so that others can verify it', async () => {
      const receiver = await startRecorder((_request, response) => response.writeHead(204).end());
      const outcome = await bench(receiver.url).sender.send({
        target: targetOf('webhook'),
        events: eventsOf(2),
      });
      await receiver.close();
      expect(outcome).to.deep.equal({ sent: true, items: ['accepted'], refusedUnreported: 0 });
      const { headers, body } = receiver.seen[0] as Received;
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
      expect(headers['webhook-signature']).to.equal(new Webhook(SIGNING_KEY).sign('evt_00000001', at, body));
      const document = JSON.parse(body);
      expect([document.id, document.type, document.sequence, document.data.metadata.uid]).to.deep.equal([
        'evt_00000001',
        'policy.published',
        '1',
        'evt_00000001',
      ]);
    });

    it('keeps its connection from one event to the next', async () => {
      const receiver = await startRecorder((_request, response) => response.writeHead(204).end());
      const kept = makeEgress({ ...LOOPBACK, keepAliveMs: 10_000 });
      const { sender } = kindBench({ egress: kept }, receiver.url);
      for (const event of eventsOf(50)) await sender.send({ target: targetOf('webhook'), events: [event] });
      const connections = receiver.connections();
      await Promise.all([receiver.close(), kept.close()]);
      expect([receiver.seen.length, connections]).to.deep.equal([50, 1]);
    });

    it('sends a batch of CloudEvents where the destination wants one, with one id for the same events', async () => {
      const receiver = await startRecorder((_request, response) => response.writeHead(200).end());
      const target = targetOf('webhook', withSettings({ eventsPerRequest: 100, format: 'cef' }));
      const { sender } = bench(receiver.url);
      await sender.send({ target, events: eventsOf(3) });
      await sender.send({ target, events: eventsOf(3) });
      await receiver.close();
      expect(receiver.seen.map(({ headers }) => headers['webhook-id'])).to.deep.equal([
        'evt_00000001.3',
        'evt_00000001.3',
      ]);
      expect(receiver.seen[0]?.headers['content-type']).to.match(/^application\/cloudevents-batch\+json/);
      const [first] = JSON.parse(receiver.seen[0]?.body ?? '[]');
      expect([first.datacontenttype, first.data.slice(0, 23)]).to.deep.equal([
        'text/plain',
        'CEF:0|govgate|govgate|1',
      ]);
    });
  });

  describe('splunk_hec', () => {
    it('gets its events indexed, in each form that it can carry', async () => {
      for (const exportFormat of EXPORT_FORMATS) {
        const hec = await startHec({ token: TOKEN });
        const retentionPolicy = { metadataRetentionDays: 90, exportFormat };
        const target = targetOf('splunk_hec', { retentionPolicy });
        const { probe, sender } = bench(hec.url);
        expect((await probe.check(checkOf(target))).reasonCode).to.equal('delivered');
        const outcome = await sender.send({ target, events: eventsOf(3, 'a } in "quotes" {') });
        await hec.close();
        expect(outcome).to.deep.equal({ sent: true, items: Array(3).fill('accepted'), refusedUnreported: 0 });
        expect(
          hec.indexed.slice(1).map(({ fields }) => (fields as { event_id: string }).event_id),
        ).to.deep.equal(['evt_00000001', 'evt_00000002', 'evt_00000003']);
      }
    });

    it('does not count as healthy without a valid token', async () => {
      const hec = await startHec({ token: 'another' });
      const { probe, sender } = bench(hec.url);
      expect((await probe.check(checkOf(targetOf('splunk_hec')))).reasonCode).to.equal('auth_rejected');
      expect(await sender.send({ target: targetOf('splunk_hec'), events: eventsOf(1) })).to.deep.include({
        sent: false,
        reasonCode: 'auth_rejected',
        verdict: 'stop',
      });
      await hec.close();
    });

    for (const code of [7, 10, 11, 14])
      it(`stops where the collector refuses whatever comes, with code ${code}, and tells it as a refusal of the payload`, async () => {
        const receiver = await startRecorder((_request, response) =>
          response.writeHead(400).end(JSON.stringify({ text: 'refused', code, 'invalid-event-number': 0 })),
        );
        const { probe, sender } = bench(receiver.url);
        const target = targetOf('splunk_hec');
        expect((await probe.check(checkOf(target))).reasonCode).to.equal('payload_rejected');
        expect(await sender.send({ target, events: eventsOf(3) })).to.deep.include({
          sent: false,
          reasonCode: 'payload_rejected',
          verdict: 'stop',
        });
        await receiver.close();
      });

    it('waits while the collector is busy, and names the event that it refuses', async () => {
      const hec = await startHec({ token: TOKEN, busyFor: 1, refuses: '"req_1"' });
      const { sender } = bench(hec.url);
      const batch = { target: targetOf('splunk_hec'), events: eventsOf(3) };
      expect(await sender.send(batch)).to.deep.include({ reasonCode: 'rate_limited', verdict: 'retry' });
      expect(await sender.send(batch)).to.deep.equal({
        sent: true,
        items: ['again', { refused: 'payload_rejected' }, 'again'],
        refusedUnreported: 0,
      });
      await hec.close();
      expect(hec.indexed).to.deep.equal([]);
    });
  });

  describe('elasticsearch', () => {
    it('keeps each event once under its own id, whatever is sent again', async () => {
      const elastic = await startElasticsearch({ index: STREAM, apiKey: TOKEN });
      const { probe, sender } = bench(elastic.url);
      expect((await probe.check(checkOf(targetOf('elasticsearch')))).reasonCode).to.equal('delivered');
      const batch = { target: targetOf('elasticsearch'), events: eventsOf(2) };
      const outcomes = [await sender.send(batch), await sender.send(batch)];
      await elastic.close();
      expect(outcomes).to.deep.equal(
        outcomes.map(() => ({ sent: true, items: ['accepted', 'accepted'], refusedUnreported: 0 })),
      );
      expect([...elastic.documents.keys()]).to.deep.equal(['evt_1', 'evt_00000001', 'evt_00000002']);
      expect(elastic.documents.get('evt_00000001')).to.have.property('ecs');
    });

    it('distinguishes the refused document from those to be sent again, although the answer says 200', async () => {
      const elastic = await startElasticsearch({ index: 'audit', refuses: '"req_0"', fullFor: 1 });
      const target = targetOf('elasticsearch', {
        tokenSecretRef: null,
        ...withSettings({ index: 'audit', format: 'json' }),
      });
      const { sender } = bench(elastic.url);
      const outcome = await sender.send({ target, events: eventsOf(3) });
      await elastic.close();
      expect(outcome).to.deep.equal({
        sent: true,
        items: [{ refused: 'payload_rejected' }, 'again', 'again'],
        refusedUnreported: 0,
      });
    });

    it('treats an item that is forbidden or has no index as a refusal of everything', async () => {
      for (const [status, reasonCode] of [
        [403, 'auth_rejected'],
        [404, 'endpoint_not_found'],
      ] as const) {
        const receiver = await startRecorder((_request, response) =>
          answerJson(response, 200, { errors: true, items: [{ create: { status } }] }),
        );
        const { probe, sender } = bench(receiver.url);
        const target = targetOf('elasticsearch');
        expect((await probe.check(checkOf(target))).reasonCode).to.equal(reasonCode);
        expect(await sender.send({ target, events: eventsOf(1) })).to.deep.include({
          reasonCode,
          verdict: 'stop',
        });
        await receiver.close();
      }
    });
  });

  describe('otlp_http', () => {
    it('does not resend what a receiver accepted in part', async () => {
      for (const [rejected, items, refusedUnreported] of [
        ['1', ['accepted', 'accepted', 'accepted'], 1],
        ['3', Array(3).fill({ refused: 'payload_rejected' }), 0],
      ] as const) {
        const receiver = await startRecorder((_request, response) =>
          answerJson(response, 200, {
            partialSuccess: { rejectedLogRecords: rejected, errorMessage: CANARY },
          }),
        );
        const outcome = await bench(receiver.url).sender.send({
          target: targetOf('otlp_http'),
          events: eventsOf(3),
        });
        await receiver.close();
        expect(outcome).to.deep.equal({ sent: true, items, refusedUnreported });
      }
    });
  });

  describe('datadog', () => {
    it('gets its logs accepted with service and tags, after its key was validated', async () => {
      const datadog = await startDatadog({ key: TOKEN });
      const target = targetOf(
        'datadog',
        withSettings({ service: 'gateway', tags: ['env:production', 'team:soc'] }),
      );
      const { probe, sender } = bench(datadog.url);
      expect((await probe.check(checkOf(target))).reasonCode).to.equal('delivered');
      const outcome = await sender.send({ target, events: eventsOf(2) });
      await datadog.close();
      expect(outcome).to.deep.equal({ sent: true, items: ['accepted', 'accepted'], refusedUnreported: 0 });
      const { message, ...rest } = datadog.taken.at(-1) ?? {};
      expect(rest).to.deep.equal({
        ddsource: 'govgate',
        ddtags: 'env:production,team:soc',
        hostname: 'govgate',
        service: 'gateway',
        timestamp: Date.parse('2026-01-01T00:00:00Z'),
      });
      expect(JSON.parse(String(message)).metadata.uid).to.equal('evt_00000002');
    });

    it('finds the log that the intake refuses with smaller batches, and waits while the intake fails', async () => {
      const datadog = await startDatadog({
        key: TOKEN,
        failing: { status: 503, times: 1 },
        refuses: 'req_2',
      });
      const { sender } = bench(datadog.url);
      const batch = { target: targetOf('datadog'), events: eventsOf(4) };
      const verdicts = [await sender.send(batch), await sender.send(batch)].map(
        (outcome) => !outcome.sent && outcome.verdict,
      );
      expect(verdicts).to.deep.equal(['retry', 'split']);
      await datadog.close();
    });

    it('detects an invalid key through validation, before any log is sent', async () => {
      const datadog = await startDatadog({ key: 'another' });
      const outcome = await bench(datadog.url).probe.check(checkOf(targetOf('datadog')));
      await datadog.close();
      expect([outcome.reasonCode, datadog.seen.map(({ url }) => url)]).to.deep.equal([
        'auth_rejected',
        ['/api/v1/validate'],
      ]);
    });
  });
});
