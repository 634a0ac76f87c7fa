import { DEFAULT_EXPORT_SETTINGS, type WireFormat } from '@govgate/domain/internal';
import { expect } from 'chai';
import { describeWithReceiver } from '../../../../tools/test-services/receivers/describe-with-receiver.js';
import { startElasticsearchServer } from '../../../../tools/test-services/receivers/elasticsearch-server.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { checkOf, eventsOf, kindBench, targetOf } from './testing/kind-bench.js';

// Fetching and starting this server takes a minute and more, so it only runs on request: every run uses the emulator instead.
const isAskedFor = process.env.GOVGATE_TEST_ELASTICSEARCH === 'true';

interface Said {
  readonly count?: number;
  readonly _source?: { readonly '@timestamp': string };
}

const suite = (): void =>
  describeWithReceiver(
    'a real Elasticsearch',
    'Java 17, Maven and unzip',
    startElasticsearchServer,
    (server) => server.dispose(),
    (server) => {
      const egress = makeEgress(LOOPBACK);
      after(() => egress.close());

      const targetFor = (format: WireFormat, index: string) =>
        targetOf('elasticsearch', {
          tokenSecretRef: null,
          exportSettings: { ...DEFAULT_EXPORT_SETTINGS, format, index },
        });
      const ask = async (path: string, init?: RequestInit): Promise<Said> =>
        (await fetch(`${server().url}${path}`, init)).json() as Promise<Said>;

      for (const format of ['ecs', 'ocsf_json', 'json'] as const)
        it(`keeps every event once in the form ${format}, in batches of 500, sent twice`, async () => {
          const { probe, sender } = kindBench({ egress, timeoutMs: 20_000 }, server().url);
          const target = targetFor(format, `audit-${format}`);
          expect((await probe.check(checkOf(target))).reasonCode).to.equal('delivered');
          const events = eventsOf(500, 'two\nlines { "and" } €');
          const outcomes = [await sender.send({ target, events }), await sender.send({ target, events })];
          expect(outcomes).to.deep.equal(
            outcomes.map(() => ({ sent: true, items: Array(500).fill('accepted'), refusedUnreported: 0 })),
          );
          await ask(`/audit-${format}/_refresh`, { method: 'POST' });
          expect((await ask(`/audit-${format}/_count`)).count).to.equal(501);
          const { _source } = await ask(`/audit-${format}/_doc/evt_00000001`);
          expect(_source?.['@timestamp']).to.equal('2026-01-01T00:00:00.000Z');
        });

      it('refuses a single document whose mapping does not fit, and accepts the others', async () => {
        const { sender } = kindBench({ egress, timeoutMs: 20_000 }, server().url);
        const mappings = { properties: { govgate: { properties: { request_id: { type: 'long' } } } } };
        await ask('/strict', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ mappings }),
        });
        const fits = (number: string) => {
          const [exported] = eventsOf(1);
          if (exported === undefined) throw new Error('no event');
          const event = { ...exported.event, requestId: number, auditEventId: `evt_${number}` };
          return { ...exported, event };
        };
        const outcome = await sender.send({
          target: targetFor('ecs', 'strict'),
          events: [fits('1'), fits('no-number'), fits('3')],
        });
        expect(outcome).to.deep.equal({
          sent: true,
          items: ['accepted', { refused: 'payload_rejected' }, 'accepted'],
          refusedUnreported: 0,
        });
      });

      it('is reported as away while it is down', async () => {
        const { sender } = kindBench({ egress, timeoutMs: 5_000 }, server().url);
        await server().kill();
        const outcome = await sender.send({ target: targetFor('ecs', 'audit-ecs'), events: eventsOf(1) });
        expect(outcome).to.deep.include({ sent: false, reasonCode: 'connection_refused', verdict: 'retry' });
      });
    },
  );

if (isAskedFor) suite();
