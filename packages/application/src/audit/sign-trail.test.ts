import { readCheckpoint, trailKey } from '@govgate/domain';
import { toBase64 } from '@govgate/domain/internal';
import { anEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { CommittedEvents } from '../call/committed-events.js';
import { makeSignCheckpoints } from './sign-checkpoint.js';
import { signTrail } from './sign-trail.js';
import { ACME, blamed, makeTrailBench, type TrailBench } from './testing/trail-bench.js';
import { signerOf } from './testing/trail-ports.js';
import { treeAt } from './trail-tree.js';
import { verifyTrail } from './verify-trail.js';

const sizesIn = async ({ ports }: TrailBench): Promise<number[]> =>
  (await ports.auditTrail.checkpoints(ACME, { direction: 'asc', limit: 99 })).map(({ size }) => size);

const refusal = async ({ ports }: TrailBench) => {
  const { signed, fault } = await signTrail(ports, ACME);
  expect(signed).to.equal(undefined);
  return [fault?.reasonCode, fault?.sequence];
};

describe('signing a trail', () => {
  it('signs size, root, head and time of what is there, with the installation’s key under the tenant’s name', async () => {
    const bench = makeTrailBench();
    await bench.append(300);
    const { newest } = await signTrail(bench.ports, ACME);
    const read = readCheckpoint(newest?.note ?? '', [trailKey(ACME, bench.ports.checkpointSigner.publicKey)]);
    const tree = await treeAt(bench.ports, ACME, { size: 300 });
    expect(read?.signatureStatus).to.equal('signed');
    expect(read?.head).to.deep.equal({
      tenantId: ACME,
      size: 300,
      root: tree?.root(),
      headHash: bench.data.chains.get(ACME)?.head.hash,
      signedAt: bench.clock.now(),
    });
  });

  it('signs nothing in an empty trail, and nothing twice', async () => {
    const bench = makeTrailBench();
    expect(await signTrail(bench.ports, ACME)).to.deep.equal({ newest: undefined });
    await bench.append(3);
    const { newest } = await signTrail(bench.ports, ACME);
    expect(await signTrail(bench.ports, ACME)).to.deep.equal({ newest });
    expect(await sizesIn(bench)).to.deep.equal([3]);
  });

  it('keeps the subtrees that became complete, as a single pass over everything produces them', async () => {
    const [steps, once] = [makeTrailBench(), makeTrailBench()];
    for (const count of [100, 156, 1, 254, 1, 300, 400]) {
      await steps.append(count);
      await signTrail(steps.ports, ACME);
    }
    once.data.chains.set(ACME, structuredClone(steps.data.chains.get(ACME)) as never);
    await signTrail(once.ports, ACME);
    expect(steps.data.subtrees.get(ACME)?.map(({ level, place }) => [level, place])).to.deep.equal([
      [8, 0],
      [8, 1],
      [8, 2],
      [8, 3],
    ]);
    expect(once.data.subtrees.get(ACME)).to.deep.equal(steps.data.subtrees.get(ACME));
  });

  it('knows the latest time up to each subtree, also where clocks disagreed', async () => {
    const bench = makeTrailBench();
    await bench.append(100);
    await bench.append(1, { occurredAt: '2027-01-01T00:00:00.000Z' });
    await signTrail(bench.ports, ACME);
    await bench.append(500);
    await signTrail(bench.ports, ACME);
    expect(bench.data.subtrees.get(ACME)?.map(({ latest }) => latest)).to.deep.equal([
      '2027-01-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
  });

  it('continues over another key’s checkpoints from the first event, for which both vouch', async () => {
    const bench = makeTrailBench();
    await bench.append(300);
    await signTrail({ ...bench.ports, checkpointSigner: signerOf(9) }, ACME);
    bench.kept.forget();
    const { signed } = await signTrail(bench.ports, ACME);
    expect(signed?.size).to.equal(300);
    expect(await sizesIn(bench)).to.deep.equal([300, 300]);
  });

  it('signs nothing of a tail that it could not read to its end', async () => {
    const bench = makeTrailBench();
    await bench.append(1000);
    expect(await signTrail(bench.ports, ACME, { stop: { aborted: true } })).to.deep.equal({
      newest: undefined,
    });
    expect((await signTrail(bench.ports, ACME)).signed?.size).to.equal(1000);
  });

  it('signs events with the MACs of other keys only where an operator continues from them', async () => {
    const bench = makeTrailBench();
    await bench.append(3);
    const ports = { ...bench.ports, eventMac: (hash: string) => `other ${hash}` };
    expect((await signTrail(ports, ACME)).fault).to.deep.equal({ sequence: 1, reasonCode: 'mac_mismatch' });
    expect((await signTrail(ports, ACME, { asFound: true })).signed?.size).to.equal(3);
  });

  it('looks again only for what was committed since the last checkpoint', async () => {
    const bench = makeTrailBench();
    await bench.append(2);
    await bench.append(2);
    expect(bench.ports.committedEvents.of(ACME).map(({ sequence }) => sequence)).to.deep.equal([4]);
    await signTrail(bench.ports, ACME);
    expect(bench.ports.committedEvents.tenants()).to.deep.equal([]);
  });

  describe('is refused', () => {
    const signedBench = async (): Promise<TrailBench> => {
      const bench = makeTrailBench();
      await bench.append(300);
      await signTrail(bench.ports, ACME);
      await bench.append(50);
      return bench;
    };

    it('over events that were changed and rechained', async () => {
      const bench = await signedBench();
      bench.forge(290, (event, index) => (index === 0 ? blamed(event) : event));
      expect(await refusal(bench)).to.deep.equal(['checkpoint_mismatch', 300]);
    });

    it('over a trail shorter than what was signed', async () => {
      const bench = await signedBench();
      bench.forge(200, () => undefined);
      expect(await refusal(bench)).to.deep.equal(['truncated', 200]);
    });

    /** A new process over the same store: it has committed nothing yet. */
    const restarted = (bench: TrailBench): TrailBench => ({
      ...bench,
      ports: { ...bench.ports, committedEvents: new CommittedEvents() },
    });

    for (const [forgery, forge, atRuntime, afterRestart] of [
      [
        'an event is blamed on somebody else',
        (bench: TrailBench) => bench.forge(340, (event, index) => (index === 0 ? blamed(event) : event)),
        ['mac_mismatch', 340],
        ['mac_mismatch', 340],
      ],
      [
        'an event is invented at the end',
        (bench: TrailBench) =>
          bench.store.unitOfWork.commit({ changes: [], audit: [anEvent({ tenantId: ACME })] }),
        ['mac_mismatch', 351],
        ['mac_mismatch', 351],
      ],
      [
        'an event is taken out of the middle',
        (bench: TrailBench) => bench.forge(340, (event, index) => (index === 0 ? undefined : event)),
        ['mac_mismatch', 340],
        ['mac_mismatch', 340],
      ],
      [
        'the last events are taken out, and others are committed in their place',
        async (bench: TrailBench) => {
          bench.forge(349, () => undefined);
          await bench.append(5);
        },
        ['not_as_committed', 350],
        undefined,
      ],
      [
        'everything that is not signed is taken out',
        (bench: TrailBench) => bench.forge(301, () => undefined),
        ['truncated', 301],
        undefined,
      ],
    ] as const)
      it(`over a tail forged before it was signed: ${forgery}`, async () => {
        const bench = await signedBench();
        await forge(bench);
        const report = await verifyTrail(bench.ports, ACME, { whole: true });
        expect([report.firstInvalid?.reasonCode, report.firstInvalid?.sequence]).to.deep.equal(atRuntime);
        expect(await refusal(bench)).to.deep.equal(atRuntime);
        if (afterRestart !== undefined) expect(await refusal(restarted(bench))).to.deep.equal(afterRestart);
      });

    it('over fewer events than the head says', async () => {
      const bench = await signedBench();
      bench.data.chains.get(ACME)?.links.splice(320);
      expect(await refusal(bench)).to.deep.equal(['truncated', 321]);
    });

    it('over a head that is a different event', async () => {
      const bench = await signedBench();
      const chain = bench.data.chains.get(ACME);
      if (chain !== undefined) chain.head = { sequence: 350, hash: `sha256:${'0'.repeat(64)}` };
      expect(await refusal(bench)).to.deep.equal(['head_mismatch', 350]);
    });

    it('over subtrees that are not those of the events, until they are rebuilt', async () => {
      const bench = await signedBench();
      const [subtree] = bench.data.subtrees.get(ACME) ?? [];
      if (subtree === undefined) throw new Error('no subtree');
      bench.data.subtrees.set(ACME, [{ ...subtree, hash: toBase64(new Uint8Array(32)) }]);
      expect(await refusal(bench)).to.deep.equal(['checkpoint_mismatch', 300]);
      bench.data.subtrees.set(ACME, []);
      expect(await refusal(bench)).to.deep.equal(['subtree_mismatch', 256]);
      const rebuilt = await signTrail(bench.ports, ACME, { fromStart: true });
      expect([rebuilt.fault, rebuilt.newest?.size]).to.deep.equal([undefined, 350]);
      expect(bench.data.subtrees.get(ACME)).to.deep.equal([subtree]);
    });

    it('over a checkpoint that was changed', async () => {
      const bench = await signedBench();
      const [kept] = bench.data.checkpoints.get(ACME) ?? [];
      if (kept === undefined) throw new Error('no checkpoint');
      const changed = [kept.note.replace('\n300\n', '\n299\n'), kept.note.replace('2026', '2025'), 'no note'];
      for (const note of changed) {
        bench.data.checkpoints.set(ACME, [{ ...kept, note }]);
        expect(await refusal(bench)).to.deep.equal(['checkpoint_invalid', 300]);
      }
    });

    it('over a trail whose checkpoints are gone, according to what is kept outside the store', async () => {
      const bench = await signedBench();
      await makeSignCheckpoints({ ...bench.ports, timer: { wait: async () => 'elapsed' } })();
      for (const map of [bench.data.checkpoints, bench.data.subtrees]) map.clear();
      bench.forge(10, blamed);
      expect(await refusal(bench)).to.deep.equal(['checkpoint_mismatch', 350]);
      bench.forge(200, () => undefined);
      expect(await refusal(bench)).to.deep.equal(['truncated', 200]);
    });
  });
});

describe('signing every trail', () => {
  it('signs those that advanced, sends the checkpoints out, and reports those that it refuses', async () => {
    const bench = makeTrailBench();
    const signAll = makeSignCheckpoints({ ...bench.ports, timer: { wait: async () => 'elapsed' } });
    await bench.append(3);
    await bench.append(2, { tenantId: 'globex' });
    expect(await signAll()).to.equal(2);
    expect(await signAll()).to.equal(0);
    expect(bench.kept.reported.map(({ tenantId, size }) => [tenantId, size])).to.deep.equal([
      [ACME, 3],
      ['globex', 2],
    ]);
    bench.forge(2, blamed);
    await bench.append(2, { tenantId: 'globex' });
    expect(await signAll()).to.equal(1);
    expect(bench.kept.refusals.map(({ tenantId, fault }) => [tenantId, fault.reasonCode])).to.deep.equal([
      [ACME, 'checkpoint_mismatch'],
    ]);
  });

  it('writes outside the store what an earlier process could not', async () => {
    const bench = makeTrailBench();
    const signAll = makeSignCheckpoints({ ...bench.ports, timer: { wait: async () => 'elapsed' } });
    await bench.append(3);
    await signAll();
    bench.kept.forget();
    expect(await signAll()).to.equal(0);
    expect([bench.kept.newest(ACME)?.size, bench.kept.reported.length]).to.deep.equal([3, 1]);
  });

  it('yields to the rest of the process among many tenants, and stops on request', async () => {
    const bench = makeTrailBench();
    for (let i = 0; i < 70; i += 1) await bench.append(1, { tenantId: `t${i}` });
    let turns = 0;
    const wait = async () => {
      turns += 1;
      return 'elapsed' as const;
    };
    expect(await makeSignCheckpoints({ ...bench.ports, timer: { wait } })({ aborted: true })).to.equal(0);
    expect(await makeSignCheckpoints({ ...bench.ports, timer: { wait } })()).to.equal(70);
    expect(turns).to.equal(2);
  });
});
