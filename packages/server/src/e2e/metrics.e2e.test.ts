import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { freeLoopbackPort } from '../../../../tools/test-services/loopback-port.js';
import { spawnService } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

describe('metrics on their own port', () => {
  it('count calls by operation and status, including rate-limited ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-metrics-'));
    const port = await freeLoopbackPort();
    const service = await spawnService({
      GOVGATE_DATA: folder,
      GOVGATE_METRICS_PORT: String(port),
      GOVGATE_RATE_READS_PER_MINUTE: '2',
    });
    try {
      const me = () => service.call('/v1/identity/me', { token: ADMIN_TOKEN });
      const statuses = [await me(), await me(), await me(), await service.call('/v1/identity/me')];
      // The calls may fall into two minutes of the limit, so the answers themselves say what to count.
      const counted = (status: number) => statuses.filter((answer) => answer.status === status).length;
      await service.call('/v1/nowhere/secret-example');
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(counted(401)).to.equal(1);
      for (const status of [200, 401, 429].filter((one) => counted(one) > 0))
        expect(text).to.contain(
          `govgate_http_requests_total{operation="readIdentity",status="${status}"} ${counted(status)}`,
        );
      expect(text).to.contain('govgate_http_requests_total{operation="none",status="404"} 1');
      expect(text).to.contain('govgate_http_request_duration_seconds_count{operation="readIdentity"} 4');
      expect(text).not.to.contain('secret-example');
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('count jobs by outcome and report the depth of the queue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-metrics-'));
    const port = await freeLoopbackPort();
    const service = await spawnService({ GOVGATE_DATA: folder, GOVGATE_METRICS_PORT: String(port) });
    try {
      const url = `http://127.0.0.1:${port}/metrics`;
      const read = async (): Promise<string> => (await fetch(url)).text();
      const relayed = /govgate_jobs_total\{name="relay_outbox",outcome="done"\} \d/;
      for (let tries = 0; tries < 100 && !relayed.test(await read()); tries += 1) await delay(100);
      const text = await read();
      expect(text).to.match(relayed);
      for (const state of ['waiting', 'active', 'delayed'])
        expect(text).to.contain(`govgate_queue_jobs{state="${state}"} 0`);
      expect(text).to.contain('govgate_job_duration_seconds_count{name="relay_outbox"}');
      expect((await fetch(`http://127.0.0.1:${port}/other`)).status).to.equal(404);
      expect((await service.call('/metrics')).status).to.equal(404);
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
