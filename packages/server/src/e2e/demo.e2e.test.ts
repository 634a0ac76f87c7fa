import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@govgate/client';
import { expect } from 'chai';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';

const run = promisify(execFile);

describe('the demonstration', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'govgate-demo-'));
  let service: SpawnedService;

  before(async () => {
    service = await spawnService({ GOVGATE_DATA: folder }, ['demo']);
    await service.prints('Ctrl-C');
  });

  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs what the demonstration printed, as a newcomer would paste it. */
  const paste = async (number: 1 | 2 | 3): Promise<string[]> => {
    const said = service.stdout();
    const start = said.indexOf(`\n${number}. `);
    const commands = said.slice(said.indexOf('\n', start + 1), said.indexOf('\n\n', start + 1));
    const token = /export TOKEN=(\S+)/.exec(said)?.[1] ?? '';
    const { stdout } = await run('bash', ['-c', commands.replaceAll('\ncurl', '\necho; curl')], {
      env: { PATH: process.env.PATH, TOKEN: token },
    });
    return stdout.split('\n').filter((line) => line.startsWith('{'));
  };

  it('shows two weeks in which something happened, and an approval that waits', async () => {
    const token = /export TOKEN=(\S+)/.exec(service.stdout())?.[1] ?? '';
    const client = createClient({ baseUrl: service.url, token, environmentId: 'production' });
    const overview = await client.readOverview();
    const waiting = Object.fromEntries(overview.waiting.map(({ kind, count }) => [kind, count]));
    expect(waiting.approval).to.equal(1);
    expect(waiting.mcp_submission).to.be.greaterThan(0);
    const now = Date.now();
    const [from, to] = [now - 6 * 86_400_000, now].map((ms) => new Date(ms).toISOString()) as [
      string,
      string,
    ];
    const { buckets } = await client.countAuditEvents({ from, to, interval: 'day' });
    // The first day and today are parts of days.
    expect(buckets.slice(1, -1).every(({ success }) => success > 5)).to.equal(true);
    // At which hour the days of the history begin depends on the clock: a busy night may lie in two days.
    expect(buckets.reduce((sum, { denied }) => sum + denied, 0)).to.be.greaterThan(60);
    const history = await client.readDataPlaneHealthHistory({ data_plane_id: 'dp_05', limit: 3 });
    expect(history.items.length).to.equal(3);
    const [first] = (await client.listAuditEvents({ order: 'asc', limit: 1 })).items;
    const age = Date.now() - Date.parse(first?.occurred_at ?? '');
    expect(Math.floor(age / 86_400_000)).to.equal(14);
  });

  it('prints three commands that work: who am I, publish, verify', async () => {
    const [me = ''] = await paste(1);
    expect(JSON.parse(me)).to.deep.include({ tenant_id: 'demo', auth_method: 'api_token' });
    const [published = ''] = await paste(2);
    const result = JSON.parse(published);
    expect([result.policy_version, result.status, result.validation.valid]).to.deep.equal([
      'pv_next',
      'active',
      true,
    ]);
    const [events = '', verified = ''] = await paste(3);
    expect(JSON.parse(events).items[0].audit_event_id).to.equal(result.audit_event_id);
    expect(JSON.parse(verified).valid).to.equal(true);
  });

  it('says that its port is taken before it loads anything', async () => {
    const other = mkdtempSync(join(tmpdir(), 'govgate-taken-'));
    const { port } = new URL(service.url);
    const refused = await runCli(['demo'], { GOVGATE_DATA: other, GOVGATE_PORT: port });
    expect([refused.code, refused.stdout, readdirSync(other)]).to.deep.equal([1, '', []]);
    expect(refused.stderr).to.match(/Port \d+ on 127\.0\.0\.1 is taken\./);
    expect(refused.stderr).to.not.match(/Loading/);
    rmSync(other, { recursive: true, force: true });
  });

  it('neither joins nor removes a store that is not its own', async () => {
    const own = mkdtempSync(join(tmpdir(), 'govgate-own-'));
    const file = join(own, 'bundle.json');
    // Editors on Windows put a byte order mark in front.
    writeFileSync(
      file,
      `\uFEFF${(await runCli(['export'], { GOVGATE_DATA: folder })).stdout.replaceAll('"demo"', '"acme"')}`,
    );
    const imported = await runCli(['import', file], { GOVGATE_DATA: own });
    expect(imported.code, imported.stderr).to.equal(0);
    const refused = await runCli(['demo', '--fresh'], { GOVGATE_DATA: own, GOVGATE_PORT: '0' });
    expect([refused.code, refused.stderr.split('\n').at(-2)]).to.deep.equal([
      1,
      `govgate: ${own} holds a store that is not the demonstration's. Set GOVGATE_DATA to another folder.`,
    ]);
    expect((await runCli(['export'], { GOVGATE_DATA: own })).code).to.equal(0);
    rmSync(own, { recursive: true, force: true });
  });

  it('can be exported, imported into an empty store, and exported again identically', async () => {
    const other = mkdtempSync(join(tmpdir(), 'govgate-copy-'));
    try {
      const exported = await runCli(['export'], { GOVGATE_DATA: folder });
      const file = join(other, 'bundle.json');
      writeFileSync(file, exported.stdout);
      const imported = await runCli(['import', file], { GOVGATE_DATA: join(other, 'data') });
      expect(imported.code, imported.stdout + imported.stderr).to.equal(0);
      const again = await runCli(['export'], { GOVGATE_DATA: join(other, 'data') });
      // The pulse of the running demonstration moves heartbeats; everything exported came back unchanged.
      expect(again.stdout).to.equal(exported.stdout);
      const verified = await runCli(['audit', 'verify'], { GOVGATE_DATA: join(other, 'data') });
      expect(verified.code).to.equal(0);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});
