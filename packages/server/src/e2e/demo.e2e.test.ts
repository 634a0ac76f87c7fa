import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

  it('can be exported, imported into an empty store, and exported again identically', async () => {
    const other = mkdtempSync(join(tmpdir(), 'govgate-copy-'));
    try {
      const exported = await runCli(['export'], { GOVGATE_DATA: join(folder, 'demo') });
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
