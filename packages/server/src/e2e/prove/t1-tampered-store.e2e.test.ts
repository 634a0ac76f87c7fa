import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMongoStore } from '@govgate/adapter-mongo';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { CommittedEvents, signNow, signTrail, verifyTrail } from '@govgate/application';
import { EMPTY_CHAIN } from '@govgate/domain';
import { signCheckpointNote } from '@govgate/domain/internal';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { dice, TAIL_TAMPERINGS, TAMPERINGS, type Tampering, trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { describeWithMongo, freshMongoUrl } from '../../../../../tools/test-services/require-service.js';
import { ed25519Signer } from '../../system/server-keys.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import {
  type RawLink,
  type RawTrail,
  rawMongoTrail,
  rawSqliteTrail,
} from '../../testing/stores/raw-trail.js';
import { makeSeed, type TestTrail, trailOn } from '../../testing/stores/trail-ports.js';

const ACME = 'acme';
const EVENTS = 12;

/** A store with a signed trail, its database, and the signatures outside. */
interface TamperBench {
  readonly store: GovernanceStore;
  readonly raw: RawTrail;
  readonly trail: TestTrail;
  readonly good: readonly RawLink[];
  readonly dispose: () => Promise<void>;
}

const fill = async (
  store: GovernanceStore,
  raw: RawTrail,
  dispose: () => Promise<void>,
): Promise<TamperBench> => {
  const trail = trailOn(store, makeSeed());
  for (const from of [1, 7]) {
    const [first, ...rest] = trailEvents(from, EVENTS / 2);
    if (first !== undefined) await trail.ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
    await signNow(trail.ports, ACME);
  }
  return { store, raw, trail, good: await raw.read(ACME), dispose };
};

const holdAgainstTampering = (where: string, seeds: number, open: () => Promise<TamperBench>): void => {
  let bench: TamperBench;

  before(async () => {
    bench = await open();
  });
  after(() => bench.dispose());

  const verify = () => verifyTrail(bench.trail.ports, ACME, { whole: true });

  // A forger leaves the checkpoints, or removes those that do not match, or replaces them with one of another key.
  const tamperWith = async ({ tamper }: Tampering, seed: number): Promise<readonly RawLink[]> => {
    const roll = dice(seed);
    const links = tamper({ links: bench.good, head: EMPTY_CHAIN, roll });
    await bench.raw.write(ACME, links);
    const how = roll(3);
    if (how > 0) await bench.raw.dropBeyond(ACME, 0);
    if (how === 2) {
      const { publicKey, sign } = ed25519Signer(Buffer.alloc(32, 9));
      const head = {
        tenantId: ACME,
        size: links.length,
        root: new Uint8Array(32),
        headHash: null,
        signedAt: null,
      };
      await bench.raw.addNote(ACME, links.length, signCheckpointNote(head, publicKey, sign).note);
    }
    return links;
  };

  const restore = async (): Promise<void> => {
    await bench.raw.write(ACME, bench.good);
    await bench.raw.dropBeyond(ACME, 0);
    await signTrail(bench.trail.ports, ACME, { fromStart: true });
    const kept = bench.trail.files.newest(ACME);
    expect(kept?.size).to.equal(EVENTS);
  };

  it('is distinguished from the genuine store', async () => {
    await restore();
    expect(await verify()).to.include({ state: 'verified', events: EVENTS, signedUpTo: EVENTS });
  });

  for (const tampering of TAMPERINGS)
    it(`is detected when somebody ${tampering.kind}`, async () => {
      const missed: number[] = [];
      for (let seed = 0; seed < seeds; seed += 1) {
        await restore();
        const links = await tamperWith(tampering, seed);
        const { state } = await verify();
        // What was only appended to the signed events is not a forgery of them; it is unsigned.
        const goesOn = bench.good.every(({ hash }, index) => links[index]?.hash === hash);
        if (goesOn ? state === 'verified' : state !== 'broken') missed.push(seed);
      }
      tellProof({
        id: 'T1',
        what: `tampered stores that were not told, ${where}`,
        trials: seeds,
        broken: missed.length,
      });
      expect(missed).to.deep.equal([]);
    });
};

/** Of events that no checkpoint covers yet: while the service runs, and when it is started again. */
const holdTheTail = (where: string, seeds: number, open: () => Promise<TamperBench>): void => {
  let bench: TamperBench;

  before(async () => {
    bench = await open();
    const [first, ...rest] = trailEvents(EVENTS + 1, EVENTS);
    if (first !== undefined)
      await bench.trail.ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
  });
  after(() => bench.dispose());

  /** What the signer and the verifier say of it. */
  const told = async (ports: TestTrail['ports']): Promise<boolean> => {
    const { state } = await verifyTrail(ports, ACME, { whole: true });
    const { signed, fault } = await signNow(ports, ACME);
    return state === 'broken' && signed === undefined && fault !== undefined;
  };

  for (const { kind, leavesSound, tamper } of TAIL_TAMPERINGS)
    it(`is told, and not signed, when somebody ${kind}`, async () => {
      const good = await bench.raw.read(ACME);
      const [signed, tail] = [good.slice(0, EVENTS), good.slice(EVENTS)];
      const head = { sequence: EVENTS, hash: signed.at(-1)?.hash ?? null };
      const missed: number[] = [];
      for (let seed = 0; seed < seeds; seed += 1) {
        await bench.raw.write(ACME, [...signed, ...tamper({ links: tail, head, roll: dice(seed) })]);
        const restarted = { ...bench.trail.ports, committedEvents: new CommittedEvents() };
        if (!(await told(bench.trail.ports))) missed.push(seed);
        else if (leavesSound !== true && !(await told(restarted))) missed.push(seed);
      }
      await bench.raw.write(ACME, good);
      tellProof({
        id: 'T1',
        what: `tails forged before they were signed, ${where}`,
        trials: seeds,
        broken: missed.length,
      });
      expect(missed).to.deep.equal([]);
    });

  it('is signed when nobody did anything', async () => {
    const { signed } = await signNow({ ...bench.trail.ports, committedEvents: new CommittedEvents() }, ACME);
    expect(signed?.size).to.equal(2 * EVENTS);
  });
};

describe('a store whose trail was tampered with from outside, on SQLite', function () {
  this.timeout(LONG_FORM ? 1_200_000 : 120_000);
  const open = async (): Promise<TamperBench> => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-t1-'));
    const file = join(folder, 'govgate.db');
    const store = await openSqliteStore({ file, kinds: ALL_KINDS });
    const raw = rawSqliteTrail(file);
    return fill(store, raw, async () => {
      await raw.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
  };

  holdAgainstTampering('SQLite', LONG_FORM ? 1000 : 25, open);
  describe('in its unsigned tail', () => holdTheTail('SQLite', LONG_FORM ? 1000 : 25, open));
});

describeWithMongo('a store whose trail was tampered with past it, on MongoDB', (serverUrl) => {
  const open = async (): Promise<TamperBench & { readonly url: string }> => {
    const url = freshMongoUrl(serverUrl);
    const store = await openMongoStore({ url, kinds: ALL_KINDS });
    const raw = await rawMongoTrail(url);
    const bench = await fill(store, raw, async () => {
      await raw.close();
      await store.close();
    });
    return { ...bench, url };
  };

  holdAgainstTampering('MongoDB', 3, open);
  describe('in its unsigned tail', () => holdTheTail('MongoDB', 3, open));

  it('is detected by the name of the copy when one says something else than its text, and is not signed', async () => {
    const { trail, url, dispose } = await open();
    const client = await new MongoClient(url).connect();
    try {
      const events = client.db().collection('audit_events');
      for (const [sequence, field, column] of [
        [9, 'ac', 'actor_id'],
        [8, 'oc', 'outcome'],
        [7, 'at', 'occurred_at'],
      ] as const) {
        const changed = await events.updateOne({ t: ACME, s: sequence }, { $set: { [field]: 'other' } });
        expect(changed.modifiedCount).to.equal(1);
        const { state, firstInvalid } = await verifyTrail(trail.ports, ACME, { whole: true });
        expect(state).to.equal('broken');
        expect(firstInvalid).to.include({ sequence, reasonCode: 'column_mismatch', column });
      }
      const [late] = trailEvents(EVENTS + 1, 1);
      if (late !== undefined) await trail.ports.unitOfWork.commit({ changes: [], audit: [late] });
      const { signed, fault } = await signNow(trail.ports, ACME);
      expect([signed, fault]).to.deep.equal([
        undefined,
        { sequence: 7, reasonCode: 'column_mismatch', column: 'occurred_at' },
      ]);
    } finally {
      await client.close();
      await dispose();
    }
  });
});
