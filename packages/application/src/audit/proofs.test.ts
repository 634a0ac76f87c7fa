import { readCheckpoint, trailKey, verifyConsistency, verifyInclusion, writeNoteKey } from '@govgate/domain';
import { eventLeaf, fromBase64 } from '@govgate/domain/internal';
import { expect } from 'chai';
import { answerOf, callerWith, refusalOf } from '../testing/use-case-bench.js';
import type { CheckpointView } from './checkpoint-view.js';
import { makeListCheckpoints } from './list-checkpoints.js';
import { makeProveAuditEvent } from './prove-audit-event.js';
import { makeProveConsistency } from './prove-consistency.js';
import { signNow } from './sign-checkpoint.js';
import { ACME, blamed, makeTrailBench, type TrailBench } from './testing/trail-bench.js';
import { signerOf, trailPorts } from './testing/trail-ports.js';

const auditor = callerWith([{ role: 'auditor', scope: { scopeType: 'tenant' } } as never]);
const foreigner = callerWith([{ role: 'auditor', scope: { scopeType: 'tenant' } } as never], {
  tenantId: 'umbra',
});

const hashes = (path: readonly string[] | null): Uint8Array[] =>
  (path ?? []).map((text) => fromBase64(text) ?? new Uint8Array());

const headOf = ({ treeSize, rootHash }: CheckpointView) => ({
  size: treeSize,
  root: fromBase64(rootHash) ?? new Uint8Array(),
});

const idAt = ({ data }: TrailBench, sequence: number): string =>
  data.chains.get(ACME)?.links[sequence - 1]?.event.auditEventId ?? '';

const proofOf = async (bench: TrailBench, sequence: number) =>
  answerOf(
    await makeProveAuditEvent(bench.ports)(auditor, { tenantId: ACME, auditEventId: idAt(bench, sequence) }),
  );

describe('proving an event', () => {
  it('leads from its hash to the root of the newest checkpoint, at any position', async () => {
    const bench = makeTrailBench();
    await bench.append(1000);
    await signNow(bench.ports, ACME);
    for (const sequence of [1, 2, 255, 256, 257, 512, 513, 767, 768, 769, 999, 1000]) {
      const { hash, leafIndex, inclusionPath, checkpoint } = await proofOf(bench, sequence);
      if (checkpoint === null) throw new Error('no checkpoint');
      expect([leafIndex, checkpoint.treeSize]).to.deep.equal([sequence - 1, 1000]);
      const leaf = { index: leafIndex, hash: eventLeaf(hash) };
      expect(verifyInclusion(leaf, headOf(checkpoint), hashes(inclusionPath))).to.equal(true);
    }
  });

  it('reads a few hundred rows, however long the trail is', async () => {
    const bench = makeTrailBench();
    await bench.append(5000);
    await signNow(bench.ports, ACME);
    let read = 0;
    const { auditTrail } = bench.ports;
    const counting = {
      ...auditTrail,
      hashes: async (...requests: Parameters<typeof auditTrail.hashes>) => {
        const found = await auditTrail.hashes(...requests);
        read += found.length;
        return found;
      },
      subtrees: async (...requests: Parameters<typeof auditTrail.subtrees>) => {
        const found = await auditTrail.subtrees(...requests);
        read += found.length;
        return found;
      },
      stored: () => {
        throw new Error('it walks');
      },
    };
    const prove = makeProveAuditEvent({ ...bench.ports, auditTrail: counting });
    answerOf(await prove(auditor, { tenantId: ACME, auditEventId: idAt(bench, 2345) }));
    expect(read).to.be.below(600);
  });

  it('signs a checkpoint where none covers the event yet', async () => {
    const bench = makeTrailBench();
    await bench.append(10);
    await signNow(bench.ports, ACME);
    await bench.append(10);
    expect((await proofOf(bench, 4)).checkpoint?.treeSize).to.equal(10);
    expect((await proofOf(bench, 14)).checkpoint?.treeSize).to.equal(20);
  });

  it('returns none where the trail is not what was signed', async () => {
    const bench = makeTrailBench();
    await bench.append(10);
    await signNow(bench.ports, ACME);
    bench.forge(4, (event, index) => (index === 0 ? blamed(event) : event));
    await bench.append(1);
    expect(await proofOf(bench, 4)).to.include({ checkpoint: null, inclusionPath: null });
    expect(await proofOf(bench, 11)).to.include({ checkpoint: null, inclusionPath: null });
    expect(bench.kept.refusals.length).to.be.greaterThan(0);
  });

  it('answers an absent event and another tenant’s alike', async () => {
    const bench = makeTrailBench();
    await bench.append(3);
    const prove = makeProveAuditEvent(bench.ports);
    for (const [context, auditEventId] of [
      [auditor, 'evt_absent'],
      [foreigner, idAt(bench, 1)],
      [foreigner, 'evt_absent'],
    ] as const)
      expect(refusalOf(await prove(context, { tenantId: ACME, auditEventId }))).to.equal('not_found');
    const stranger = callerWith([]);
    expect(refusalOf(await prove(stranger, { tenantId: ACME, auditEventId: idAt(bench, 1) }))).to.equal(
      'permission_denied',
    );
  });
});

describe('proving that a checkpoint continues another', () => {
  const SIZES = [1, 7, 256, 257, 600, 1000];
  const signedBench = async (): Promise<TrailBench> => {
    const bench = makeTrailBench();
    let written = 0;
    for (const size of SIZES) {
      await bench.append(size - written);
      written = size;
      await signNow(bench.ports, ACME);
    }
    return bench;
  };

  it('leads from any one to any later one', async () => {
    const bench = await signedBench();
    const prove = makeProveConsistency(bench.ports);
    for (const from of SIZES)
      for (const to of SIZES.filter((size) => size >= from)) {
        const { first, second, consistencyPath } = answerOf(
          await prove(auditor, { tenantId: ACME, from, to }),
        );
        expect([first.treeSize, second.treeSize]).to.deep.equal([from, to]);
        expect(verifyConsistency(headOf(first), headOf(second), hashes(consistencyPath))).to.equal(true);
      }
  });

  it('finds no checkpoint of a size at which none was signed, and none before the first', async () => {
    const prove = makeProveConsistency((await signedBench()).ports);
    expect(refusalOf(await prove(auditor, { tenantId: ACME, from: 2, to: 600 }))).to.equal('not_found');
    expect(refusalOf(await prove(auditor, { tenantId: ACME, from: 7, to: 5000 }))).to.equal('not_found');
    expect(refusalOf(await prove(auditor, { tenantId: ACME, from: 600, to: 7 }))).to.equal(
      'invalid_request from',
    );
    expect(refusalOf(await prove(foreigner, { tenantId: ACME, from: 1, to: 7 }))).to.equal('scope_forbidden');
  });

  it('finds its own among those of more keys than one read returns', async () => {
    const bench = makeTrailBench();
    await bench.append(1);
    const signers = Array.from({ length: 40 }, (_, i) => signerOf(i + 1));
    for (const checkpointSigner of signers)
      await signNow({ ...bench.ports, ...trailPorts(), checkpointSigner }, ACME);
    for (const checkpointSigner of signers) {
      const prove = makeProveConsistency({ ...bench.ports, checkpointSigner });
      const { first } = answerOf(await prove(auditor, { tenantId: ACME, from: 1, to: 1 }));
      expect(first.publicKey).to.equal(writeNoteKey(trailKey(ACME, checkpointSigner.publicKey)));
    }
  });

  it('returns no path where the trail no longer leads from one to the other', async () => {
    const bench = await signedBench();
    bench.data.subtrees.clear();
    const { consistencyPath } = answerOf(
      await makeProveConsistency(bench.ports)(auditor, { tenantId: ACME, from: 257, to: 1000 }),
    );
    expect(consistencyPath).to.equal(null);
  });
});

describe('listing checkpoints', () => {
  it('returns the newest first, page by page, each a note that verifies under the key it names', async () => {
    const bench = makeTrailBench();
    const { clock, store } = bench;
    for (let i = 0; i < 5; i += 1) {
      await bench.append(3);
      await signNow(bench.ports, ACME);
    }
    const pageTokens = {
      seal: (context: string, text: string) => JSON.stringify([context, text]),
      open: (context: string, token: string) => {
        const [sealed, text] = JSON.parse(token) as [string, string];
        return sealed === context ? text : undefined;
      },
    };
    const list = makeListCheckpoints({ ...bench.ports, clock, pageTokens, auditTrail: store.auditTrail });
    const sizes: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = answerOf(await list(auditor, { tenantId: ACME, limit: 2, cursor }));
      expect(page.page.totalCount).to.equal(5);
      for (const { treeSize, note, publicKey } of page.items) {
        sizes.push(treeSize);
        expect(publicKey).to.match(/^govgate\/acme\+[0-9a-f]{8}\+/);
        expect(readCheckpoint(note, [])?.head.size).to.equal(treeSize);
      }
      cursor = page.page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(sizes).to.deep.equal([15, 12, 9, 6, 3]);
    expect(refusalOf(await list(foreigner, { tenantId: ACME, limit: 2 }))).to.equal('scope_forbidden');
  });
});
