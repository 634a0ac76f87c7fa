import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import {
  LEAVER_SETTINGS,
  type LeaverBench,
  startLeaverBench,
  WAYS,
  type Way,
} from '../../testing/leavers/leaver-bench.js';
import { startMongoPair } from '../../testing/processes/mongo-pair.js';
import { spawnService } from '../../testing/processes/spawned-service.js';
import { IS_PROOF, tellProof } from '../../testing/proof-record.js';
import type { Answered, Call } from '../../testing/test-service.js';
import { type JwtIssuer, makeJwtIssuer } from '../../testing/worlds/jwt-issuer.js';

const LEAVERS = IS_PROOF ? 200 : 20;
/** How many leave at once: identity providers tell of them one after the other. */
const AT_A_TIME = 3;
const P99_MS = 1_000;
/** How long a leaver goes on trying after the acknowledgement. */
const TRIES_FOR_MS = 250;

/** What a leaver's calls came to. */
interface Left {
  /** From the acknowledgement to the answer of the last call that was accepted; 0 where none was answered later. */
  readonly lastAcceptedMs: number;
  /** Calls that were sent after the acknowledgement, and accepted. */
  readonly acceptedAfter: number;
}

interface Bench extends LeaverBench {
  readonly onB: Call;
}

const leaversOver = (store: string, start: (issuer: JwtIssuer) => Promise<Bench>): void => {
  let issuer: JwtIssuer;
  let bench: Bench;

  before(async function () {
    this.timeout(120_000);
    issuer = await makeJwtIssuer();
    bench = await start(issuer);
  });
  after(async () => {
    await bench?.stop();
    issuer.dispose();
  });

  const leave = async (way: Way, userId: string, onB: Call): Promise<Left> => {
    const leaver = await bench.hire(userId);
    const calls = bench.callsOf(way, leaver, onB);
    const before = await Promise.all(calls.map((call) => call()));
    expect(before).to.deep.equal(calls.map(() => true));
    let acknowledgedAt = Number.POSITIVE_INFINITY;
    const trying = Promise.all(calls.map((call) => tryUntil(call, () => acknowledgedAt + TRIES_FOR_MS)));
    const answer = await untilAcknowledged(() => bench.tell(way, leaver));
    acknowledgedAt = performance.now();
    expect(answer.status, answer.text).to.be.oneOf([200, 202]);
    const accepted = (await trying).flat();
    return {
      lastAcceptedMs: Math.max(0, ...accepted.map(({ answeredAt }) => answeredAt - acknowledgedAt)),
      acceptedAfter: accepted.filter(({ sentAt }) => sentAt >= acknowledgedAt).length,
    };
  };

  const leaveAll = async (way: Way, count: number, onB: Call): Promise<Left[]> => {
    const all: Left[] = [];
    const prefix = `${way.replaceAll(' ', '_')}_${count}`;
    while (all.length < count) {
      const ids = Array.from({ length: Math.min(AT_A_TIME, count - all.length) }, (_, i) => all.length + i);
      all.push(...(await Promise.all(ids.map((id) => leave(way, `${prefix}_${id}`, onB)))));
    }
    return all;
  };

  for (const way of WAYS)
    it(`lets ${LEAVERS} people who leave by ${way} call nothing more, on the other process`, async function () {
      this.timeout(300_000);
      const all = await leaveAll(way, LEAVERS, bench.onB);
      const times = all.map(({ lastAcceptedMs }) => lastAcceptedMs).sort((one, other) => one - other);
      const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
      const broken = all.reduce((sum, { acceptedAfter }) => sum + acceptedAfter, 0);
      const measured = `from the acknowledgement to the last accepted call p99 ${p99.toFixed(1)} ms`;
      tellProof({ id: 'A6', what: `leavers by ${way}, ${store}`, trials: all.length, broken, measured });
      expect(broken).to.equal(0);
      expect(p99).to.be.below(P99_MS);
    });

  it('detects answers that are kept for a while', async () => {
    const [left] = await leaveAll('SCIM', 1, keepingAnswers(bench.onB));
    expect(left?.acceptedAfter).to.be.greaterThan(0);
  });
};

/** Tells again what was refused for now, as providers do. */
const untilAcknowledged = async (tell: () => Promise<Answered>): Promise<Answered> => {
  for (;;) {
    const answer = await tell();
    if (answer.status !== 409 && answer.status !== 503) return answer;
  }
};

interface Accepted {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Calls one after the other until a time that is not known yet; returns the accepted calls. */
const tryUntil = async (call: () => Promise<boolean>, end: () => number): Promise<Accepted[]> => {
  const accepted: Accepted[] = [];
  while (performance.now() < end()) {
    const sentAt = performance.now();
    if (await call()) accepted.push({ sentAt, answeredAt: performance.now() });
  }
  return accepted;
};

/** A planted fault. */
const keepingAnswers = (call: Call): Call => {
  const kept = new Map<string, ReturnType<Call>>();
  return async (path, request) => {
    const key = JSON.stringify([path, request]);
    const answer = call(path, request);
    if (!kept.has(key)) kept.set(key, answer);
    await answer;
    return kept.get(key) ?? answer;
  };
};

describe('A6: whoever leaves calls nothing more, over SQLite', () =>
  leaversOver('two processes over one file', async (issuer) => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-a6-'));
    const settings = { ...issuer.settings, ...LEAVER_SETTINGS, GOVGATE_DATA: folder };
    const [a, b] = await Promise.all([spawnService(settings), spawnService(settings)]);
    const bench = await startLeaverBench(settings, issuer, a.call);
    return {
      ...bench,
      onB: b.call,
      stop: async () => {
        await Promise.all([a.stop(), b.stop()]);
        await bench.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }));

describeWithMongo('A6: whoever leaves calls nothing more, over MongoDB', (serverUrl) =>
  leaversOver('two processes over MongoDB', async (issuer) => {
    const pair = await startMongoPair(serverUrl, { ...issuer.settings, ...LEAVER_SETTINGS });
    const store = { GOVGATE_MONGO_URL: pair.database.url, GOVGATE_KEYS_IN_STORE: 'true' };
    const bench = await startLeaverBench({ ...issuer.settings, ...store }, issuer, pair.a.call);
    return {
      ...bench,
      onB: pair.b.call,
      stop: async () => {
        await bench.stop();
        await pair.dispose();
      },
    };
  }),
);
