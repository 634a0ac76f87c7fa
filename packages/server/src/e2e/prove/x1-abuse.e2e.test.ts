import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { importDestinations } from '../../testing/delivery/siem-receivers.js';
import { attack, type Borne } from '../../testing/hostile/attack.js';
import { HostileReceivers } from '../../testing/hostile/hostile-receivers.js';
import { HOSTILE_REQUESTS } from '../../testing/hostile/hostile-requests.js';
import { type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';

/** Long enough for slow heads (5 s) and slow bodies (10 s) to reach their limits. */
const ATTACK_MS = LONG_FORM ? 60_000 : 13_000;
const PROBE = '/v1/policies?tenant_id=default&environment_id=production';
const RSS_MB = 100;
/** The heap of K7. With gigabytes available, the collector leaves garbage that says nothing about the service. */
const HEAP_MB = 512;

describe('X1: abuse', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-x1-'));
  const receivers = new HostileReceivers();
  let service: SpawnedService;

  before(async function () {
    this.timeout(60_000);
    await receivers.start();
    const settings = { ...receivers.settings, GOVGATE_DATA: folder };
    await importDestinations(receivers, settings);
    service = await spawnService({ ...settings, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  });

  after(async () => {
    await service.stop();
    receivers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const wrongIn = ({ probeErrors, serverErrors, rssGrowthMb }: Borne): readonly string[] => [
    ...new Set([
      ...probeErrors.map((error) => `the probe met ${error}`),
      ...serverErrors,
      ...(rssGrowthMb <= RSS_MB ? [] : [`${rssGrowthMb} MB more`]),
    ]),
  ];

  it(`serves an honest client beside ${HOSTILE_REQUESTS.length} hostile ones and a hostile receiver of each kind, without an error and without growing`, async function () {
    this.timeout(ATTACK_MS + 30_000);
    for (let i = 0; i < 300; i += 1) await service.call(PROBE, { token: ADMIN_TOKEN });
    const borne = await attack(
      { url: service.url, pid: service.process.pid ?? 0, token: ADMIN_TOKEN, probe: PROBE },
      ATTACK_MS,
    );
    const wrong = wrongIn(borne);
    tellProof({
      id: 'X1',
      what: `${HOSTILE_REQUESTS.length} kinds at once, and a hostile receiver of each kind, beside ${borne.probes} probes`,
      trials: borne.requests,
      broken: wrong.length,
      measured: `RSS +${borne.rssGrowthMb} MB`,
    });
    expect(wrong).to.deep.equal([]);
    expect(borne.requests).to.be.greaterThan(HOSTILE_REQUESTS.length);
    expect(receivers.unmet).to.deep.equal([]);
    expect((await service.call(PROBE, { token: ADMIN_TOKEN })).status).to.equal(200);
  });

  it('detects a server that answers 500 to what it cannot read', async function () {
    this.timeout(90_000);
    const fragile = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        response.writeHead(answers(text) ? 200 : 500).end('{}');
      });
    });
    await new Promise<void>((resolve) => fragile.listen(0, '127.0.0.1', resolve));
    const { port } = fragile.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const borne = await attack({ url, pid: process.pid, token: ADMIN_TOKEN, probe: PROBE }, 1_500);
    fragile.closeAllConnections();
    fragile.close();
    expect(borne.serverErrors.length).to.be.greaterThan(0);
  });
});

const answers = (text: string): boolean => {
  try {
    if (text !== '') JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
