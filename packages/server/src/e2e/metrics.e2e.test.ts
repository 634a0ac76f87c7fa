import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { closedLoopbackPort } from '../testing/closed-port.js';
import { spawnService } from '../testing/spawned-service.js';

describe('metrics on a port of their own', () => {
  it('count jobs by outcome and tell the depth of the queue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-metrics-'));
    const port = await closedLoopbackPort();
    const service = await spawnService({ GOVGATE_DATA: folder, GOVGATE_METRICS_PORT: String(port) });
    try {
      const url = `http://127.0.0.1:${port}/metrics`;
      const read = async (): Promise<string> => (await fetch(url)).text();
      const relayed = /govgate_jobs_total\{job="relay_outbox",outcome="done"\} \d/;
      for (let tries = 0; tries < 100 && !relayed.test(await read()); tries += 1) await delay(100);
      const text = await read();
      expect(text).to.match(relayed);
      for (const state of ['waiting', 'active', 'delayed'])
        expect(text).to.contain(`govgate_queue_jobs{state="${state}"} 0`);
      expect(text).to.contain('govgate_job_duration_seconds_count{job="relay_outbox"}');
      expect((await fetch(`http://127.0.0.1:${port}/other`)).status).to.equal(404);
      expect((await service.call('/metrics')).status).to.equal(404);
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
