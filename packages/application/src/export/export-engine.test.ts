import type { ExportReplay } from '@govgate/domain';
import { DEFAULT_EXPORT_SETTINGS, DELIVERY_RETRY_SECONDS, LEASE_SECONDS } from '@govgate/domain/internal';
import { deadLetterKind, exportDeliveryKind, exportReplayKind, type GovernanceStore } from '@govgate/ports';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import {
  ExportBench,
  failing,
  later,
  type Receiver,
  SCOPE,
  sampleDestination,
  taken,
} from './testing/export-bench.js';

const HOUR = 3_600;
const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

const replayOf = (fromSequence: number, toSequence: number): ExportReplay => ({
  ...SCOPE,
  replayId: 'rpl_1',
  destinationId: 'dst_1',
  fromSequence,
  toSequence,
  sequence: fromSequence - 1,
  state: 'running',
  requestedBy: 'ada',
  requestedAt: later(0),
  completedAt: null,
  delivered: 0,
});

const ask = async (bench: ExportBench, replay: ExportReplay): Promise<void> => {
  await bench.store.unitOfWork.observe([{ kind: exportReplayKind, record: replay, expectedVersion: null }]);
  await bench.event('siem_webhook.replay_requested', replay.destinationId);
};

describe('continuous export', () => {
  it('delivers every event since the destination was created, in order, once, however late the first worker starts', async () => {
    const bench = await ExportBench.make();
    await bench.publish(250);
    const engine = bench.engine();
    await bench.run(engine);
    // 1 is the tenant's own event, from before.
    expect(bench.sequences()).to.deep.equal(upTo(2, 252));
    await bench.publish(3);
    await bench.run(engine);
    expect(bench.sequences()).to.deep.equal(upTo(2, 255));
    bench.advance(2);
    await bench.run(engine);
    expect(await bench.lane()).to.deep.include({ sequence: 255, delivered: 254, lastReason: 'delivered' });
    expect(bench.faults).to.deep.equal([]);
  });

  it('starts a destination that predates exporting with what happens from now on', async () => {
    const { exportSettings: _, ...old } = sampleDestination('dst_1');
    const bench = await ExportBench.make([old]);
    await bench.publish(5);
    const engine = bench.engine();
    await bench.run(engine);
    await bench.publish(1);
    await bench.run(engine);
    expect(bench.sequences()).to.deep.equal([8]);
  });

  it('finds the first destination of a tenant, made by another process, within four rounds, and what happens then in each', async () => {
    const bench = await ExportBench.make([]);
    const requests: string[] = [];
    const { revisions } = bench.store;
    const counted = {
      revisions: (tenantId: string) => {
        requests.push(tenantId);
        return revisions.revisions(tenantId);
      },
    };
    const engine = bench.engine('one', { revisions: counted });
    await bench.run(engine, 4);
    expect(requests).to.have.length(1);
    await bench.add(sampleDestination('dst_1'));
    await bench.run(engine, 4);
    expect(bench.sequences()).to.deep.equal([2]);
    await bench.publish(1);
    await bench.run(engine, 1);
    expect(bench.sequences()).to.deep.equal([2, 3]);
  });

  it('resumes where it was after a restart, and repeats at most the last second after a crash', async () => {
    const bench = await ExportBench.make();
    const first = bench.engine('one');
    await bench.publish(10);
    await bench.run(first);
    bench.advance(2);
    await bench.run(first);
    await bench.publish(3);
    await bench.run(first);
    // The process dies here: nothing is released, and the last progress is not saved.
    bench.advance(LEASE_SECONDS + 1);
    await bench.publish(2);
    await bench.run(bench.engine('two'));
    expect(bench.sent.filter(({ by }) => by === 'two').flatMap(({ sequences }) => sequences)).to.deep.equal(
      upTo(13, 17),
    );
  });

  it('sends the newest checkpoint after the events that it covers, once, and again after a crash', async () => {
    const bench = await ExportBench.make();
    const engine = bench.engine();
    await bench.publish(5);
    await bench.sign(4);
    await bench.sign(6);
    await bench.run(engine);
    expect(bench.sequences()).to.deep.equal(upTo(2, 7));
    expect(bench.checkpoints).to.deep.equal([6]);
    // Covers more events than this lane has reached: it waits for them.
    await bench.sign(9);
    await bench.run(engine, 41);
    expect(bench.checkpoints).to.deep.equal([6]);
    await bench.publish(2);
    await bench.run(engine);
    expect(bench.checkpoints).to.deep.equal([6, 9]);
    bench.advance(2);
    await bench.run(engine, 41);
    expect(bench.checkpoints).to.deep.equal([6, 9]);
    await engine.stop();
    await bench.run(bench.engine('two'));
    expect(bench.checkpoints).to.deep.equal([6, 9]);
    expect((await bench.lane())?.checkpointSize).to.equal(9);
  });

  it('retries a checkpoint like anything else, and skips one that is itself refused or malformed', async () => {
    const bench = await ExportBench.make();
    const engine = bench.engine();
    await bench.sign(2);
    bench.answers.set('dst_1', (batch) =>
      batch.events.some(({ checkpoint }) => checkpoint !== undefined)
        ? failing('upstream_error')(batch)
        : taken(batch),
    );
    await bench.run(engine);
    expect((await bench.lane())?.lastReason).to.equal('upstream_error');
    bench.answers.delete('dst_1');
    bench.advance(7);
    await bench.run(engine);
    expect(bench.checkpoints).to.deep.equal([2, 2]);
    bench.answers.set('dst_1', failing('payload_rejected', { verdict: 'split' }));
    await bench.publish(1);
    bench.answers.set('dst_1', (batch) =>
      batch.events.some(({ checkpoint }) => checkpoint !== undefined)
        ? failing('payload_rejected', { verdict: 'split' })(batch)
        : taken(batch),
    );
    await bench.sign(3);
    await bench.run(engine, 41);
    bench.advance(2);
    await bench.run(engine);
    expect(bench.checkpoints).to.deep.equal([2, 2, 3]);
    await bench.publish(1);
    const forged = { tenantId: SCOPE.tenantId, size: 4, keyId: 'ffffffff', note: 'forged' };
    await bench.store.auditTrail.addCheckpoint(forged, []);
    await bench.run(engine, 41);
    expect(bench.checkpoints).to.deep.equal([2, 2, 3]);
    expect((await bench.lane())?.lastReason).to.equal('delivered');
  });

  it('continues after events that left the trail before it reached them, sets them aside and reports it', async () => {
    const bench = await ExportBench.make();
    const engine = bench.engine();
    await bench.run(engine);
    bench.advance(2);
    await bench.run(engine);
    await bench.put(sampleDestination('dst_1', { enabled: false, updatedAt: later(3) }));
    await bench.run(engine);
    await engine.stop();
    await bench.publish(600);
    const subtree = { level: 8, place: 0, hash: 'h', latest: later(0) } as const;
    const checkpoint = { tenantId: SCOPE.tenantId, size: 600, keyId: 'aaaaaaaa', note: 'n' };
    await bench.store.auditTrail.addCheckpoint(checkpoint, [subtree]);
    await bench.store.auditTrail.seal(SCOPE.tenantId, 0);
    await bench.put(sampleDestination('dst_1', { updatedAt: later(4) }));
    bench.sent.length = 0;
    await bench.run(bench.engine('two'));
    // Up to the one that enables the destination again, and the one that reports what it missed.
    expect([bench.sequences()[0], bench.sequences().length]).to.deep.equal([257, 349]);
    const letters = (await bench.store.records.page(deadLetterKind, SCOPE, { limit: 9 })).items;
    expect(letters.map(({ record }) => record)).to.deep.equal([
      {
        deadLetterId: 'dst_1.3',
        destinationId: 'dst_1',
        ...SCOPE,
        sequence: 3,
        lastSequence: 256,
        count: 254,
        eventId: '',
        eventType: 'audit.sealed',
        reasonCode: 'events_sealed',
        refusedAt: later(2),
      },
    ]);
    const [reported] = await bench.trail('siem_webhook.events_refused');
    expect([reported?.reasonCode, reported?.relatedIds]).to.deep.equal(['events_sealed', ['3-256']]);
  });

  it('sends only what a destination wants, and skips the rest', async () => {
    const wants = (settings: object) => ({ exportSettings: { ...DEFAULT_EXPORT_SETTINGS, ...settings } });
    const bench = await ExportBench.make([
      sampleDestination('dst_types', wants({ eventTypes: ['agent.revoked'] })),
      sampleDestination('dst_denied', wants({ minimumOutcome: 'denied' })),
      sampleDestination('dst_own', wants({ tenantEvents: false })),
      sampleDestination('dst_more', wants({ environmentIds: ['staging'], tenantEvents: false })),
    ]);
    const engine = bench.engine();
    await bench.run(engine);
    bench.sent.length = 0;
    await bench.event('agent.revoked', 'agent_1');
    await bench.event('policy.published', 'pol_1', 'denied');
    await bench.event('policy.published', 'pol_1', 'failure', 'staging');
    await bench.event('user.imported', 'ada', 'success', null);
    await bench.run(engine);
    const first = 6;
    expect(
      Object.fromEntries(['types', 'denied', 'own', 'more'].map((id) => [id, bench.sequences(`dst_${id}`)])),
    ).to.deep.equal({
      types: [first],
      denied: [first + 1],
      own: [first, first + 1],
      more: [first, first + 1, first + 2],
    });
    bench.advance(2);
    await bench.run(engine);
    expect((await bench.lane('dst_types'))?.sequence).to.equal(first + 3);
  });

  it('sends a tenant’s events to no other tenant’s destination', async () => {
    const bench = await ExportBench.make([
      sampleDestination('dst_1'),
      sampleDestination('dst_1', { tenantId: 'other' }),
      sampleDestination('dst_2', { tenantId: 'other' }),
    ]);
    const tenants = new Map<string, Set<string>>();
    const engine = bench.engine('one', {
      sender: {
        mostEvents: () => 100,
        send: async (batch) => {
          const seen = tenants.get(batch.target.tenantId) ?? new Set();
          for (const { event } of batch.events) seen.add(event.tenantId);
          tenants.set(batch.target.tenantId, seen);
          return taken(batch);
        },
      },
    });
    await bench.publish(20);
    await bench.publish(20, 'production', 'other');
    await bench.run(engine);
    expect([...tenants].map(([tenant, seen]) => [tenant, ...seen]).sort()).to.deep.equal([
      ['acme', 'acme'],
      ['other', 'other'],
    ]);
  });

  it('keeps the lag of 998 others within a fifth beside a dead destination and a slow one', async () => {
    const ids = upTo(1, 1_000).map((i) => `dst_${i}`);
    /** The requests that the others wait for until each has everything, in units of one turn of all of them. */
    const turnsFor = async (dead: Receiver, slow: Receiver): Promise<number> => {
      const bench = await ExportBench.make(
        ids.map((id) => {
          const { exportSettings: _none, ...before } = sampleDestination(id);
          return before;
        }),
      );
      bench.most = 1;
      const engine = bench.engine();
      await bench.run(engine);
      bench.answers.set('dst_1', dead);
      bench.answers.set('dst_2', slow);
      await bench.publish(10);
      bench.sent.length = 0;
      let [turns, left] = [0, 9_980];
      const others = new Set(ids.slice(2));
      await engine.tick();
      for (; left > 0 && turns < 5_000; turns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        left = 9_980 - bench.sent.filter(({ destinationId }) => others.has(destinationId)).length;
      }
      return turns;
    };
    const alone = await turnsFor(taken, taken);
    const beside = await turnsFor(failing('connection_refused'), () => new Promise(() => undefined));
    expect(beside).to.be.within(alone * 0.8 - 1, alone * 1.2 + 1);
  }).timeout(60_000);

  it('does not let a dead destination and one that never answers delay 998 others', async () => {
    const ids = upTo(1, 1_000).map((i) => `dst_${i}`);
    // These predate exporting: each starts with what happens from now on.
    const old = ids.map((id) => {
      const { exportSettings: _none, ...before } = sampleDestination(id);
      return before;
    });
    const bench = await ExportBench.make(old);
    const engine = bench.engine();
    await bench.run(engine);
    bench.answers.set('dst_1', failing('connection_refused'));
    bench.answers.set('dst_2', () => new Promise(() => undefined));
    await bench.publish(10);
    await engine.tick();
    const done = () => ids.slice(2).filter((id) => bench.sequences(id).length === 10);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(done().length).to.equal(998);
  }).timeout(90_000);
});

describe('retries of continuous export', () => {
  it('come after 5 s, 5 min, 30 min, 2 h, 5 h and every 10 h, and the destination is disabled after 120 hours, with its event', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', failing('connection_refused'));
    const engine = bench.engine();
    await bench.publish(1);
    const attempts: number[] = [];
    for (let second = 0; second <= 130 * HOUR; second += 5) {
      const before = bench.sent.length;
      // Nothing can happen between scheduled moments; each of them and both its neighbours are checked.
      if (second % 300 === 0 || second < 20) await bench.run(engine, 1);
      if (bench.sent.length > before) attempts.push(second);
      bench.advance(5);
    }
    const [first, ...delays] = DELIVERY_RETRY_SECONDS.map((_, i) =>
      DELIVERY_RETRY_SECONDS.slice(0, i + 1).reduce((sum, one) => sum + one, 0),
    );
    expect(attempts.slice(0, 3)).to.deep.equal([0, first, 600]);
    const gaps = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0));
    for (const [i, gap] of gaps.entries()) {
      const wanted = DELIVERY_RETRY_SECONDS[Math.min(i, DELIVERY_RETRY_SECONDS.length - 1)] ?? 0;
      expect(gap).to.be.within(wanted, wanted + 600);
    }
    expect(delays.length).to.equal(6);
    const [disabled, ...more] = await bench.trail('siem_webhook.disabled');
    expect([disabled?.reasonCode, disabled?.actor.actorId, more]).to.deep.equal([
      'retries_exhausted',
      'worker',
      [],
    ]);
    expect((await bench.destination())?.enabled).to.equal(false);
    const hours = (Date.parse(disabled?.occurredAt ?? '') - Date.parse(later(0))) / 3_600_000;
    // By the clock: no attempt is due then.
    expect(hours).to.be.within(120, 120.1);
    expect(attempts.at(-1)).to.be.below(120 * HOUR - 600);
  }).timeout(60_000);

  it('name the reference that is unusable, until one was delivered', async () => {
    const bench = await ExportBench.make();
    const more = { verdict: 'stop', attempted: 0, unusableReference: 'token_secret_ref' } as const;
    bench.answers.set('dst_1', failing('secret_ref_unresolved', more));
    const engine = bench.engine();
    await bench.publish(1);
    await bench.run(engine);
    const failed = await bench.lane();
    bench.answers.delete('dst_1');
    bench.advance(600);
    // Deliveries are saved once a second.
    await bench.run(engine, 41);
    bench.advance(2);
    await bench.run(engine, 41);
    const delivered = await bench.lane();
    expect([failed, delivered].map((lane) => [lane?.lastReason, lane?.unusableReference])).to.deep.equal([
      ['secret_ref_unresolved', 'token_secret_ref'],
      ['delivered', null],
    ]);
  });

  it('stay few where a secret is unusable, because each is a log line: an export and a replay over 120 hours', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', failing('secret_ref_unresolved', { verdict: 'stop', attempted: 0 }));
    const engine = bench.engine();
    await bench.publish(1);
    await ask(bench, replayOf(1, 3));
    for (let minute = 0; minute <= 120 * 60; minute += 5) {
      await bench.run(engine, 1);
      bench.advance(300);
    }
    const repeats = bench.sent.filter(({ repeat }) => repeat).length;
    expect([bench.sent.length - repeats, repeats]).to.satisfy(
      ([live = 0, again = 0]: number[]) => live >= 10 && live <= 20 && again <= 20,
    );
  }).timeout(60_000);

  it('stay few for a replay alone, of a destination that has caught up with the trail', async () => {
    const bench = await ExportBench.make();
    const engine = bench.engine();
    await bench.publish(1);
    await ask(bench, replayOf(1, 3));
    bench.answers.set('dst_1', (batch) =>
      batch.events[0]?.repeat === true
        ? failing('secret_ref_unresolved', { verdict: 'stop', attempted: 0 })(batch)
        : taken(batch),
    );
    for (let minute = 0; minute <= 120 * 60; minute += 5) {
      await bench.run(engine, 1);
      bench.advance(300);
    }
    expect(bench.sent.filter(({ repeat }) => repeat).length).to.be.within(10, 20);
  }).timeout(60_000);

  it('lose nothing over 100 hours of silence: everything comes in order when the receiver is back', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', failing('timeout'));
    const engine = bench.engine();
    for (let hour = 0; hour < 100; hour += 1) {
      await bench.publish(2);
      await bench.run(engine, 1);
      bench.advance(HOUR);
    }
    bench.sent.length = 0;
    bench.answers.delete('dst_1');
    bench.advance(10 * HOUR);
    await bench.run(engine);
    expect(bench.sequences()).to.deep.equal(upTo(2, 202));
    expect((await bench.destination())?.enabled).to.equal(true);
  });

  it('lose nothing over 130 hours either, in which the destination is disabled: enabled again it gets everything in order', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', failing('connection_refused'));
    const engine = bench.engine();
    for (let hour = 0; hour < 130; hour += 1) {
      await bench.publish(1);
      await bench.run(engine, 1);
      bench.advance(HOUR);
    }
    const disabled = await bench.destination();
    expect(disabled?.enabled).to.equal(false);
    bench.sent.length = 0;
    bench.answers.delete('dst_1');
    const updatedAt = bench.clock.now();
    await bench.put({ ...sampleDestination('dst_1'), ...disabled, enabled: true, updatedAt });
    await bench.run(engine);
    // One event of its creation, 130 of policies, those of its disabling and its change.
    expect(bench.sequences()).to.deep.equal(upTo(2, 134));
  });

  it('honour Retry-After, and disable a destination at once that says it is gone', async () => {
    const bench = await ExportBench.make([sampleDestination('dst_1'), sampleDestination('dst_2')]);
    bench.answers.set('dst_1', failing('rate_limited', { retryAfterSeconds: 77 }));
    bench.answers.set('dst_2', failing('endpoint_gone', { verdict: 'gone' }));
    const engine = bench.engine();
    await bench.run(engine);
    expect((await bench.lane('dst_1'))?.nextAttemptAt).to.equal(later(77));
    expect(
      (await bench.trail('siem_webhook.disabled')).map(({ resource, reasonCode }) => [
        resource.resourceId,
        reasonCode,
      ]),
    ).to.deep.equal([['dst_2', 'endpoint_gone']]);
    bench.advance(76);
    bench.sent.length = 0;
    await bench.run(engine);
    expect(bench.sequences('dst_1')).to.deep.equal([]);
    bench.advance(2);
    await bench.run(engine);
    expect(bench.sequences('dst_1').length).to.be.greaterThan(0);
  });

  it('happen at once after the destination was changed or successfully checked', async () => {
    for (const mend of [
      (bench: ExportBench) => bench.put(sampleDestination('dst_1', { updatedAt: bench.clock.now() })),
      (bench: ExportBench) => bench.event('siem_webhook.test_completed', 'dst_1'),
    ]) {
      const bench = await ExportBench.make();
      bench.answers.set('dst_1', failing('auth_rejected', { verdict: 'stop' }));
      const engine = bench.engine();
      for (let i = 0; i < 4; i += 1) {
        await bench.run(engine);
        bench.advance(3 * HOUR);
      }
      await bench.run(engine);
      bench.sent.length = 0;
      bench.answers.delete('dst_1');
      bench.advance(60);
      await bench.run(engine);
      expect(bench.sequences()).to.deep.equal([]);
      await mend(bench);
      await bench.run(engine);
      expect(bench.sequences()[0]).to.equal(2);
    }
  });

  it('are jittered by a fifth, so that destinations that failed together do not retry together', async () => {
    const bench = await ExportBench.make([sampleDestination('dst_1'), sampleDestination('dst_2')]);
    let random = 0;
    for (const id of ['dst_1', 'dst_2']) bench.answers.set(id, failing('timeout'));
    const engine = bench.engine('one', {
      random: () => {
        random += 1;
        return random % 2;
      },
    });
    await bench.run(engine, 1);
    const next = [
      (await bench.lane('dst_1'))?.nextAttemptAt,
      (await bench.lane('dst_2'))?.nextAttemptAt,
    ].sort();
    expect(next).to.deep.equal([later(4), later(6)]);
  });

  it('show on the destination, as do the deliveries after them', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', failing('upstream_error'));
    const engine = bench.engine();
    await bench.run(engine);
    expect((await bench.observed())?.auditExport).to.deep.equal({
      status: 'degraded',
      checkedAt: later(0),
      reasonCode: 'upstream_error',
      lastError: { reasonCode: 'upstream_error', retryable: true },
    });
    bench.answers.delete('dst_1');
    bench.advance(10);
    await bench.run(engine);
    expect(await bench.observed()).to.deep.include({
      auditExport: { status: 'healthy', checkedAt: later(10), reasonCode: 'delivered', lastError: null },
      failuresInARow: 0,
    });
    bench.advance(2);
    await bench.run(engine);
    const { items } = await bench.store.records.page(exportDeliveryKind, SCOPE, { limit: 10 });
    expect(
      items.map(({ record }) => [
        record.attempt,
        record.reasonCode,
        record.firstSequence,
        record.lastSequence,
      ]),
    ).to.deep.equal([
      [1, 'upstream_error', 2, 2],
      [2, 'delivered', 2, 2],
    ]);
  });
});

describe('events that a receiver refuses', () => {
  const letters = async (bench: ExportBench) =>
    (await bench.store.records.page(deadLetterKind, SCOPE, { limit: 100 })).items.map(
      ({ record }) => record.sequence,
    );

  it('are set aside one by one, found by bisection where the receiver does not say which, and the lane continues', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', (batch) => {
      if (!batch.events.some(({ event }) => event.sequence === 40)) return taken(batch);
      return failing('payload_rejected', { verdict: 'split' })(batch);
    });
    await bench.publish(100);
    const engine = bench.engine();
    await bench.run(engine);
    bench.advance(2);
    await bench.run(engine);
    expect(await letters(bench)).to.deep.equal([40]);
    expect(await bench.lane()).to.deep.include({ sequence: 103, refused: 1 });
    const delivered = new Set(bench.sequences());
    expect(upTo(2, 103).filter((sequence) => !delivered.has(sequence))).to.deep.equal([]);
  });

  it('are reported to the trail at most once an hour, with the ids and no contents', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', (batch) => ({
      sent: true,
      items: batch.events.map(({ event }) =>
        event.sequence % 5 === 0 ? { refused: 'payload_rejected' as const } : ('accepted' as const),
      ),
      refusedUnreported: 0,
    }));
    const engine = bench.engine();
    await bench.publish(30);
    await bench.run(engine);
    bench.advance(600);
    await bench.publish(30);
    await bench.run(engine);
    expect((await bench.trail('siem_webhook.events_refused')).length).to.equal(1);
    bench.advance(HOUR);
    await bench.publish(30);
    await bench.run(engine);
    const reported = await bench.trail('siem_webhook.events_refused');
    expect([reported.length, reported[0]?.reasonCode, reported[0]?.outcome]).to.deep.equal([
      2,
      'payload_rejected',
      'failure',
    ]);
    expect(reported[0]?.relatedIds.every((id) => /^evt_/.test(id))).to.equal(true);
  });

  it('do not lose an earlier position that must be retried', async () => {
    const bench = await ExportBench.make();
    let refused = false;
    bench.answers.set('dst_1', (batch) => {
      if (refused) return taken(batch);
      refused = true;
      return {
        sent: true,
        items: batch.events.map(({ event }) =>
          event.sequence === 4 ? { refused: 'payload_rejected' as const } : ('again' as const),
        ),
        refusedUnreported: 0,
      };
    });
    await bench.publish(5);
    await bench.run(bench.engine());
    expect(bench.sent.map(({ sequences }) => sequences).slice(0, 2)).to.deep.equal([
      upTo(2, 7),
      [2, 3, 5, 6, 7],
    ]);
    expect(await letters(bench)).to.deep.equal([4]);
  });

  it('are none of them set aside where everything is refused: the stream is, and all come again', async () => {
    const bench = await ExportBench.make();
    bench.most = 1;
    bench.answers.set('dst_1', failing('payload_rejected', { verdict: 'split' }));
    await bench.publish(100);
    const engine = bench.engine();
    await bench.run(engine);
    expect(await letters(bench)).to.deep.equal([]);
    expect(await bench.lane()).to.deep.include({
      sequence: 1,
      refused: 0,
      lastReason: 'payload_rejected',
      failuresInARow: 1,
    });
    expect((await bench.observed())?.auditExport.reasonCode).to.equal('payload_rejected');
    bench.answers.delete('dst_1');
    bench.advance(10);
    await bench.run(engine);
    // The twenty that were tried first, then everything.
    expect(bench.sequences()).to.deep.equal([...upTo(2, 21), ...upTo(2, 102)]);
  });

  for (const [how, refusing] of [
    ['item by item', { items: 'each', refusedUnreported: 0 }],
    ['without saying which', { items: 'none', refusedUnreported: 1 }],
  ] as const)
    it(`are the stream's, few as they are, when a receiver refuses all of them ${how}`, async () => {
      const bench = await ExportBench.make();
      bench.answers.set('dst_1', (batch) => ({
        sent: true,
        items: batch.events.map(() =>
          refusing.items === 'each' ? { refused: 'payload_rejected' as const } : ('accepted' as const),
        ),
        refusedUnreported: batch.events.length * refusing.refusedUnreported,
      }));
      await bench.publish(3);
      const engine = bench.engine();
      await bench.run(engine);
      expect(await letters(bench)).to.deep.equal([]);
      expect(await bench.lane()).to.deep.include({
        sequence: 1,
        lastReason: 'payload_rejected',
        failuresInARow: 1,
      });
    });

  it('are an event’s own as soon as a later one is accepted, without waiting for the next attempt', async () => {
    const bench = await ExportBench.make();
    bench.answers.set('dst_1', (batch) => ({
      sent: true,
      items: batch.events.map(({ event }) =>
        event.sequence === 4 ? { refused: 'payload_rejected' as const } : ('accepted' as const),
      ),
      refusedUnreported: 0,
    }));
    const engine = bench.engine();
    await bench.publish(1);
    await bench.run(engine);
    await bench.publish(1);
    await bench.run(engine);
    expect([await letters(bench), (await bench.lane())?.lastReason]).to.deep.equal([[], 'payload_rejected']);
    await bench.publish(1);
    await bench.run(engine);
    expect(await letters(bench)).to.deep.equal([4]);
    expect(await bench.lane()).to.deep.include({ lastReason: 'delivered', failuresInARow: 0, refused: 1 });
  });
});

describe('two workers over one store', () => {
  const interleaves = (bench: ExportBench): boolean => {
    const seen = bench.sequences();
    return seen.some((sequence, i) => i > 0 && sequence <= (seen[i - 1] ?? 0));
  };

  it('never deliver for one destination at the same time, or any event twice while both live', async () => {
    const bench = await ExportBench.make(upTo(1, 10).map((i) => sampleDestination(`dst_${i}`)));
    const engines = [bench.engine('one'), bench.engine('two'), bench.engine('three')];
    for (let round = 0; round < 20; round += 1) {
      await bench.publish(3);
      await Promise.all(engines.map((engine) => engine.tick()));
      await Promise.all(engines.map((engine) => engine.settled()));
      bench.advance(3);
    }
    for (const i of upTo(1, 10)) {
      const own = bench.sent.filter(({ destinationId }) => destinationId === `dst_${i}`);
      expect(new Set(own.map(({ by }) => by)).size).to.equal(1);
      const sequences = bench.sequences(`dst_${i}`);
      expect(sequences).to.deep.equal(upTo(sequences[0] ?? 0, sequences.at(-1) ?? 0));
    }
  });

  /** One worker pauses mid-request until its lease has expired and another has continued. */
  const standStill = async (store: GovernanceStore) => {
    const bench = await ExportBench.make([sampleDestination('dst_1')], store);
    bench.most = 1;
    let letGo = (): void => undefined;
    let holds = true;
    bench.answers.set('dst_1', async (batch) => {
      if (holds) {
        holds = false;
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
      }
      return taken(batch);
    });
    await bench.publish(5);
    const [one, two] = [bench.engine('one'), bench.engine('two')];
    await one.tick();
    while (bench.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    bench.advance(LEASE_SECONDS + 5);
    await bench.run(two);
    const reached = (await bench.lane())?.sequence;
    letGo();
    await one.settled();
    await bench.publish(2);
    await bench.run(one);
    await bench.run(two);
    return { bench, reached };
  };

  it('leave the lane to whoever took it over: a paused worker sends and saves nothing more', async () => {
    const { bench } = await standStill(createMemoryStore());
    const after = bench.sent.slice(1);
    expect([...new Set(after.map(({ by }) => by))]).to.deep.equal(['two']);
    bench.sent.shift();
    expect(interleaves(bench)).to.equal(false);
    expect(bench.sequences()).to.deep.equal(upTo(2, 9));
  });

  it('would interleave without the fence: a store that ignores versions is detected', async () => {
    const store = createMemoryStore();
    const unfenced: GovernanceStore = {
      ...store,
      unitOfWork: {
        ...store.unitOfWork,
        observe: (changes) =>
          store.unitOfWork.observe(changes.map((change) => ({ ...change, expectedVersion: 'any' as const }))),
      },
    };
    const { bench } = await standStill(unfenced);
    const after = bench.sent.slice(1);
    expect([...new Set(after.map(({ by }) => by))].sort()).to.deep.equal(['one', 'two']);
    bench.sent.shift();
    expect(interleaves(bench)).to.equal(true);
  });

  it('follow each other within the lease when one dies, and at once when one stops', async () => {
    const bench = await ExportBench.make();
    const [one, two] = [bench.engine('one'), bench.engine('two')];
    await bench.run(one);
    await one.stop();
    await bench.publish(1);
    await bench.run(two);
    expect(bench.sent.at(-1)).to.deep.include({ by: 'two', sequences: [3] });
    bench.advance(2);
    await bench.run(two);
    const three = bench.engine('three');
    await bench.publish(1);
    await bench.run(three);
    expect(bench.sent.at(-1)?.by).to.equal('two');
    bench.advance(LEASE_SECONDS + 1);
    await bench.run(three);
    expect(bench.sent.at(-1)).to.deep.include({ by: 'three', sequences: [4] });
  });
});

describe('a replay', () => {
  const stored = async (bench: ExportBench) =>
    (await bench.store.records.get(exportReplayKind, SCOPE, 'rpl_1'))?.record;

  it('sends its range again, marks it as a repeat, and leaves the lane’s position unchanged', async () => {
    const bench = await ExportBench.make();
    bench.most = 10;
    await bench.publish(100);
    const engine = bench.engine();
    await bench.run(engine);
    bench.sent.length = 0;
    await ask(bench, replayOf(20, 59));
    await bench.publish(5);
    await bench.run(engine, 3);
    const repeats = bench.sent.filter(({ repeat }) => repeat).flatMap(({ sequences }) => sequences);
    expect(repeats).to.deep.equal(upTo(20, 59));
    expect(bench.sent.filter(({ repeat }) => !repeat).flatMap(({ sequences }) => sequences)).to.deep.equal(
      upTo(103, 108),
    );
    expect(await stored(bench)).to.deep.include({ state: 'completed', sequence: 59, delivered: 40 });
  });

  it('pauses after each request for as long as it took, so that it uses at most half of the receiver', async () => {
    const bench = await ExportBench.make();
    bench.most = 10;
    await bench.publish(50);
    const waits: number[] = [];
    const engine = bench.engine('one', {
      wait: async (ms) => {
        waits.push(ms);
      },
    });
    await bench.run(engine);
    waits.length = 0;
    bench.answers.set('dst_1', (batch) => {
      if (batch.events[0]?.repeat === true) bench.clock.advance(250);
      return taken(batch);
    });
    await ask(bench, replayOf(1, 30));
    await bench.run(engine, 2);
    expect(waits).to.deep.equal([250, 250, 250]);
  });

  it('goes on at once after its destination was changed', async () => {
    const bench = await ExportBench.make();
    await bench.publish(10);
    const engine = bench.engine();
    await bench.run(engine);
    bench.answers.set('dst_1', failing('auth_rejected'));
    await ask(bench, replayOf(1, 5));
    for (let i = 0; i < 4; i += 1) {
      await bench.run(engine);
      bench.advance(3 * HOUR);
    }
    await bench.run(engine);
    bench.answers.delete('dst_1');
    bench.sent.length = 0;
    await bench.put(sampleDestination('dst_1', { updatedAt: bench.clock.now() }));
    await bench.run(engine);
    expect(bench.sequences().filter((sequence) => sequence <= 5)).to.deep.equal(upTo(1, 5));
  });

  it('resumes where it was in another process, after the sending one died', async () => {
    const bench = await ExportBench.make();
    bench.most = 10;
    await bench.publish(100);
    const [one, two] = [bench.engine('one'), bench.engine('two')];
    await bench.run(one);
    await ask(bench, replayOf(1, 100));
    let requests = 0;
    bench.answers.set('dst_1', (batch) => {
      if (batch.events[0]?.repeat !== true) return taken(batch);
      requests += 1;
      return requests <= 4 ? taken(batch) : failing('connection_reset')(batch);
    });
    await bench.run(one, 2);
    await bench.run(two, 2);
    const reached = (await stored(bench))?.sequence ?? 0;
    expect(reached).to.be.within(40, 50);
    bench.answers.delete('dst_1');
    bench.sent.length = 0;
    for (let i = 0; i < 8; i += 1) {
      bench.advance(LEASE_SECONDS);
      await bench.run(two, 1);
    }
    const repeats = bench.sent.filter(({ repeat }) => repeat);
    expect([...new Set(repeats.map(({ by }) => by))]).to.deep.equal(['two']);
    expect(repeats.flatMap(({ sequences }) => sequences)).to.deep.equal(upTo(reached + 1, 100));
    expect((await stored(bench))?.state).to.equal('completed');
  });
});
