import type { DeliveryReason, SealedAuditEvent } from '@govgate/domain';
import { LEASE_SECONDS } from '@govgate/domain/internal';
import type { DeliveryBatch, Settling } from '@govgate/ports';
import { expect } from 'chai';
import { HeldLane } from './held-lane.js';
import { LaneSend } from './lane-send.js';
import type { TenantTail } from './tenant-tail.js';
import { ExportBench, failing, sampleDestination, taken } from './testing/export-bench.js';
import { MOST_UNSETTLED_EVENTS } from './unsettled.js';

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** A receiver that acknowledges nothing: writes settle when a test says so, oldest first. */
class SilentReceiver {
  /** What each batch was sent after: the index of another batch, or -1. */
  readonly behind: number[] = [];
  readonly #batches: { readonly settling: Settling; settle(reason: DeliveryReason): void }[] = [];
  #settled = 0;

  readonly answer = (batch: DeliveryBatch) => {
    this.behind.push(this.#batches.findIndex(({ settling }) => settling === batch.behind));
    let settle: (reason: DeliveryReason) => void = () => undefined;
    const done = new Promise<DeliveryReason>((resolve) => {
      settle = resolve;
    });
    const settling = { connection: this, done };
    this.#batches.push({ settling, settle });
    return { ...taken(batch), settling };
  };

  get written(): number {
    return this.#batches.length;
  }

  /** Lets this many more batches settle. */
  settle(count: number, reason: DeliveryReason = 'delivered'): void {
    for (let i = 0; i < count; i += 1) this.#batches[this.#settled + i]?.settle(reason);
    this.#settled += count;
  }
}

const LIMIT_MS = 90_000;

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const limit = performance.now() + LIMIT_MS;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error('it did not come to it');
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('what a receiver does not acknowledge', function () {
  this.timeout(2 * LIMIT_MS);

  /** A destination with the events 2 to 102 ahead, ten per batch. */
  const begun = async () => {
    const bench = await ExportBench.make([sampleDestination('dst_1', { kind: 'syslog' })]);
    const receiver = new SilentReceiver();
    bench.most = 10;
    bench.answers.set('dst_1', receiver.answer);
    await bench.publish(100);
    const engine = bench.engine();
    await engine.tick();
    await until(() => receiver.written === 11);
    return { bench, receiver, engine };
  };

  const reached = (bench: ExportBench, sequence: number) =>
    until(async () => (await bench.lane())?.sequence === sequence);

  it('settles while the next batches are sent, each after the one before, and only what has settled is saved', async () => {
    const { bench, receiver, engine } = await begun();
    expect(bench.sequences()).to.deep.equal(upTo(2, 102));
    expect(receiver.behind).to.deep.equal(upTo(-1, 9));
    expect(await bench.lane()).to.deep.include({ sequence: 1, delivered: 0 });
    bench.advance(1);
    receiver.settle(4);
    await reached(bench, 11);
    bench.advance(1);
    receiver.settle(1);
    await reached(bench, 51);
    receiver.settle(6);
    await engine.stop();
    expect(await bench.lane()).to.deep.include({ sequence: 102, delivered: 101, lastReason: 'delivered' });
  });

  it('is sent again in order from the first that was lost, whatever was sent after it', async () => {
    const { bench, receiver, engine } = await begun();
    bench.advance(1);
    receiver.settle(3);
    await reached(bench, 11);
    bench.sent.length = 0;
    receiver.settle(8, 'connection_reset');
    await engine.settled();
    expect(await bench.lane()).to.deep.include({
      sequence: 31,
      delivered: 30,
      failuresInARow: 1,
      lastReason: 'connection_reset',
    });
    expect(bench.sent).to.deep.equal([]);
    bench.advance(6);
    await engine.tick();
    await until(() => bench.sequences().at(-1) === 102);
    expect(bench.sequences()).to.deep.equal(upTo(32, 102));
    receiver.settle(8);
    await engine.settled();
    bench.advance(2);
    await bench.run(engine);
    expect(await bench.lane()).to.deep.include({ sequence: 102, delivered: 101, failuresInARow: 0 });
  });

  it('is also sent again where a request after it fails', async () => {
    const bench = await ExportBench.make([sampleDestination('dst_1', { kind: 'syslog' })]);
    const receiver = new SilentReceiver();
    bench.most = 10;
    let broken = false;
    bench.answers.set('dst_1', (batch) => {
      if (receiver.written < 3 || broken) return receiver.answer(batch);
      broken = true;
      return failing('timeout')(batch);
    });
    await bench.publish(60);
    const engine = bench.engine();
    await engine.tick();
    await engine.settled();
    expect(await bench.lane()).to.deep.include({ sequence: 1, delivered: 0, lastReason: 'timeout' });
    bench.sent.length = 0;
    bench.advance(6);
    await engine.tick();
    await until(() => bench.sequences().at(-1) === 62);
    expect(bench.sequences()).to.deep.equal(upTo(2, 62));
  });

  it('is waited for where so much is in flight that too much would be sent twice', async () => {
    const bench = await ExportBench.make();
    const destination = sampleDestination('dst_1', { kind: 'syslog' });
    const receiver = new SilentReceiver();
    bench.answers.set('dst_1', receiver.answer);
    bench.most = 2_000;
    const [event] = (await bench.store.auditTrail.page('acme', { filter: {}, direction: 'asc', limit: 1 }))
      .items as [SealedAuditEvent];
    const endless: Pick<TenantTail, 'read' | 'checkpoint'> = {
      checkpoint: undefined,
      // Practically endless: only a lane that does not wait reaches the end.
      read: async (after, limit) =>
        after > 10 * MOST_UNSETTLED_EVENTS
          ? []
          : upTo(after + 1, after + limit).map((sequence) => ({ ...event, sequence })),
    };
    const stop = { aborted: false };
    const deps = bench.deps('one');
    const held = await HeldLane.take(deps, destination, { head: 1e6, checkpoint: 0 });
    const lane = new LaneSend(
      deps,
      endless as TenantTail,
      { destination, notBefore: 0 },
      stop,
      held as HeldLane,
    );
    const run = lane.run();
    const most = Math.ceil((MOST_UNSETTLED_EVENTS + 1) / 2_000);
    const rests = async (written: number): Promise<void> => {
      await until(() => receiver.written >= written);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(receiver.written).to.equal(written);
    };
    await rests(most);
    receiver.settle(3);
    await rests(most + 3);
    stop.aborted = true;
    receiver.settle(most + 1);
    await run;
    expect((held as HeldLane).lane.sequence).to.equal((most + 3) * 2_000 + 1);
  });

  it('saves nothing more once somebody else has the lane and sends it again', async () => {
    const { bench, receiver, engine } = await begun();
    bench.sent.length = 0;
    bench.advance(LEASE_SECONDS + 5);
    const two = bench.engine('two');
    bench.answers.set('dst_1', taken);
    await bench.run(two);
    expect(bench.sequences()).to.deep.equal(upTo(2, 102));
    receiver.settle(11);
    await engine.settled();
    bench.advance(2);
    await bench.run(two);
    expect(await bench.lane()).to.deep.include({ sequence: 102, delivered: 101, holder: 'two' });
    expect([...new Set(bench.sent.map(({ by }) => by))]).to.deep.equal(['two']);
  });

  it('is waited for and saved when the process stops', async () => {
    const { bench, receiver, engine } = await begun();
    const stopped = engine.stop();
    receiver.settle(11);
    await stopped;
    expect(await bench.lane()).to.deep.include({ sequence: 102, delivered: 101 });
  });
});
