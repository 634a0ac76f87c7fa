import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { exportLines, signNow, type TrailReport, verifyTrail } from '@govgate/application';
import { type AuditEvent, type ChainLink, ExportVerifier, readAuditText } from '@govgate/domain';
import { EVENT_COLUMNS } from '@govgate/domain/internal';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { sealed, trailEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { tellProof } from '../../testing/proof-record.js';
import { type RawTrail, rawSqliteTrail } from '../../testing/stores/raw-trail.js';
import { makeSeed, type TestTrail, trailOn } from '../../testing/stores/trail-ports.js';

const ACME = 'acme';
const EVENTS = 2_000;
const STEP = 250;

type Raw = RawTrail & { exec(sql: string): void };

interface Forgery {
  readonly kind: string;
  readonly forge?: (raw: Raw, good: readonly ChainLink[]) => Promise<void>;
  /** Done to the files while they are not open. */
  readonly replace?: (folder: string) => void;
  /** The result of verification with the checkpoint outside the store, and without it; a thorough forger may succeed there. */
  readonly found: readonly [reasonCode: string, sequence: number];
  readonly alone?: readonly [reasonCode: string, sequence: number] | 'unsigned';
}

const eventOf = ({ text, hash }: ChainLink): AuditEvent => {
  const { sequence: _, prevHash: _prev, hash: _hash, ...event } = readAuditText(text, hash);
  return event;
};

/** Rechains events with our own package and everything stored with them, as anybody with the database can. */
const rechained = (good: readonly ChainLink[], from: number, change: (event: AuditEvent) => AuditEvent[]) => [
  ...good.slice(0, from - 1),
  ...sealed(
    good.slice(from - 1).flatMap((link) => change(eventOf(link))),
    from === 1 ? undefined : { sequence: from - 1, hash: good[from - 2]?.hash ?? null },
  ),
];

const blamed = (event: AuditEvent): AuditEvent[] => [
  { ...event, actor: { ...event.actor, actorId: 'usr_eve' } },
];

const HALF = EVENTS / 2;

const FORGERIES: readonly Forgery[] = [
  {
    kind: 'the newest half is cut off, with its checkpoints',
    forge: async (raw, good) => {
      await raw.write(ACME, good.slice(0, HALF));
      await raw.dropBeyond(ACME, HALF);
    },
    found: ['truncated', HALF + 1],
    // What is left is what was signed at the time: only copies kept elsewhere show that there was more.
  },
  {
    kind: 'half of the events are blamed on somebody else and chained anew, the checkpoints removed',
    forge: async (raw, good) => {
      await raw.write(ACME, rechained(good, HALF + 1, blamed));
      await raw.dropBeyond(ACME, 0);
    },
    found: ['checkpoint_mismatch', EVENTS],
    alone: ['mac_mismatch', HALF + 1],
  },
  {
    kind: 'half of the events are blamed on somebody else and chained anew, the checkpoints left',
    forge: async (raw, good) => raw.write(ACME, rechained(good, HALF + 1, blamed)),
    found: ['checkpoint_mismatch', 1_250],
    alone: ['checkpoint_mismatch', 1_250],
  },
  {
    kind: 'four events are taken out of the middle and the rest is chained anew, the checkpoints removed',
    forge: async (raw, good) => {
      let left = 4;
      const without = rechained(good, 700, (event) => {
        left -= 1;
        return left >= 0 ? [] : [event];
      });
      await raw.write(ACME, without);
      await raw.dropBeyond(ACME, 0);
    },
    found: ['truncated', EVENTS - 3],
    alone: ['mac_mismatch', 700],
  },
  {
    kind: 'the whole trail is another one, of the same length',
    forge: async (raw) => {
      await raw.write(ACME, sealed(Array.from({ length: EVENTS }, (_, i) => trailEvent(90_000 + i))));
      await raw.dropBeyond(ACME, 0);
    },
    found: ['checkpoint_mismatch', EVENTS],
    alone: ['mac_mismatch', 1],
  },
  {
    kind: 'an older copy of the database is put in its place',
    replace: (folder) => {
      for (const newer of ['govgate.db-wal', 'govgate.db-shm']) rmSync(join(folder, newer), { force: true });
      copyFileSync(join(folder, 'older.db'), join(folder, 'govgate.db'));
    },
    found: ['truncated', HALF + 1],
  },
  {
    kind: 'the tenant is gone altogether',
    forge: async (raw) => {
      await raw.write(ACME, []);
      await raw.dropBeyond(ACME, 0);
      raw.exec('DELETE FROM tenant_heads');
    },
    found: ['truncated', 1],
    alone: 'unsigned',
  },
  {
    kind: 'the table keeps what lists filter by apart from the texts, and they no longer show an event as it was',
    forge: async (raw) =>
      raw.exec(`CREATE TABLE apart AS SELECT * FROM audit_events;
        UPDATE apart SET actor_id = 'usr_eve' WHERE sequence = 1234;
        DROP TABLE audit_events;
        ALTER TABLE apart RENAME TO audit_events;
        CREATE INDEX audit_events_by_sequence ON audit_events (tenant_id, sequence);
        CREATE INDEX audit_events_by_id ON audit_events (audit_event_id)`),
    found: ['column_mismatch', 1],
    alone: ['column_mismatch', 1],
  },
  {
    kind: 'the table takes what lists filter by from another place of the texts',
    forge: async (raw) =>
      raw.exec(`PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '$.actor.actor_id', '$.reason_code') WHERE name = 'audit_events';
        PRAGMA writable_schema = OFF`),
    found: ['column_mismatch', 1],
    alone: ['column_mismatch', 1],
  },
  {
    kind: 'an event is moved to another tenant',
    forge: async (raw) => raw.exec(`UPDATE audit_events SET tenant_id = 'globex' WHERE sequence = 77`),
    found: ['sequence_gap', 78],
    alone: ['sequence_gap', 78],
  },
  {
    kind: 'the head says that there is less',
    forge: async (raw) => raw.exec(`UPDATE tenant_heads SET sequence = 1990`),
    found: ['head_mismatch', 1_990],
    alone: ['head_mismatch', 1_990],
  },
  {
    kind: 'the head says that there is more',
    forge: async (raw) => raw.exec(`UPDATE tenant_heads SET sequence = sequence + 5`),
    found: ['truncated', EVENTS + 1],
    alone: ['truncated', EVENTS + 1],
  },
  {
    kind: 'the head names another hash',
    forge: async (raw) => raw.exec(`UPDATE tenant_heads SET hash = 'sha256:${'0'.repeat(64)}'`),
    found: ['head_mismatch', EVENTS],
    alone: ['head_mismatch', EVENTS],
  },
  {
    kind: 'the tail is cut off, and checkpoints and subtrees are left behind',
    forge: async (raw, good) => raw.write(ACME, good.slice(0, 1_500)),
    found: ['truncated', 1_501],
    alone: ['truncated', 1_501],
  },
  {
    kind: 'an event is slipped in before the first one',
    forge: async (raw) =>
      raw.exec(
        `INSERT INTO audit_events (row_no, tenant_id, sequence, text, hash)
         SELECT 999999, tenant_id, 0, text, hash FROM audit_events WHERE sequence = 1`,
      ),
    found: ['sequence_gap', 0],
    alone: ['sequence_gap', 0],
  },
  {
    kind: 'an event is no text any more',
    forge: async (raw) => raw.exec('UPDATE audit_events SET text = CAST(text AS BLOB) WHERE sequence = 5'),
    found: ['foreign_event', 5],
    alone: ['foreign_event', 5],
  },
  {
    kind: 'a checkpoint is signed by nobody',
    forge: async (raw) =>
      raw.exec(`UPDATE audit_notes SET note = replace(note, '750', '751') WHERE size = 750`),
    found: ['checkpoint_invalid', 750],
    alone: ['checkpoint_invalid', 750],
  },
  {
    kind: 'a kept subtree is another one, so that proofs lead nowhere',
    forge: async (raw) =>
      raw.exec(
        `UPDATE audit_subtrees SET hash = (SELECT hash FROM audit_subtrees WHERE place = 3) WHERE place = 2`,
      ),
    found: ['subtree_mismatch', 768],
    alone: ['subtree_mismatch', 768],
  },
];

describe('a trail forged by somebody with the database and no key', function () {
  this.timeout(120_000);
  const seed = makeSeed();
  let template: string;
  let good: readonly ChainLink[];

  const openIn = (folder: string): Promise<GovernanceStore> =>
    openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });

  const placesIn = (folder: string) => ({ beside: join(folder, 'checkpoints.ndjson') });

  before(async () => {
    template = mkdtempSync(join(tmpdir(), 'govgate-k5-'));
    for (let from = 1; from <= EVENTS; from += STEP) {
      const store = await openIn(template);
      const [first, ...rest] = Array.from({ length: STEP }, (_, i) => trailEvent(from + i));
      const { ports } = trailOn(store, seed, placesIn(template));
      if (first !== undefined) await ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
      await signNow(ports, ACME);
      await store.close();
      if (from + STEP - 1 === HALF) copyFileSync(join(template, 'govgate.db'), join(template, 'older.db'));
    }
    const raw = rawSqliteTrail(join(template, 'govgate.db'));
    good = await raw.read(ACME);
    await raw.close();
  });

  after(() => rmSync(template, { recursive: true, force: true }));

  /** Runs on a manipulated copy of the store. */
  const inForged = async <T>(
    { forge, replace }: Pick<Forgery, 'forge' | 'replace'>,
    run: (trail: TestTrail['ports'], store: GovernanceStore) => Promise<T>,
    beside = true,
  ): Promise<T> => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-k5-'));
    cpSync(template, folder, { recursive: true });
    replace?.(folder);
    if (forge !== undefined) {
      const raw = rawSqliteTrail(join(folder, 'govgate.db'));
      await forge(raw, good);
      await raw.close();
    }
    const store = await openIn(folder);
    try {
      return await run(trailOn(store, seed, beside ? placesIn(folder) : {}).ports, store);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const verdict = (report: TrailReport): unknown =>
    report.state === 'broken'
      ? [report.firstInvalid?.reasonCode, report.firstInvalid?.sequence]
      : report.state;

  it('is distinguished from the genuine trail', async () => {
    const report = await inForged({}, (ports) => verifyTrail(ports, ACME, { whole: true }));
    expect(report).to.include({ state: 'verified', events: EVENTS, signedUpTo: EVENTS });
  });

  for (const forgery of FORGERIES)
    it(`is detected and named at its position when ${forgery.kind}`, async () => {
      const verify = (ports: TestTrail['ports']) => verifyTrail(ports, ACME, { whole: true });
      const found = verdict(await inForged(forgery, verify));
      tellProof({
        id: 'K5',
        what: 'forgeries with the database and no key that were not named at their place',
        trials: 1,
        broken: String(found) === String(forgery.found) ? 0 : 1,
      });
      expect(found).to.deep.equal(forgery.found);
      if (forgery.alone !== undefined)
        expect(verdict(await inForged(forgery, verify, false))).to.deep.equal(forgery.alone);
    });

  it('cannot be one whose columns differ from its texts: no column can be written', async () => {
    const forge = async (raw: Raw) => {
      for (const column of EVENT_COLUMNS)
        expect(() => raw.exec(`UPDATE audit_events SET ${column} = 'other' WHERE sequence = 1234`)).to.throw(
          'generated column',
        );
    };
    const report = await inForged({ forge }, (ports) => verifyTrail(ports, ACME, { whole: true }));
    expect(report.state).to.equal('verified');
  });

  it('is not signed: the signer names it too, unless it lies within what was checked before', async () => {
    const altered = FORGERIES.filter(({ found: [reason] }) => reason === 'column_mismatch');
    expect(altered).to.have.lengthOf(2);
    for (const forgery of [...FORGERIES.slice(0, 6), ...altered]) {
      const outcome = await inForged(forgery, async (ports) => {
        await ports.unitOfWork.commit({ changes: [], audit: [trailEvent(50_000)] });
        return signNow(ports, ACME);
      });
      expect([outcome.signed, outcome.fault === undefined], forgery.kind).to.deep.equal([undefined, false]);
    }
  });

  it('does not verify as an export either: approvals removed, rechained, with the checkpoint or without', async () => {
    const ownKey = trailOn({ auditTrail: undefined, unitOfWork: undefined } as never, seed).ports
      .checkpointSigner.publicKey;
    const exported = async (ports: TestTrail['ports']): Promise<string[]> => {
      let text = '';
      for await (const piece of exportLines(ports, { tenantId: ACME })) text += piece;
      return text.split('\n').slice(0, -1);
    };
    const state = (lines: readonly string[]): string => {
      const verifier = new ExportVerifier({ keys: [ownKey] });
      for (const line of lines) if (!verifier.add(line)) break;
      return verifier.verdict().state;
    };
    const genuine = await inForged({}, exported);
    expect(state(genuine)).to.equal('verified');
    let taken = 0;
    const forge = async (raw: Raw) => {
      const without = rechained(good, 1, (event) => {
        taken += event.actor.actorId === 'usr_2' && taken < 4 ? 1 : 0;
        return event.actor.actorId === 'usr_2' && taken < 4 ? [] : [event];
      });
      await raw.write(ACME, without);
      await raw.dropBeyond(ACME, 0);
    };
    const forged = await inForged({ forge }, exported, false);
    const events = forged.filter((line) => !line.includes('"record_type"'));
    expect(events.length).to.be.below(EVENTS);
    expect(state([...events, genuine.at(-1) ?? ''])).to.equal('broken');
    expect(state(events)).to.equal('unsigned');
  });
});
