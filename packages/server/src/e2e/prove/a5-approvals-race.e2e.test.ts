import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import {
  asGateway,
  lifeOfApprovals,
  prepareRaces,
  raceApprovals,
  SOUND_LIVES,
} from '../../testing/approval-races.js';
import { startMongoPair } from '../../testing/mongo-pair.js';
import { tellProof } from '../../testing/proof-record.js';
import { runCli, type SpawnedService, spawnService } from '../../testing/spawned-service.js';
import { ADMIN_TOKEN, type Call } from '../../testing/test-service.js';

const RACES = 1_000;
const MONGO_RACES = 200;

const GATEWAY = {
  schema_version: '1.0',
  service_accounts: [{ service_account_id: 'gateway', tenant_id: 'default', display_name: 'Gateway' }],
  role_bindings: [
    {
      binding_id: 'rb_gateway',
      tenant_id: 'default',
      role: 'data_plane_agent',
      subject: { subject_type: 'service_account', subject_id: 'gateway' },
      scope: { scope_type: 'tenant' },
      reason_code: 'imported',
      granted_by: 'cli',
    },
  ],
};

/** Runs the races, and holds what the trail tells of them against what may be. */
const hold = async (calls: readonly [Call, Call], races: number, where: string): Promise<void> => {
  await prepareRaces(calls[0]);
  const ids = await raceApprovals(calls, races);
  const lives = await lifeOfApprovals(calls[1]);
  const tally: Record<string, number> = {};
  const broken: string[] = [];
  for (const id of ids) {
    const life = (lives.get(id) ?? []).join(' ');
    tally[life] = (tally[life] ?? 0) + 1;
    if (!SOUND_LIVES.has(life)) broken.push(`${id}: ${life}`);
    // What the API tells is what the trail tells.
    const last = life.split(' ').at(-1);
    const { json } = await calls[0](`/v1/approvals/${id}?environment_id=production`, { token: ADMIN_TOKEN });
    const open = last === 'requested' ? ['pending', 'expired'] : ['approved', 'expired'];
    const told = last === 'requested' || last === 'approved' ? open : [last];
    if (!told.includes(json.status)) broken.push(`${id}: ${life}, told as ${json.status}`);
  }
  tellProof({
    id: 'A5',
    what: `approvals raced over two processes on ${where}`,
    trials: ids.length,
    broken: broken.length,
    measured: JSON.stringify(tally),
  });
  expect(broken).to.deep.equal([]);
  // The races were races: each of these ends came about.
  for (const end of ['used', 'withdrawn', 'denied'])
    expect(
      Object.keys(tally).some((life) => life.endsWith(end)),
      `${end}: ${JSON.stringify(tally)}`,
    ).to.equal(true);
  expect((await calls[0]('/v1/audit/verify?from=0', { token: ADMIN_TOKEN })).json.valid).to.equal(true);
};

const gatewayToken = async (environment: Record<string, string>): Promise<string> => {
  const imported = await runCli(['import', '-'], environment, JSON.stringify(GATEWAY));
  if (imported.code !== 0) throw new Error(imported.stdout + imported.stderr);
  const made = await runCli(
    ['token', 'create', '--tenant', 'default', '--service-account', 'gateway'],
    environment,
  );
  return made.stdout.trim();
};

describe('A5: approvals are used once, and never after they were withdrawn: 2 processes, one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-approvals-'));
  let services: SpawnedService[] = [];

  before(async function () {
    this.timeout(60_000);
    services = [await spawnService({ GOVGATE_DATA: folder })];
    services.push(await spawnService({ GOVGATE_DATA: folder }));
    asGateway(await gatewayToken({ GOVGATE_DATA: folder }));
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it(`whatever of ${RACES} races`, async function () {
    this.timeout(400_000);
    const [a, b] = services as [SpawnedService, SpawnedService];
    await hold([a.call, b.call], RACES, 'SQLite');
  });
});

describeWithMongo('A5: the same, on MongoDB', (serverUrl) => {
  it(`whatever of ${MONGO_RACES} races`, async function () {
    this.timeout(400_000);
    const pair = await startMongoPair(serverUrl);
    try {
      asGateway(await gatewayToken({ GOVGATE_MONGO_URL: pair.database.url }));
      await hold([pair.a.call, pair.b.call], MONGO_RACES, 'MongoDB');
    } finally {
      await pair.dispose();
    }
  });
});
