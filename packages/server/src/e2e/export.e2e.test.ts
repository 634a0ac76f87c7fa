import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readCheckpoint, trailKey } from '@govgate/domain';
import { expect } from 'chai';
import { AGENT_SAMPLES } from '../testing/samples/agent-samples.js';
import { REACHES_LOOPBACK, startTestService, type TestService } from '../testing/test-service.js';
import { until } from '../testing/until.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../testing/worlds/world.js';

const ENDPOINT = 'EXAMPLE_EXPORT_ENDPOINT';
const SETTINGS = {
  ...REACHES_LOOPBACK,
  GOVGATE_SECRET_ENV: `${TENANT}/${PRODUCTION}:${ENDPOINT}`,
};

interface Document {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly replay?: boolean;
  readonly data: { readonly actor: { readonly actor_id: string }; readonly note?: string };
}

for (const on of ['memory', 'sqlite'] as const)
  describe(`continuous export of a service on the ${on} store`, () => {
    let service: TestService;
    let tokens: Tokens;
    let receiver: Server;
    const notes: string[] = [];
    const received: { readonly at: number; readonly document: Document }[] = [];

    before(async () => {
      receiver = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const document: Document = JSON.parse(Buffer.concat(chunks).toString('utf8'));
          if (document.type === 'audit.checkpoint_signed') notes.push(document.data.note ?? '');
          else received.push({ at: performance.now(), document });
          response.writeHead(204).end();
        });
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      process.env[ENDPOINT] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
      service = await startTestService({ on, settings: SETTINGS, work: true });
      tokens = await makeWorld(service.ports);
    });

    after(async () => {
      await service.stop();
      receiver.closeAllConnections();
      receiver.close();
      delete process.env[ENDPOINT];
    });

    const call = (path: string, body: object, headers: Record<string, string> = {}) =>
      service.call(`${path}?tenant_id=${TENANT}&environment_id=${PRODUCTION}`, {
        token: tokens.admin,
        body,
        headers,
      });

    const createAgent = (id: string) =>
      call('/v1/agents', { ...AGENT_SAMPLES.registerAgent?.body, agent_id: id, name: id });

    it('sends every event of a change within about a second, starting with the destination’s creation', async () => {
      const created = await call('/v1/siem-webhooks', {
        destination_id: 'dst_soc',
        kind: 'webhook',
        destination_ref: 'dstref_sample_soc',
        endpoint_ref: 'epref_sample_soc',
        endpoint_secret_ref: `env:${ENDPOINT}`,
        retention_policy: { export_format: 'json' },
      });
      expect(created.status, created.text).to.equal(201);
      await until(() => received.some(({ document }) => document.type === 'siem_webhook.created'));
      const waits: number[] = [];
      for (let i = 0; i < 10; i += 1) {
        const before = received.length;
        const answer = await createAgent(`agent_${i}`);
        const at = performance.now();
        expect(answer.status, answer.text).to.equal(201);
        await until(() => received.length > before, 5_000, 5);
        waits.push((received[before]?.at ?? 0) - at);
      }
      waits.sort((a, b) => a - b);
      expect(waits[5]).to.be.lessThan(1_000);
      const sequences = received.map(({ document }) => Number(document.sequence));
      expect(sequences).to.deep.equal(sequences.map((_, i) => (sequences[0] ?? 0) + i));
      expect(received.at(-1)?.document.data.actor.actor_id).to.equal('ada');
    });

    const read = (path: string) =>
      service.call(`/v1/siem-webhooks/dst_soc${path}?tenant_id=${TENANT}&environment_id=${PRODUCTION}`, {
        token: tokens.admin,
      });

    it('reports its progress and attempts', async () => {
      const head = received.at(-1)?.document.sequence;
      let status = await read('/status');
      for (let tries = 0; tries < 40 && String(status.json.last_sequence) !== head; tries += 1) {
        await delay(100);
        status = await read('/status');
      }
      expect(status.json).to.deep.include({
        last_sequence: Number(head),
        head_sequence: Number(head),
        lag_events: 0,
        lag_seconds: 0,
        failures_in_row: 0,
        refused_events: 0,
        delivered_events: received.length,
      });
      const { json } = await read('/deliveries');
      expect(json.items[0]).to.deep.include({ reason_code: 'delivered', last_sequence: Number(head) });
      expect((await read('/dead-letters')).json.items).to.deep.equal([]);
    });

    it('sends a range again on request, and records the range in the trail', async () => {
      const before = received.length;
      const sequence = Number(received[0]?.document.sequence);
      const body = { tenant_id: TENANT, environment_id: PRODUCTION, reason_code: 'lost_index' };
      const range = { from_sequence: sequence, to_sequence: sequence + 2 };
      const wanted = await service.call('/v1/siem-webhooks/dst_soc/replay', {
        token: tokens.admin,
        body: { ...body, ...range },
      });
      expect([wanted.status, wanted.json.state]).to.deep.equal([201, 'running']);
      await until(
        () => received.slice(before).filter(({ document }) => document.replay === true).length === 3,
      );
      const repeats = received.slice(before).filter(({ document }) => document.replay === true);
      expect(repeats.map(({ document }) => document.id)).to.deep.equal(
        received.slice(0, 3).map(({ document }) => document.id),
      );
      const { json } = await service.call(
        `/v1/audit/events?tenant_id=${TENANT}&event_type=siem_webhook.replay_requested`,
        { token: tokens.admin },
      );
      expect(json.items[0].related_ids).to.deep.equal([wanted.json.replay_id, `${sequence}-${sequence + 2}`]);
      for (const wrong of [
        {},
        { from_sequence: 1_000_000 },
        { from_sequence: 1, from: '2026-01-01T00:00:00Z' },
      ]) {
        const refused = await service.call('/v1/siem-webhooks/dst_soc/replay', {
          token: tokens.admin,
          body: { ...body, ...wrong },
        });
        expect([refused.status, refused.json.reasonCode]).to.deep.equal([400, 'invalid_request']);
      }
    });

    it('sends a signed checkpoint among the events, which the installation’s key verifies', async () => {
      await until(() => notes.length > 0, 60_000);
      const key = trailKey(TENANT, service.ports.checkpointSigner.publicKey);
      expect(notes.map((note) => readCheckpoint(note, [key])?.signatureStatus)).to.deep.equal(
        notes.map(() => 'signed'),
      );
    }).timeout(90_000);

    it('says on the destination that it is healthy', async () => {
      const { json } = await read('');
      expect([json.webhook_status.status, json.audit_export_status.status]).to.deep.equal([
        'healthy',
        'healthy',
      ]);
    });
  });
