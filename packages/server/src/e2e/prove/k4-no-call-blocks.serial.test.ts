import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type WorstCall, worstCalls } from '../../testing/hostile/worst-calls.js';
import { type WatchedService, watchService } from '../../testing/processes/watch-service.js';
import { IS_PROOF, LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, startTestService } from '../../testing/test-service.js';
import { makeLargeWorld } from '../../testing/worlds/large-world.js';
import type { Tokens } from '../../testing/worlds/world.js';

/** How long a call may delay everybody else, in milliseconds: the goal, and what breaks the promise on any machine. */
const AIM_MS = 50;
const BROKEN_MS = 200;
/** A shared machine delays a process now and then: the best of several tries is the call's own time. */
const TRIES = LONG_FORM ? 9 : IS_PROOF ? 4 : 8;
/** The first run of a call warms up its code. */
const COLD = 1;

interface Held {
  readonly name: string;
  readonly ms: number;
  readonly status: number;
}

/** A figure of the proofs is the best of all tries; to show that the limit is kept, one try within it is enough. */
const isOpen = (best: Held | undefined): boolean => IS_PROOF || best === undefined || best.ms > BROKEN_MS;

describe('K4: no call delays the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-k4-'));
  let tokens: Tokens;
  let service: WatchedService;

  before(async function () {
    this.timeout(240_000);
    const filling = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
    tokens = await makeLargeWorld(filling.ports);
    await filling.stop();
    service = await watchService({ GOVGATE_DATA: folder });
  });

  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const hold = async ({ name, path, request }: WorstCall): Promise<Held> => {
    await service.figures();
    const { status } = await service.call(path, { ...request, token: tokens.admin });
    await delay(10);
    return { name, ms: (await service.figures()).maxMs, status };
  };

  const held = async (): Promise<readonly Held[]> => {
    const best = new Map<string, Held>();
    for (let tried = 0; tried < COLD + TRIES; tried += 1) {
      for (const call of worstCalls().filter(({ name }) => isOpen(best.get(name)))) {
        const now = await hold(call);
        const before = best.get(call.name);
        if (tried >= COLD && (before === undefined || now.ms < before.ms)) best.set(call.name, now);
      }
    }
    return [...best.values()].sort((a, b) => b.ms - a.ms);
  };

  it(`releases the event loop within ${BROKEN_MS} ms, whatever is sent or requested`, async function () {
    this.timeout(900_000);
    const found = await held();
    const over = found.filter(({ ms }) => ms > BROKEN_MS);
    const worst = found.slice(0, 5).map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`);
    tellProof({
      id: 'K4',
      what: `kinds of the dearest calls that are allowed, each the best of ${TRIES}`,
      trials: found.length,
      broken: over.length,
      measured: `${found.filter(({ ms }) => ms > AIM_MS).length} over ${AIM_MS} ms; longest turns: ${worst.join(', ')}`,
    });
    if (process.env.GOVGATE_TEST_TELL)
      console.log(found.map(({ name, ms, status }) => `${ms.toFixed(1)} ${status} ${name}`).join('\n'));
    expect(over).to.deep.equal([]);
    expect(found.filter(({ status }) => status >= 500)).to.deep.equal([]);
  });

  it('detects a service that a call blocks', async function () {
    this.timeout(90_000);
    const slow = createServer((_, response) => {
      const until = performance.now() + 2 * BROKEN_MS;
      while (performance.now() < until);
      response.end('{}');
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const startedAt = performance.now();
    let longest = 0;
    let last = startedAt;
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 2);
    const { port } = slow.address() as { port: number };
    await fetch(`http://127.0.0.1:${port}`, { headers: { authorization: ADMIN_TOKEN } });
    await delay(10);
    clearInterval(timer);
    slow.closeAllConnections();
    slow.close();
    expect(longest).to.be.greaterThan(BROKEN_MS);
  });
});
