import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { type Mixed, runMixed } from '../../testing/hostile/mixed-abuse.js';
import { type WatchedService, watchService } from '../../testing/processes/watch-service.js';
import { IS_PROOF, LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { startTestService } from '../../testing/test-service.js';
import { makeLargeWorld } from '../../testing/worlds/large-world.js';
import type { Tokens } from '../../testing/worlds/world.js';

/**
 * What a run may take beyond what the service had before, in MB: answers on the way (64 MB a caller), as much again while they are made,
 * and what the collector of a heap of 512 MB has not yet taken away. Without a bound the readers here take over 2,000.
 */
const GROWTH_MB = 300;
const HEAP_MB = 512;
const NEVER_READERS = 40;
// Each asks often enough that the system's own buffers do not absorb it all.
/** By then everybody who holds memory has been cut off; this many hold some, because 64 MB of such lists are in flight. */
const BORNE_MS = 40_000;
const HELD_AT_LEAST = 10;
const MADE_UP = LONG_FORM ? 100_000 : 12_000;
const LARGE_LIST = '/v1/policies?tenant_id=acme&environment_id=production&limit=200&include=body';

/** The run of everything at once: only in the proofs, because it takes longer than a test may. */
const MIXED_MS = LONG_FORM ? 600_000 : 75_000;
/** As long as one turn for each of a few callers. A tenant that had to wait for each of an abuser's calls would wait for ten seconds. */
const PROBE_P99_MS = 3_000;

describe('K7: memory is bounded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-k7-'));
  let tokens: Tokens;
  let service: WatchedService;
  const sockets = new Set<Socket>();

  before(async function () {
    this.timeout(240_000);
    const filling = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
    tokens = await makeLargeWorld(filling.ports);
    await filling.stop();
  });

  beforeEach(async function () {
    this.timeout(60_000);
    service = await watchService({
      GOVGATE_DATA: folder,
      GOVGATE_RATE_READS_PER_MINUTE: '600',
      GOVGATE_RATE_WRITES_PER_MINUTE: '120',
      GOVGATE_AUDITED_REFUSALS_PER_MINUTE: '60',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });
    for (let i = 0; i < 20; i += 1) await service.call('/v1/identity/me', { token: tokens.admin });
  });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await service.stop();
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const rssMb = (): number =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1] ?? 0) /
    1024;

  /** A connection that sends something; how long it was tolerated, in milliseconds. */
  const send = (text: string, reads: boolean): Promise<number> =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      sockets.add(socket);
      if (reads) socket.resume();
      else socket.pause();
      socket.write(text);
      // A client that does not read learns by writing that the other end is gone: empty lines between requests mean nothing.
      const timer = setInterval(() => (reads ? undefined : socket.write('\r\n')), 500);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        clearInterval(timer);
        resolve(performance.now() - startedAt);
      });
    });

  const getOf = (path: string, token: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;

  const peakWhile = async <T>(work: Promise<T>): Promise<{ peakMb: number; result: T }> => {
    const before = rssMb();
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, rssMb());
    }, 50);
    const result = await work.finally(() => clearInterval(timer));
    return { peakMb: Math.round(peak - before), result };
  };

  it('ends readers that never read within 20 s, and holds a bounded amount for them meanwhile', async function () {
    this.timeout(90_000);
    const ended: number[] = [];
    const { peakMb } = await peakWhile(
      Promise.race([
        Promise.all(
          Array.from({ length: NEVER_READERS }, () =>
            send(getOf(LARGE_LIST, tokens.admin).repeat(8), false).then((ms) => void ended.push(ms)),
          ),
        ),
        delay(BORNE_MS),
      ]),
    );
    const longest = Math.max(...ended) / 1000;
    // Those who came while their caller had 64 MB in flight got a short answer, which the system buffered.
    const held = ended.length;
    tellProof({
      id: 'K7',
      what: 'readers that never read large lists',
      trials: NEVER_READERS,
      broken: (held < HELD_AT_LEAST ? 1 : 0) + (peakMb > GROWTH_MB ? 1 : 0),
      measured: `RSS +${peakMb} MB; ${held} were ended, after ${longest.toFixed(0)} s at most`,
    });
    expect(held).to.be.at.least(HELD_AT_LEAST);
    expect(peakMb).to.be.lessThan(GROWTH_MB);
    expect((await service.call('/v1/identity/me', { token: tokens.foreign })).status).to.equal(200);
  });

  it('answers pipelined requests on a connection one after the other, and a limited number of them', async function () {
    this.timeout(90_000);
    const ahead = 500;
    const { peakMb } = await peakWhile(
      Promise.race([
        Promise.all(
          Array.from({ length: 4 }, () => send(getOf(LARGE_LIST, tokens.admin).repeat(ahead), false)),
        ),
        delay(15_000),
      ]),
    );
    tellProof({
      id: 'K7',
      what: 'calls for a large list sent ahead by readers that never read',
      trials: 4 * ahead,
      broken: peakMb > GROWTH_MB ? 1 : 0,
      measured: `RSS +${peakMb} MB`,
    });
    expect(peakMb).to.be.lessThan(GROWTH_MB);
    expect((await service.call('/v1/identity/me', { token: tokens.foreign })).status).to.equal(200);
  });

  it('remembers nothing of the paths and queries that callers invent', async function () {
    this.timeout(300_000);
    const heapBefore = (await service.figures()).heapMb;
    const long = 'x'.repeat(14_000);
    for (let sent = 0; sent < MADE_UP; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          service.call(`/v1/policies/${sent + i}${long}`, { token: 'bad' }),
        ),
      );
    }
    await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        service.call(`/v1/policies/pv_draft?environment_id=production&tenant_id=acme&_=${i}${long}`, {
          token: tokens.viewer,
        }),
      ),
    );
    const grownMb = Math.round((await service.figures()).heapMb - heapBefore);
    tellProof({
      id: 'K7',
      what: 'calls with paths of 14 KB that nobody knows',
      trials: MADE_UP + 500,
      broken: grownMb > 60 ? 1 : 0,
      measured: `heap +${grownMb} MB`,
    });
    expect(grownMb).to.be.lessThan(60);
  });

  it('survives two thousand connections with half a head of 16 KB each', async function () {
    this.timeout(90_000);
    const head = `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(15_000)}\r\n`;
    const { peakMb, result } = await peakWhile(
      Promise.all(Array.from({ length: 2_000 }, () => send(head, true))),
    );
    tellProof({
      id: 'K7',
      what: 'connections with half a head',
      trials: result.length,
      broken: result.filter((ms) => ms > 30_000).length + (peakMb > GROWTH_MB ? 1 : 0),
      measured: `RSS +${peakMb} MB, ended after ${(Math.max(...result) / 1000).toFixed(0)} s`,
    });
    expect(peakMb).to.be.lessThan(GROWTH_MB);
    expect(Math.max(...result)).to.be.lessThan(30_000);
  });

  if (IS_PROOF) {
    it(`keeps serving another tenant within ${HEAP_MB} MB while everything expensive is requested at its quota`, async function () {
      this.timeout(MIXED_MS + 120_000);
      const mixed: Mixed = await runMixed(service, tokens, MIXED_MS);
      tellProof({
        id: 'K7',
        what: `calls of ${mixed.minutes.toFixed(1)} minutes of mixed abuse beside ${mixed.probes} probes of another tenant`,
        trials: mixed.calls,
        broken: mixed.probeErrors.length + mixed.serverErrors + (mixed.probeP99Ms > PROBE_P99_MS ? 1 : 0),
        measured: mixed.told,
      });
      expect([mixed.probeErrors, mixed.serverErrors]).to.deep.equal([[], 0]);
      expect(mixed.probeP99Ms).to.be.lessThan(PROBE_P99_MS);
      expect(mixed.heapLastMb).to.be.lessThan(mixed.heapFirstMb + 100);
    });
  }

  it('detects a heap that grows with what callers invent', () => {
    const known = new Map<string, string>();
    const before = heapInUse();
    for (let i = 0; i < 12_000; i += 1)
      known.set(`/v1/policies/${i}${Buffer.alloc(14_000, 120 + (i % 3)).toString('latin1')}`, '');
    expect((heapInUse() - before) / 2 ** 20).to.be.greaterThan(60);
    expect(known.size).to.equal(12_000);
  });
});

// What earlier tests left behind may be collected at any time, and must not count.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const heapInUse = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};
