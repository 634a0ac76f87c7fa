import { exportReplayKind } from '@govgate/ports';
import { expect } from 'chai';
import { ExportBench, failing, later, SCOPE, sampleDestination, taken } from './testing/export-bench.js';

const PUSH = sampleDestination('dst_1', { kind: 'ssf_push' });

describe('the lane of shared signals', () => {
  it('sends what is revoked and passes over the rest, which counts neither as delivered nor as refused', async () => {
    const bench = await ExportBench.make([PUSH]);
    await bench.publish(3);
    await bench.event('user.disabled', 'vic', 'success', null);
    await bench.event('user.disabled', 'ada', 'denied', null);
    await bench.publish(1);
    const engine = bench.engine();
    await bench.run(engine);
    expect(bench.sequences()).to.deep.equal([6]);
    bench.advance(2);
    await bench.run(engine);
    expect(await bench.lane()).to.deep.include({ sequence: 8, delivered: 1, refused: 0 });
  });

  it('says nothing of a receiver that was sent nothing', async () => {
    const bench = await ExportBench.make([PUSH]);
    bench.answers.set('dst_1', failing('auth_rejected'));
    await bench.publish(3);
    await bench.sign(3);
    const engine = bench.engine();
    await bench.run(engine);
    bench.advance(2);
    await bench.run(engine);
    expect([bench.sent, bench.checkpoints]).to.deep.equal([[], []]);
    expect(await bench.lane()).to.deep.include({ sequence: 5, delivered: 0, failuresInARow: 0 });
    expect((await bench.observed())?.delivery.status).to.equal(undefined);
  });

  it('replays signals alone', async () => {
    const bench = await ExportBench.make([PUSH]);
    await bench.publish(2);
    await bench.event('user.disabled', 'vic', 'success', null);
    const engine = bench.engine();
    await bench.run(engine);
    const replay = { fromSequence: 1, toSequence: 5, sequence: 0, state: 'running', delivered: 0 } as const;
    const record = { ...SCOPE, ...replay, replayId: 'rpl_1', destinationId: 'dst_1', requestedBy: 'ada' };
    await bench.store.unitOfWork.observe([
      {
        kind: exportReplayKind,
        record: { ...record, requestedAt: later(0), completedAt: null },
        expectedVersion: null,
      },
    ]);
    await bench.event('siem_webhook.replay_requested', 'dst_1');
    bench.answers.set('dst_1', taken);
    await bench.run(engine, 4);
    expect(bench.sent.map(({ sequences, repeat }) => [sequences, repeat])).to.deep.equal([
      [[5], false],
      [[5], true],
    ]);
  });
});
