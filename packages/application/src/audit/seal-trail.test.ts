import { ExportVerifier, type TrailSegment, verifyConsistency } from '@govgate/domain';
import { fromBase64 } from '@govgate/domain/internal';
import { type Change, destinationKind, exportLaneKind, tenantKind, trailSegmentKind } from '@govgate/ports';
import { anEvent, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { sampleDestination } from '../export/testing/export-bench.js';
import { answerOf, callerWith } from '../testing/use-case-bench.js';
import { exportLines, linesBefore } from './export-lines.js';
import { makeProveAuditEvent } from './prove-audit-event.js';
import { makeProveConsistency } from './prove-consistency.js';
import { makeSealOldEvents } from './seal-old-events.js';
import { type SealingDeps, type SealRequest, sealTrail } from './seal-trail.js';
import { signNow } from './sign-checkpoint.js';
import { signTrail } from './sign-trail.js';
import { ACME, instant, makeTrailBench, type TrailBench } from './testing/trail-bench.js';
import { signerOf } from './testing/trail-ports.js';
import { type VerifyOptions, verifyTrail } from './verify-trail.js';

const WHOLE: VerifyOptions = { whole: true };
const auditor = callerWith([{ role: 'auditor', scope: { scopeType: 'tenant' } } as never]);

interface SealBench extends TrailBench {
  readonly deps: SealingDeps;
}

/** A trail of 1,300 events, signed at 300, 600 and 1,300. */
const signedBench = async (): Promise<SealBench> => {
  const bench = makeTrailBench();
  for (const count of [300, 300, 700]) {
    await bench.append(count);
    await signNow(bench.ports, ACME);
  }
  const deps: SealingDeps = {
    ...bench.ports,
    ids: sequentialIds(),
    unitOfWork: bench.ports.unitOfWork,
    timer: { wait: async () => 'elapsed' },
  };
  return { ...bench, deps };
};

/** Seals what is older than the n-th event. */
const sealBefore = (bench: SealBench, n: number, more: Partial<SealRequest> = {}) =>
  sealTrail(bench.deps, ACME, { before: instant(n), by: 'worker', ...more });

const fault = async (bench: TrailBench, options: VerifyOptions = WHOLE) => {
  const { state, firstInvalid } = await verifyTrail(bench.ports, ACME, options);
  return state === 'broken' ? [firstInvalid?.reasonCode, firstInvalid?.sequence] : [state];
};

const eventsOf = async ({ store }: TrailBench, eventType: 'audit.sealed') =>
  (await store.auditTrail.page(ACME, { filter: { eventType }, direction: 'asc', limit: 9 })).items;

const put = async (bench: SealBench, ...changes: Change[]): Promise<void> => {
  const done = await bench.ports.unitOfWork.commit({ changes, audit: [anEvent({ tenantId: ACME })] });
  if (!done.committed) throw new Error('not committed');
};

const linesOf = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text.split('\n').slice(0, -1);
};

const verdictOn = (bench: TrailBench, lines: readonly string[], checkpoints: readonly string[] = []) => {
  const verifier = new ExportVerifier({ keys: [bench.ports.checkpointSigner.publicKey], checkpoints });
  for (const line of lines) verifier.add(line);
  return verifier.verdict();
};

const segmentOf = async ({ store }: TrailBench): Promise<TrailSegment> => {
  const { items } = await store.records.page(trailSegmentKind, { tenantId: ACME }, { limit: 9 });
  const last = items.at(-1)?.record;
  if (last === undefined) throw new Error('no segment');
  return last;
};

describe('sealing a trail', () => {
  it('removes whole blocks of events past their retention, and records it in the same commit', async () => {
    const bench = await signedBench();
    expect(await sealBefore(bench, 700)).to.deep.equal({
      sealedUpTo: 512,
      removed: 512,
      heldBack: undefined,
      fault: undefined,
    });
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(513);
    const [event, ...others] = await eventsOf(bench, 'audit.sealed');
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({
      sequence: 1301,
      action: 'seal',
      reasonCode: 'retention_over',
      resource: { resourceType: 'audit', resourceId: 'seg_0000000000000001', version: '512' },
      relatedIds: ['1-512'],
    });
    expect(await sealBefore(bench, 700)).to.deep.include({ sealedUpTo: 512, removed: 0 });
  });

  it('leaves a trail that verifies from its first remaining event, and says where it begins', async () => {
    const bench = await signedBench();
    await sealBefore(bench, 700);
    await signNow(bench.ports, ACME);
    const { checkpoint, ...report } = await verifyTrail(bench.ports, ACME, WHOLE);
    expect(report).to.deep.equal({
      valid: true,
      events: 789,
      firstSequence: 513,
      lastSequence: 1301,
      headHash: bench.data.chains.get(ACME)?.head.hash,
      firstInvalid: null,
      state: 'verified',
      startedAfter: 0,
      signedUpTo: 1301,
      sealedUpTo: 512,
      olderStoresAccepted: [],
    });
    expect(checkpoint?.record.size).to.equal(1301);
    expect(await fault(bench, { whole: false })).to.deep.equal(['verified']);
  });

  it('keeps every checkpoint ever signed, including those over sealed events', async () => {
    const bench = await signedBench();
    const kept = bench.kept.reported.map(({ note }) => note);
    await sealBefore(bench, 700);
    const { data } = bench;
    expect(await fault(bench)).to.deep.equal(['verified']);
    const notes = data.checkpoints.get(ACME) ?? [];
    const wrong = notes.map((one) => (one.size === 300 ? { ...one, note: kept[1] ?? '' } : one));
    data.checkpoints.set(ACME, wrong);
    expect(await fault(bench)).to.deep.equal(['checkpoint_invalid', 300]);
  });

  it('proves what remains, and that one checkpoint continues another, as before', async () => {
    const bench = await signedBench();
    await sealBefore(bench, 700);
    const prove = makeProveConsistency(bench.ports);
    for (const [from, to] of [
      [300, 600],
      [300, 1300],
      [600, 1300],
    ] as const) {
      const { first, second, consistencyPath } = answerOf(await prove(auditor, { tenantId: ACME, from, to }));
      const head = ({ treeSize, rootHash }: typeof first) => ({
        size: treeSize,
        root: fromBase64(rootHash) ?? new Uint8Array(),
      });
      const path = (consistencyPath ?? []).map((text) => fromBase64(text) ?? new Uint8Array());
      expect(verifyConsistency(head(first), head(second), path)).to.equal(true);
    }
    const id = bench.data.chains.get(ACME)?.links[0]?.event.auditEventId ?? '';
    const proof = answerOf(
      await makeProveAuditEvent(bench.ports)(auditor, { tenantId: ACME, auditEventId: id }),
    );
    expect([proof.leafIndex, proof.inclusionPath?.length]).to.deep.equal([512, 11]);
  });

  it('exports what remains with the segment before it, which an offline check accepts as its beginning', async () => {
    const bench = await signedBench();
    await sealBefore(bench, 700);
    const lines = await linesOf(exportLines(bench.ports, { tenantId: ACME }));
    const kept = bench.kept.reported.map(({ note }) => note);
    const { state, firstSequence, lastSequence, sealedUpTo, uncompared } = verdictOn(bench, lines, kept);
    expect([state, firstSequence, lastSequence, sealedUpTo]).to.deep.equal(['verified', 513, 1301, 512]);
    expect(uncompared).to.equal(1);
    const cut = verdictOn(bench, lines.slice(1));
    expect([cut.state, cut.firstInvalid?.reasonCode]).to.deep.equal(['broken', 'segment_mismatch']);
    const elsewhere = await signedBench();
    const foreign = { ...elsewhere, ports: { ...elsewhere.ports, checkpointSigner: signerOf(9) } };
    expect(verdictOn(foreign, lines).sealedUpTo).to.equal(null);
  });

  it('seals again after what was sealed, and rebuilds its tree from what remains', async () => {
    const bench = await signedBench();
    await sealBefore(bench, 300);
    expect(await sealBefore(bench, 1100)).to.deep.include({ sealedUpTo: 1024, removed: 768 });
    expect((await segmentOf(bench)).firstSequence).to.equal(257);
    expect(await fault(bench)).to.deep.equal(['verified']);
    const subtrees = bench.data.subtrees.get(ACME);
    bench.data.subtrees.set(ACME, [...(subtrees ?? [])].slice(0, 4));
    await signTrail(bench.ports, ACME, { fromStart: true });
    expect(bench.data.subtrees.get(ACME)?.length).to.equal(subtrees?.length);
    expect(await fault(bench)).to.deep.equal(['verified']);
  });

  it('removes nothing that no checkpoint covers, and no event of its last block', async () => {
    const bench = makeTrailBench();
    const sealing = { ...(await signedBench()), ...bench };
    sealing.deps satisfies SealingDeps;
    const deps: SealingDeps = { ...sealing.deps, ...bench.ports };
    await bench.append(600);
    const wanted = { before: instant(9_999), by: 'worker' } as const;
    expect(await sealTrail(deps, ACME, wanted)).to.deep.include({ sealedUpTo: 0, removed: 0 });
    await signNow(bench.ports, ACME);
    await bench.append(600);
    expect(await sealTrail(deps, ACME, wanted)).to.deep.include({ sealedUpTo: 512, removed: 512 });
  });

  it('waits for the destination that is furthest behind, unless configured not to', async () => {
    const bench = await signedBench();
    const environments = ['production'];
    await put(
      bench,
      { kind: tenantKind, record: { tenantId: ACME, environments }, expectedVersion: null },
      { kind: destinationKind, record: sampleDestination('dst_1'), expectedVersion: null },
      {
        kind: destinationKind,
        record: sampleDestination('dst_off', { enabled: false }),
        expectedVersion: null,
      },
    );
    expect(await sealBefore(bench, 700)).to.deep.equal({
      sealedUpTo: 0,
      removed: 0,
      heldBack: { environmentId: 'production', destinationId: 'dst_1', sequence: 0 },
      fault: undefined,
    });
    const lane = { destinationId: 'dst_1', tenantId: ACME, environmentId: 'production', sequence: 300 };
    await bench.store.unitOfWork.observe([
      { kind: exportLaneKind, record: lane as never, expectedVersion: null },
    ]);
    expect(await sealBefore(bench, 700)).to.deep.include({ sealedUpTo: 256, removed: 256 });
    expect(await sealBefore(bench, 700, { pastDestinations: true })).to.deep.include({
      sealedUpTo: 512,
      removed: 256,
      heldBack: undefined,
    });
  });

  it('checks every event once more, and removes nothing from a trail that was changed', async () => {
    const bench = await signedBench();
    const link = bench.data.chains.get(ACME)?.links[99];
    Object.assign(link ?? {}, { text: link?.text.replace('"outcome":"success"', '"outcome":"denied"') });
    const { sealedUpTo, removed, fault: found } = await sealBefore(bench, 700);
    expect([sealedUpTo, removed, found?.reasonCode]).to.deep.equal([0, 0, 'hash_mismatch']);
    expect(await eventsOf(bench, 'audit.sealed')).to.deep.equal([]);
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(1);
  });

  it('recovers after being killed at any point, and reads as complete in between', async () => {
    for (const blocks of [0, 1, 2]) {
      const bench = await signedBench();
      let left = blocks;
      const auditTrail = {
        ...bench.deps.auditTrail,
        seal: async (tenantId: string, place: number) => {
          if (left === 0) throw new Error('killed');
          left -= 1;
          return bench.store.auditTrail.seal(tenantId, place);
        },
      };
      const killed = sealTrail({ ...bench.deps, auditTrail }, ACME, { before: instant(800), by: 'worker' });
      expect(await killed.catch(String)).to.equal('Error: killed');
      expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(blocks * 256 + 1);
      expect(await fault(bench)).to.deep.equal(['verified']);
      expect(await sealBefore(bench, 800)).to.deep.include({ sealedUpTo: 768, removed: 768 - blocks * 256 });
      expect(await fault(bench)).to.deep.equal(['verified']);
      expect((await eventsOf(bench, 'audit.sealed')).length).to.equal(1);
    }
  });

  it('removes nothing where its event cannot be written', async () => {
    const bench = await signedBench();
    const unitOfWork = { ...bench.deps.unitOfWork, commit: () => Promise.reject(new Error('no trail')) };
    const wanted = { before: instant(700), by: 'worker' } as const;
    expect(await sealTrail({ ...bench.deps, unitOfWork }, ACME, wanted).catch(String)).to.contain('no trail');
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(1);
  });

  it('happens once when several try at the same time', async () => {
    const bench = await signedBench();
    const done = await Promise.all([300, 700, 700].map((n) => sealBefore(bench, n)));
    expect((await eventsOf(bench, 'audit.sealed')).length).to.equal(1);
    expect(done.filter(({ removed }) => removed > 0).length).to.be.greaterThan(0);
    expect(await fault(bench)).to.deep.equal(['verified']);
  });

  it('archives whatever it removes first, complete and verifiable, or leaves it in place', async () => {
    const bench = await signedBench();
    let lines: string[] = [];
    const archive: NonNullable<SealRequest['archive']> = async (span) => {
      lines = await linesOf(linesBefore(bench.ports, ACME, span));
    };
    const broken = () => Promise.reject(new Error('disk full'));
    expect(await sealBefore(bench, 700, { archive: broken }).catch(String)).to.contain('disk full');
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(1);
    await sealBefore(bench, 700, { archive });
    const { state, firstSequence, lastSequence } = verdictOn(bench, lines);
    expect([state, firstSequence, lastSequence]).to.deep.equal(['verified', 1, 512]);
  });
});

const FORGERIES: readonly [
  string,
  (bench: SealBench, segment: TrailSegment) => Promise<void> | void,
  unknown[],
][] = [
  [
    'events beyond the segment were removed, with their hashes kept',
    async ({ store }) => void (await store.auditTrail.seal(ACME, 2)),
    ['sequence_gap', 769],
  ],
  [
    'a segment was written for them by somebody without the key',
    async (bench, segment) => {
      const record = { ...segment, lastSequence: 768 };
      await bench.store.auditTrail.seal(ACME, 2);
      await put(bench, { kind: trailSegmentKind, record, expectedVersion: 'any' });
    },
    ['segment_mismatch', 768],
  ],
  [
    'the root of the segment was changed',
    (bench, segment) => {
      const record = { ...segment, rootHash: `${'A'.repeat(43)}=` };
      return put(bench, { kind: trailSegmentKind, record, expectedVersion: 'any' });
    },
    ['segment_mismatch', 512],
  ],
  [
    'the head of the segment was changed',
    (bench, segment) => {
      const record = { ...segment, headHash: `sha256:${'0'.repeat(64)}` };
      return put(bench, { kind: trailSegmentKind, record, expectedVersion: 'any' });
    },
    ['segment_mismatch', 512],
  ],
  [
    'the segment was removed',
    async (bench, { segmentId: id }) =>
      put(bench, {
        kind: trailSegmentKind,
        removed: { scope: { tenantId: ACME }, id },
        expectedVersion: 'any',
      }),
    ['sequence_gap', 513],
  ],
  [
    'the hash of a sealed event was changed',
    ({ data }) => {
      const [first = [], ...rest] = data.sealed.get(ACME) ?? [];
      data.sealed.set(ACME, [first.with(9, `sha256:${'0'.repeat(64)}`), ...rest]);
    },
    ['checkpoint_mismatch', 300],
  ],
  [
    'the hashes of a sealed block are gone',
    ({ data }) => void data.sealed.set(ACME, (data.sealed.get(ACME) ?? []).slice(0, 1)),
    ['segment_mismatch', 512],
  ],
  [
    'an event was put back in front',
    ({ data }) => {
      const chain = data.chains.get(ACME);
      const [first] = chain?.links ?? [];
      if (first !== undefined) chain?.links.unshift({ ...first, event: { ...first.event, sequence: 100 } });
    },
    ['sequence_gap', 100],
  ],
];

describe('verifying a trail with sealed events', () => {
  for (const [what, forge, found] of FORGERIES)
    it(`reports it when ${what}`, async () => {
      const bench = await signedBench();
      await sealBefore(bench, 700);
      await signNow(bench.ports, ACME);
      await forge(bench, await segmentOf(bench));
      expect(await fault(bench)).to.deep.equal(found);
    });

  it('relies on the event where the key was replaced since', async () => {
    const bench = await signedBench();
    await sealBefore(bench, 700);
    const replaced = { ...bench, ports: { ...bench.ports, checkpointSigner: signerOf(9) } };
    await signTrail(replaced.ports, ACME);
    expect(await fault(replaced)).to.deep.equal(['verified']);
  });
});

describe('the retention of the trail', () => {
  const runJob = (bench: SealBench, auditRetentionDays: number | undefined) =>
    makeSealOldEvents({ ...bench.deps, settings: { auditRetentionDays } as never })(
      {} as never,
      {
        aborted: false,
      } as never,
    );

  it('seals nothing without a setting, and what is older than its days with one, once a day', async () => {
    const bench = await signedBench();
    bench.clock.advance(30 * 86_400_000);
    await runJob(bench, undefined);
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(1);
    await runJob(bench, 31);
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(1);
    await runJob(bench, 29);
    expect(await bench.store.auditTrail.firstSequence(ACME)).to.equal(1281);
    await bench.append(300);
    await signNow(bench.ports, ACME);
    await runJob(bench, 29);
    expect((await eventsOf(bench, 'audit.sealed')).length).to.equal(1);
    expect(bench.kept.refusals).to.deep.equal([]);
  });
});
