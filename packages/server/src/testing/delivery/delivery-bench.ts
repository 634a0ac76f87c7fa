import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'libsql';
import { importBundle, type SpawnedService, spawnService } from '../processes/spawned-service.js';
import { type SpawnedWorker, spawnWorker } from '../processes/spawned-worker.js';
import { ADMIN_TOKEN, REACHES_LOOPBACK } from '../test-service.js';
import { isCheckpoint } from './is-checkpoint.js';

/** A service and workers in separate processes over one store, and a receiver that counts what it gets. */
export class DeliveryBench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-queue-'));
  readonly #workers: SpawnedWorker[] = [];
  readonly #server = createServer((request, response) => {
    const { received } = this;
    const id = String(request.headers['webhook-id']);
    if (!isCheckpoint(request))
      received.set(request.url ?? '', [...(received.get(request.url ?? '') ?? []), id]);
    request.resume();
    this.answer(request, response);
  });
  /** The received webhook ids, by path: `/dst_1`. */
  readonly received = new Map<string, string[]>();
  answer: RequestListener = (_, response) => void response.writeHead(204).end();
  #service: SpawnedService | undefined;
  #environment: Record<string, string> = {};

  get service(): SpawnedService {
    if (this.#service === undefined) throw new Error('the service was not started');
    return this.#service;
  }

  /** Imports destinations and starts the service. */
  async start(redisUrl: string, destinations: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    const ids = Array.from({ length: destinations }, (_, i) => `dst_${i}`);
    this.#environment = {
      GOVGATE_DATA: join(this.#folder, 'data'),
      GOVGATE_REDIS_URL: redisUrl,
      ...REACHES_LOOPBACK,
      GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE: '0',
      GOVGATE_SECRET_ENV: ids.map((id) => `default/production:EXAMPLE_${id}`).join(),
      ...Object.fromEntries(ids.map((id) => [`EXAMPLE_${id}`, `http://127.0.0.1:${port}/${id}`])),
    };
    await importBundle(this.#environment, { destinations: ids.map(destinationItem) });
    this.#service = await spawnService(this.#environment);
  }

  async worker(until?: string, entry?: string): Promise<SpawnedWorker> {
    const worker = await spawnWorker(this.#environment, until, entry);
    this.#workers.push(worker);
    return worker;
  }

  /** Freezes a worker that holds no lock of the store: behind one frozen mid-write nobody else could write. */
  async freeze({ process }: SpawnedWorker): Promise<void> {
    for (;;) {
      process.kill('SIGSTOP');
      await delay(50);
      if (this.#mayWrite()) return;
      process.kill('SIGCONT');
      await delay(50);
    }
  }

  #mayWrite(): boolean {
    const store = new Database(join(this.#folder, 'data/govgate.db'), { timeout: 100 });
    try {
      store.exec('BEGIN IMMEDIATE');
      store.exec('ROLLBACK');
      return true;
    } catch {
      return false;
    } finally {
      store.close();
    }
  }

  /** Requests a check; returns the status of the answer and that of the delivery. */
  async test(id: string): Promise<readonly [number, string]> {
    const { status, json } = await this.service.call(`/v1/siem-webhooks/${id}/test`, {
      token: ADMIN_TOKEN,
      body: { tenant_id: 'default', environment_id: 'production', reason_code: 'routine' },
    });
    return [status, json.delivery_status?.reason_code];
  }

  /** The outcomes in the trail, sorted: `dst_1 delivered`. */
  async outcomes(): Promise<string[]> {
    const { json } = await this.service.call(
      '/v1/audit/events?event_type=siem_webhook.test_completed&limit=200',
      { token: ADMIN_TOKEN },
    );
    return json.items
      .map((event: { resource: { resource_id: string }; reason_code: string }) =>
        [event.resource.resource_id, event.reason_code].join(' '),
      )
      .sort();
  }

  async dispose(): Promise<void> {
    for (const { process } of this.#workers) process.kill('SIGKILL');
    await this.#service?.kill();
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const destinationItem = (destinationId: string) => ({
  destination_id: destinationId,
  tenant_id: 'default',
  environment_id: 'production',
  kind: 'webhook',
  enabled: true,
  destination_ref: `dstref_sample_${destinationId}`,
  endpoint_ref: `epref_sample_${destinationId}`,
  endpoint_secret_ref: `env:EXAMPLE_${destinationId}`,
  // It gets only checks.
  export_settings: { event_types: [] },
});
