import { toBase64 } from '@govgate/domain/internal';
import { expect } from 'chai';
import { CommittedEvents } from '../call/committed-events.js';
import { signNow } from './sign-checkpoint.js';
import { signTrail } from './sign-trail.js';
import { ACME, blamed, instant, makeTrailBench, type TrailBench } from './testing/trail-bench.js';
import { signerOf } from './testing/trail-ports.js';
import { type VerifyOptions, verifyTrail } from './verify-trail.js';

const WHOLE: VerifyOptions = { whole: true };

/** A trail of 700 events with checkpoints at 300 and 600. */
const signedBench = async (): Promise<TrailBench> => {
  const bench = makeTrailBench();
  for (const count of [300, 300]) {
    await bench.append(count);
    await signNow(bench.ports, ACME);
  }
  await bench.append(100);
  return bench;
};

const fault = async ({ ports }: TrailBench, options: VerifyOptions = WHOLE) => {
  const { state, firstInvalid } = await verifyTrail(ports, ACME, options);
  return state === 'broken' ? [firstInvalid?.reasonCode, firstInvalid?.sequence] : [state];
};

describe('verifying a trail in its store', () => {
  it('calls it verified from the first event, with what was just committed after the last checkpoint', async () => {
    const bench = await signedBench();
    const { checkpoint, ...report } = await verifyTrail(bench.ports, ACME, WHOLE);
    expect(report).to.deep.equal({
      valid: true,
      events: 700,
      firstSequence: 1,
      lastSequence: 700,
      headHash: bench.data.chains.get(ACME)?.head.hash,
      firstInvalid: null,
      state: 'verified',
      startedAfter: 0,
      signedUpTo: 600,
      sealedUpTo: null,
      olderStoresAccepted: [],
    });
    expect(checkpoint?.record.size).to.equal(600);
  });

  it('begins at the block of the last checkpoint unless the whole trail is requested', async () => {
    const bench = await signedBench();
    const report = await verifyTrail(bench.ports, ACME, { whole: false });
    expect([report.state, report.startedAfter, report.events, report.signedUpTo]).to.deep.equal([
      'verified',
      512,
      188,
      600,
    ]);
  });

  it('calls it unsigned without a checkpoint of our key, and when something was left unsigned long ago', async () => {
    const bench = makeTrailBench();
    expect(await fault(bench)).to.deep.equal(['unsigned']);
    await bench.append(10);
    expect(await fault(bench)).to.deep.equal(['unsigned']);
    await signTrail({ ...bench.ports, checkpointSigner: signerOf(9) }, ACME);
    expect(await fault(bench)).to.deep.equal(['unsigned']);
    await signNow(bench.ports, ACME);
    await bench.append(10);
    expect(await fault(bench)).to.deep.equal(['verified']);
    bench.clock.advance(600_000);
    expect(await fault(bench)).to.deep.equal(['unsigned']);
  });

  const keptOutside: [string, (bench: TrailBench) => void, unknown[]][] = [
    [
      'the tail was cut, with its checkpoints and subtrees',
      ({ data, forge }) => {
        forge(350, () => undefined);
        data.checkpoints.set(
          ACME,
          (data.checkpoints.get(ACME) ?? []).filter(({ size }) => size < 350),
        );
        data.subtrees.set(
          ACME,
          (data.subtrees.get(ACME) ?? []).filter(({ place }) => place === 0),
        );
      },
      ['truncated', 350],
    ],
    [
      'everything was chained anew, and every checkpoint deleted',
      ({ data, forge }) => {
        forge(1, blamed);
        for (const map of [data.checkpoints, data.subtrees]) map.clear();
      },
      ['checkpoint_mismatch', 600],
    ],
    [
      'the middle was taken out, and every checkpoint deleted',
      ({ data, forge }) => {
        forge(100, (event, index) => (index < 4 ? undefined : event));
        for (const map of [data.checkpoints, data.subtrees]) map.clear();
      },
      ['checkpoint_mismatch', 600],
    ],
    [
      'nothing is left',
      ({ data }) => {
        for (const map of [data.chains, data.checkpoints, data.subtrees]) map.clear();
      },
      ['truncated', 1],
    ],
  ];
  for (const [what, tamper, found] of keptOutside)
    it(`detects from what is kept outside that ${what}`, async () => {
      const bench = await signedBench();
      tamper(bench);
      expect(await fault(bench)).to.deep.equal(found);
      expect(await fault(bench, { whole: false })).to.deep.equal(found);
      const kept = bench.kept.newest(ACME);
      bench.kept.forget();
      if (kept !== undefined) expect(await fault(bench, { whole: true, kept: [kept] })).to.deep.equal(found);
    });

  const inStore: [string, (bench: TrailBench) => void, unknown[]][] = [
    [
      'an event was changed',
      ({ data }) => {
        const link = data.chains.get(ACME)?.links[4];
        if (link !== undefined) (link as { text: string }).text = link.text.replace('user_1', 'usr_eve');
      },
      ['hash_mismatch', 5],
    ],
    [
      'events were blamed on somebody else and chained anew, to the kept subtree',
      ({ forge }) => forge(10, (event, index) => (index === 0 ? blamed(event) : event)),
      ['checkpoint_mismatch', 300],
    ],
    [
      'events were rechained and the checkpoints deleted, to the event',
      ({ data, forge }) => {
        forge(400, blamed);
        data.checkpoints.set(ACME, []);
      },
      ['mac_mismatch', 400],
    ],
    ['the head says more', ({ data }) => moveHead(data, 1), ['truncated', 701]],
    ['the head says less', ({ data }) => moveHead(data, -10), ['head_mismatch', 691]],
    [
      'a subtree was changed',
      ({ data }) => {
        const [first, ...rest] = data.subtrees.get(ACME) ?? [];
        if (first !== undefined)
          data.subtrees.set(ACME, [{ ...first, hash: toBase64(new Uint8Array(32)) }, ...rest]);
      },
      ['subtree_mismatch', 256],
    ],
    [
      'the time of a subtree was changed',
      ({ data }) => {
        const [first, second] = data.subtrees.get(ACME) ?? [];
        if (first !== undefined && second !== undefined)
          data.subtrees.set(ACME, [first, { ...second, latest: instant(9999) }]);
      },
      ['subtree_mismatch', 512],
    ],
    ['subtrees were deleted', ({ data }) => data.subtrees.set(ACME, []), ['subtree_mismatch', 256]],
    [
      'a checkpoint was changed',
      ({ data }) => {
        const [first, second] = data.checkpoints.get(ACME) ?? [];
        if (first !== undefined && second !== undefined)
          data.checkpoints.set(ACME, [{ ...first, note: first.note.replace('2026', '2025') }, second]);
      },
      ['checkpoint_invalid', 300],
    ],
    [
      'a checkpoint is at another size',
      ({ data }) => {
        const [first, second] = data.checkpoints.get(ACME) ?? [];
        if (first !== undefined && second !== undefined)
          data.checkpoints.set(ACME, [{ ...first, size: 299 }, second]);
      },
      ['checkpoint_invalid', 299],
    ],
    ['a tail was cut and left checkpoints behind', ({ forge }) => forge(610, () => undefined), ['verified']],
  ];
  for (const [what, tamper, found] of inStore)
    it(`detects from the store alone that ${what}`, async () => {
      const bench = await signedBench();
      tamper(bench);
      bench.kept.forget();
      const { ports } = bench;
      expect(
        await fault({ ...bench, ports: { ...ports, committedEvents: new CommittedEvents() } }),
      ).to.deep.equal(found);
    });

  it('says after which event a change must lie', async () => {
    const bench = await signedBench();
    bench.forge(400, blamed);
    bench.data.subtrees.set(ACME, bench.data.subtrees.get(ACME)?.slice(0, 1) ?? []);
    const { firstInvalid } = await verifyTrail(bench.ports, ACME, WHOLE);
    expect(firstInvalid).to.deep.equal({ sequence: 600, reasonCode: 'checkpoint_mismatch', soundUpTo: 300 });
  });

  it('names the column that differs from the text', async () => {
    const bench = await signedBench();
    const { auditTrail } = bench.ports;
    const ports = {
      ...bench.ports,
      auditTrail: {
        ...auditTrail,
        async *stored(tenantId: string, after?: number) {
          for await (const batch of auditTrail.stored(tenantId, after))
            yield batch.map((one) =>
              one.sequence === 33
                ? { ...one, columns: (one.columns ?? '').replace('"user_1"', '"usr_eve"') }
                : one,
            );
        },
      },
    };
    const { firstInvalid } = await verifyTrail(ports, ACME, WHOLE);
    expect(firstInvalid).to.deep.equal({
      sequence: 33,
      reasonCode: 'column_mismatch',
      column: 'actor_id',
    });
  });

  it('ends when the caller is gone', async () => {
    const bench = await signedBench();
    const report = await verifyTrail(bench.ports, ACME, { whole: true, stop: { aborted: true } });
    expect(report.events).to.equal(256);
  });
});

const moveHead = (data: TrailBench['data'], by: number): void => {
  const chain = data.chains.get(ACME);
  const sequence = (chain?.head.sequence ?? 0) + by;
  const hash = chain?.links[sequence - 1]?.event.hash ?? chain?.head.hash ?? null;
  if (chain !== undefined) chain.head = { sequence, hash };
};
