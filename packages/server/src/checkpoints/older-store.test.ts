import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signNow, verifyTrail } from '@govgate/application';
import { trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { compose, type Taking } from '../compose.js';
import type { Service } from '../service.js';
import { readSettings } from '../settings/read-settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';

const TENANT = 'default';
const DATABASE = ['govgate.db', 'govgate.db-wal', 'govgate.db-shm'];

describe('a start over an older copy of the store', () => {
  let folder: string;
  let data: string;
  let outside: string;
  let older: string;

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

  /** Appends events and signs; returns the new number of events. */
  const writeAndSign = (from: number, count: number): Promise<number> =>
    started(async (service) => {
      const ports = service.ports;
      const [first, ...rest] = trailEvents(from, count, TENANT);
      if (first !== undefined) await ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
      await signNow(ports, TENANT);
      return (await ports.auditTrail.head(TENANT)).sequence;
    });

  const putBack = (from: string): void => {
    for (const file of DATABASE) {
      rmSync(join(data, file), { force: true });
      if (existsSync(join(from, file))) cpSync(join(from, file), join(data, file));
    }
  };

  const refusalOf = async (start: Promise<unknown>): Promise<readonly unknown[]> => {
    const fault: unknown = await start.catch((thrown: unknown) => thrown);
    return fault instanceof CommandFailure ? [fault.exitCode, fault.message] : ['no refusal', fault];
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-older-'));
    [data, outside, older] = ['data', 'outside.ndjson', 'older'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeAndSign(1, 5);
    cpSync(data, older, { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is refused with tenant, event and time, and with what to do', async () => {
    const signed = await writeAndSign(6, 4);
    putBack(older);
    const [code, message] = await refusalOf(started(async () => undefined));
    expect(code).to.equal(EXIT.settings);
    expect(message).to.match(
      new RegExp(
        `^The trail of tenant default ends at event ${signed - 4}, but events up to ${signed} were signed on \\d{4}-.*--accept-older-store`,
      ),
    );
  });

  it('is refused by the file beside the store alone, and by the one outside alone', async () => {
    await writeAndSign(6, 4);
    putBack(older);
    rmSync(outside);
    expect((await refusalOf(started(async () => undefined)))[0]).to.equal(EXIT.settings);
    // Somebody with access to the whole folder also restores the file next to the store.
    rmSync(data, { recursive: true });
    await writeAndSign(1, 5);
    cpSync(older, join(folder, 'kept'), { recursive: true });
    rmSync(data, { recursive: true });
    cpSync(older, data, { recursive: true });
    rmSync(outside);
    const more = await writeAndSign(6, 4);
    rmSync(data, { recursive: true });
    cpSync(older, data, { recursive: true });
    const [code, message] = await refusalOf(started(async () => undefined));
    expect([code, String(message).includes(`events up to ${more} were signed`)]).to.deep.equal([
      EXIT.settings,
      true,
    ]);
  });

  it('is refused where the store has as many events, but not the signed ones', async () => {
    const signed = await writeAndSign(6, 4);
    putBack(older);
    const kept = [join(data, 'checkpoints.ndjson'), outside].map(
      (path) => [path, readFileSync(path)] as const,
    );
    for (const [path] of kept) rmSync(path);
    // Written to the older copy without checking what was signed, as an attacker does.
    await writeAndSign(60, 8);
    for (const [path, bytes] of kept) writeFileSync(path, bytes);
    const [code, message] = await refusalOf(started(async () => undefined));
    expect([code, String(message).includes(`has another event ${signed} than`)]).to.deep.equal([
      EXIT.settings,
      true,
    ]);
  });

  it('checks it all the same, and names the first missing event', async () => {
    const signed = await writeAndSign(6, 4);
    putBack(older);
    const report = await started((service) => verifyTrail(service.ports, TENANT, { whole: true }), 'look');
    expect([report.state, report.firstInvalid]).to.deep.equal([
      'broken',
      { sequence: signed - 3, reasonCode: 'truncated' },
    ]);
  });

  it('continues where an operator says so: audited, signed again, and not asked again', async () => {
    const signed = await writeAndSign(6, 4);
    putBack(older);
    const events = await started(async (service) => {
      const { items } = await service.ports.auditTrail.page(TENANT, {
        filter: { eventType: 'tenant.older_store_accepted' },
        direction: 'asc',
        limit: 10,
      });
      return items.map(({ reason, actor }) => [reason, actor.actorId]);
    }, 'serve_older');
    expect(events).to.deep.equal([
      [`Signed up to event ${signed}; the store ended at event ${signed - 4}.`, 'cli'],
    ]);
    const report = await started((service) => verifyTrail(service.ports, TENANT, { whole: true }));
    expect([report.state, report.lastSequence]).to.deep.equal(['verified', signed - 3]);
    expect(
      report.olderStoresAccepted.map(({ signedSize, storeSize }) => [signedSize, storeSize]),
    ).to.deep.equal([[signed, signed - 4]]);
  });

  it('accepts a store of which nothing was signed, and one that continued', async () => {
    expect(await writeAndSign(6, 4)).to.be.greaterThan(await started(async () => 0));
    rmSync(join(data, 'checkpoints.ndjson'));
    rmSync(outside);
    await started(async () => undefined);
  });
});
