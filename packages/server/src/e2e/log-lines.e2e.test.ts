import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

describe('the lines of the log', () => {
  let folder: string;
  let service: SpawnedService;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-log-'));
    service = await spawnService({
      GOVGATE_DATA: folder,
      GOVGATE_LOG_LEVEL: 'info',
      GOVGATE_RATE_READS_PER_MINUTE: '1',
    });
  });

  afterEach(async () => {
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The lines about calls, and what was summed up when the process ended. */
  const linesAfter = async (call: () => Promise<unknown>): Promise<{ calls: number; sums: unknown[] }> => {
    for (let i = 0; i < 80; i += 1) await call();
    await service.stop();
    const lines = service
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const sums = lines.filter(({ msg }) => /one by one$/.test(msg));
    return {
      calls: lines.filter(({ msg }) => msg === 'call').length,
      sums: sums.map(({ level: _level, time: _time, msg: _msg, ...counts }) => counts),
    };
  };

  it('about unknown paths are sixty a minute, and then a sum', async () => {
    expect(await linesAfter(() => service.call('/v1/nowhere'))).to.deep.equal({
      calls: 60,
      sums: [{ route_not_found: 20 }],
    });
  });

  it('about a caller beyond its quota are sixty a minute, and then a sum', async () => {
    const { calls, sums } = await linesAfter(() => service.call('/v1/identity/me', { token: ADMIN_TOKEN }));
    // The quota admits two where the calls fall into two of its minutes.
    expect(calls).to.equal(60);
    expect(sums).to.have.length(1);
    expect((sums[0] as { rate_limited: number }).rate_limited).to.be.within(18, 19);
  });
});
