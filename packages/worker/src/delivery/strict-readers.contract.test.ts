import { EXPORT_FORMATS, type ExportFormat } from '@govgate/domain/internal';
import type { DeliveryTarget } from '@govgate/ports';
import { expect } from 'chai';
import { describeWithReceiver } from '../../../../tools/test-services/receivers/describe-with-receiver.js';
import { answerJson, startRecorder } from '../../../../tools/test-services/receivers/http-recorder.js';
import { providePythonReaders } from '../../../../tools/test-services/receivers/python-readers.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { checkOf, eventsOf, kindBench, SIGNING_KEY, targetOf } from './testing/kind-bench.js';

const NEED = 'Python 3.10 to 3.13 with venv';
const NOTHING = async (): Promise<void> => undefined;
const HOSTILE = 'two\nlines \u0000 "quoted" \u202E €';

describeWithReceiver(
  'what others wrote to read our deliveries',
  NEED,
  providePythonReaders,
  NOTHING,
  (readers) => {
    const egress = makeEgress(LOOPBACK);
    after(() => egress.close());

    const sentBy = async (target: DeliveryTarget, count: number) => {
      const receiver = await startRecorder((_request, response) => answerJson(response, 200, {}));
      // The verifier requires recent messages.
      const clock = { epochMs: () => Date.now(), now: () => new Date().toISOString() };
      const { probe, sender } = kindBench({ egress, clock }, receiver.url);
      await probe.check(checkOf(target));
      await sender.send({ target, events: eventsOf(count, HOSTILE) });
      await receiver.close();
      return receiver.seen;
    };

    const carrying = (exportFormat: ExportFormat): DeliveryTarget =>
      targetOf('otlp_http', { retentionPolicy: { metadataRetentionDays: 90, exportFormat } });

    for (const format of EXPORT_FORMATS)
      it(`otlp_http: the published protobuf accepts every request unchanged, with ${format} in the body`, async () => {
        const seen = await sentBy(carrying(format), 3);
        const [empty, check, batch] = await Promise.all(seen.map(({ body }) => readers().readOtlpLogs(body)));
        expect(empty).to.deep.equal([]);
        expect(check).to.deep.equal([
          {
            time: 1_767_225_600_000_000_000,
            severity: 'SEVERITY_NUMBER_INFO',
            body: {
              event_type: 'siem_webhook.test',
              event_id: 'evt_1',
              time: '2026-01-01T00:00:00.000Z',
              synthetic: true,
              tenant_id: 'acme',
              environment_id: 'production',
              destination_id: 'dst_1',
              request_id: 'req_1',
            },
            attributes: { 'event.name': 'siem_webhook.test', 'govgate.event_id': 'evt_1' },
          },
        ]);
        const records = batch as { readonly attributes: Record<string, unknown>; readonly body: unknown }[];
        expect(records.map(({ attributes }) => attributes['govgate.sequence'])).to.deep.equal([1, 2, 3]);
        expect(JSON.stringify(records[0]?.body)).to.include('quoted');
      });

    it('otlp_http: a wrong case, an enumeration as text and an unknown field are refused, so the reader is strict', async () => {
      const record = (more: object) =>
        JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: '1', ...more }] }] }] });
      await readers().readOtlpLogs(record({}));
      for (const wrong of [{ severityNumber: 'WARN' }, { forged: 1 }, { timeUnixNano: 'soon' }]) {
        const refused = await readers()
          .readOtlpLogs(record(wrong))
          .then(
            () => 'taken',
            () => 'refused',
          );
        expect(refused, JSON.stringify(wrong)).to.equal('refused');
      }
    });

    it('webhook: a verifier in another language accepts what is signed and refuses what was changed', async () => {
      const seen = await sentBy(targetOf('webhook'), 1);
      for (const { headers, body } of seen) {
        const given = { secret: SIGNING_KEY, body, headers: headers as Record<string, string> };
        expect(await readers().verifyWebhook(given)).to.deep.equal(JSON.parse(body));
        const changed = await readers()
          .verifyWebhook({ ...given, body: `${body} ` })
          .then(
            () => 'taken',
            () => 'refused',
          );
        expect(changed).to.equal('refused');
      }
    });
  },
);
