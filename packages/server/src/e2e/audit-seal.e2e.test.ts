import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signNow } from '@govgate/application';
import { tenantKind } from '@govgate/ports';
import { trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { compose } from '../compose.js';
import { readSettings } from '../settings/read-settings.js';
import { runCli } from '../testing/processes/spawned-service.js';

/** A tenant whose trail contains only old events. */
const TENANT = 'acme';

describe('govgate audit seal', function () {
  this.timeout(120_000);
  let folder: string;
  let data: string;

  const cli = (args: readonly string[], more: Record<string, string> = {}) =>
    runCli(['audit', ...args], { GOVGATE_DATA: data, ...more });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-seal-'));
    data = join(folder, 'data');
    const { settings } = readSettings({ GOVGATE_DATA: data, GOVGATE_LOG_LEVEL: 'silent' });
    const { ports, store } = await compose(settings, { makes: true });
    const [first, ...rest] = trailEvents(1, 700, TENANT);
    const tenant = {
      kind: tenantKind,
      record: { tenantId: TENANT, environments: [] },
      expectedVersion: null,
    };
    if (first !== undefined) await ports.unitOfWork.commit({ changes: [tenant], audit: [first, ...rest] });
    await signNow(ports, TENANT);
    await store.close();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('archives what is past its retention, removes it, and leaves a trail that verifies everywhere', async () => {
    const [archive, trail, key] = ['old.ndjson', 'trail.ndjson', 'key'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(key, (await cli(['key', '--tenant', TENANT])).stdout);
    const sealed = await cli(['seal', '--tenant', TENANT, '--archive', archive], {
      GOVGATE_AUDIT_RETENTION_DAYS: '7',
    });
    expect([sealed.code, JSON.parse(sealed.stdout)], sealed.stderr).to.deep.equal([
      0,
      {
        schema_version: '1.0',
        tenant_id: TENANT,
        sealed_up_to: 512,
        events_removed: 512,
        held_back_by: null,
      },
    ]);
    writeFileSync(trail, (await cli(['export', '--tenant', TENANT])).stdout);
    const spans: unknown[] = [];
    for (const file of [archive, trail]) {
      const ran = await cli(['verify', file, '--key', key]);
      const { state, first_sequence, last_sequence, sealed_up_to } = JSON.parse(ran.stdout);
      spans.push([ran.code, state, first_sequence, last_sequence, sealed_up_to]);
    }
    expect(spans).to.deep.equal([
      [0, 'verified', 1, 512, null],
      [0, 'verified', 513, 701, 512],
    ]);
    const store = await cli(['verify', '--tenant', TENANT]);
    expect([store.code, JSON.parse(store.stdout).sealed_up_to]).to.deep.equal([0, 512]);
    expect(readFileSync(archive, 'utf8').split('\n').length).to.equal(514);
  });

  it('says what is missing, and never writes over an archive', async () => {
    const refused = async (args: readonly string[]) => {
      const { code, stderr } = await cli(['seal', '--tenant', TENANT, ...args]);
      return [code, /--older-than|already exists/.exec(stderr)?.[0]];
    };
    expect(await refused([])).to.deep.equal([2, '--older-than']);
    expect(await refused(['--older-than', '6'])).to.deep.equal([2, '--older-than']);
    const there = join(folder, 'there');
    writeFileSync(there, 'precious');
    expect(await refused(['--older-than', '7', '--archive', there])).to.deep.equal([1, 'already exists']);
    expect(readFileSync(there, 'utf8')).to.equal('precious');
    expect(JSON.parse((await cli(['verify', '--tenant', TENANT])).stdout).sealed_up_to).to.equal(null);
  });
});
