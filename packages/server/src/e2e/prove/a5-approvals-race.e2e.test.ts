import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { IS_PROOF } from '../../testing/proof-record.js';
import { holdApprovalRaces, makeRacingGateway } from '../../testing/races/held-approval-races.js';

const RACES = IS_PROOF ? 1_000 : 200;

describe('A5: approvals are used once, and never after they were withdrawn: 2 processes, one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-approvals-'));
  let services: SpawnedService[] = [];

  before(async function () {
    this.timeout(60_000);
    services = [await spawnService({ GOVGATE_DATA: folder })];
    services.push(await spawnService({ GOVGATE_DATA: folder }));
    await makeRacingGateway({ GOVGATE_DATA: folder });
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it(`whatever of ${RACES} races`, async function () {
    this.timeout(400_000);
    const [a, b] = services as [SpawnedService, SpawnedService];
    await holdApprovalRaces([a.call, b.call], RACES, 'SQLite');
  });
});
