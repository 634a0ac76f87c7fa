import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type EventReceiver, startEventReceiver } from '../testing/delivery/event-receiver.js';
import { importDestination } from '../testing/delivery/export-destination.js';
import { runCli } from '../testing/processes/spawned-service.js';

describe('govgate destination', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-destination-'));
  let receiver: EventReceiver;
  let environment: Record<string, string>;

  before(async () => {
    receiver = await startEventReceiver();
    environment = await importDestination(folder, receiver);
  });

  after(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => runCli(['destination', ...args], environment);

  it('tests from this machine, and says by its exit code whether the test was delivered', async () => {
    const good = await run('test', 'dst_soc');
    expect([good.code, JSON.parse(good.stdout)]).to.deep.equal([
      0,
      { status: 'healthy', reason_code: 'delivered' },
    ]);
    expect(receiver.received.length).to.equal(1);
    await receiver.close();
    const away = await run('test', 'dst_soc');
    expect([away.code, JSON.parse(away.stdout).reason_code]).to.deep.equal([1, 'connection_refused']);
  }).timeout(60_000);

  it('reports how far the export has come, and requests a range again', async () => {
    const status = await run('status', 'dst_soc');
    expect(JSON.parse(status.stdout)).to.deep.include({ destination_id: 'dst_soc', lag_events: 0 });
    const replay = await run('replay', 'dst_soc', '--from-sequence', '1', '--to-sequence', '2');
    expect([replay.code, JSON.parse(replay.stdout)]).to.deep.include.members([0]);
    const wrong = await run('replay', 'dst_soc', '--from', 'yesterday');
    expect([wrong.code, wrong.stdout]).to.deep.equal([2, '']);
    expect((await run('status', 'dst_none')).code).to.equal(1);
  }).timeout(60_000);
});
