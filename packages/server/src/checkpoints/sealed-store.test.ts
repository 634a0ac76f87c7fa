import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealTrail, signNow, verifyTrail } from '@govgate/application';
import { trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { compose, type Taking } from '../compose.js';
import type { Service } from '../service.js';
import { readSettings } from '../settings/read-settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';

const TENANT = 'default';
const DATABASE = ['govgate.db', 'govgate.db-wal', 'govgate.db-shm'];
/** Later than every event: the store's own first ones are from today. */
const BEFORE = '2999-01-01T00:00:00.000Z';

describe('an embedded store whose old events were sealed', function () {
  this.timeout(60_000);
  let folder: string;
  let data: string;
  let outside: string;

  const started = async <T>(run: (service: Service) => Promise<T>, taking?: Taking): Promise<T> => {
    const { settings } = readSettings({
      GOVGATE_DATA: data,
      GOVGATE_CHECKPOINT_FILE: outside,
      GOVGATE_LOG_LEVEL: 'silent',
    });
    const service = await compose(settings, { makes: true, ...(taking === undefined ? {} : { taking }) });
    try {
      return await run(service);
    } finally {
      await service.store.close();
    }
  };

  const seal = () => started(({ ports }) => sealTrail(ports, TENANT, { before: BEFORE, by: 'cli' }));

  const verified = (taking?: Taking) =>
    started(async ({ ports }) => {
      const report = await verifyTrail(ports, TENANT, { whole: true });
      return [report.state, report.firstInvalid, report.sealedUpTo];
    }, taking);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-sealed-'));
    [data, outside] = [join(folder, 'data'), join(folder, 'outside.ndjson')];
    await started(async ({ ports }) => {
      for (let from = 1; from < 1_000; from += 300) {
        const [first, ...rest] = trailEvents(from, 300, TENANT);
        if (first !== undefined) await ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
        await signNow(ports, TENANT);
      }
    });
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('starts, verifies, and has every checkpoint that was sent out', async () => {
    const newest = readFileSync(join(data, 'checkpoints.ndjson'), 'utf8');
    expect((await seal()).sealedUpTo).to.equal(1024);
    expect(await verified()).to.deep.equal(['verified', null, 1024]);
    expect(newest).to.contain(TENANT);
    await started(async ({ ports }) => {
      const { auditTrail } = ports;
      const page = await auditTrail.page(TENANT, { filter: {}, direction: 'desc', limit: 200 });
      expect([page.items[0]?.eventType, page.totalCount, page.items.length]).to.deep.equal([
        'audit.sealed',
        (await auditTrail.head(TENANT)).sequence - 1024,
        page.totalCount,
      ]);
    });
  });

  it('is still detected as an older copy when the files from before the sealing are restored', async () => {
    cpSync(data, join(folder, 'older'), { recursive: true });
    await seal();
    await started(({ ports }) => signNow(ports, TENANT));
    for (const file of DATABASE) {
      rmSync(join(data, file), { force: true });
      if (existsSync(join(folder, 'older', file))) cpSync(join(folder, 'older', file), join(data, file));
    }
    const fault: unknown = await started(async () => undefined).catch((thrown: unknown) => thrown);
    expect(fault instanceof CommandFailure && fault.exitCode).to.equal(EXIT.settings);
    expect((await verified('look'))[0]).to.equal('broken');
  });
});
