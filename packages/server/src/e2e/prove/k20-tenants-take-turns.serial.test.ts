import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { sendAtOnce } from '../../testing/hostile/send-at-once.js';
import { type WorstCall, worstCalls } from '../../testing/hostile/worst-calls.js';
import { type WatchedService, watchService } from '../../testing/processes/watch-service.js';
import { mainThreadMs } from '../../testing/processes/watched-service.js';
import { tellProof } from '../../testing/proof-record.js';
import { startTestService } from '../../testing/test-service.js';
import { withinOneMinute } from '../../testing/within-one-minute.js';
import { makeLargeWorld } from '../../testing/worlds/large-world.js';
import type { Tokens } from '../../testing/worlds/world.js';

/**
 * What another tenant's calls may take, and a turn of the event loop, in milliseconds of the service's processor time: by the clock, a
 * machine that has other work to do delays everything.
 */
const P99_MS = 50;
/** Where that goal is missed (docs/roadmap.md): beside texts and bodies by a little, beside lists since a page of 2 MB is made in one go. */
const MISSED_MS = 100;
const LISTS_P99_MS = 300;
const TURN_MS = 400;
/** What a principal may send in a minute, as shipped. */
const WRITES = 120;
const READS = 600;
const PROBES_EVERY_MS = 10;

/** Within the other tenant's own quota. */
const PROBES = 550;

interface Measured {
  readonly probes: number;
  readonly p99Ms: number;
  readonly turnMs: number;
}

const SCOPE = 'tenant_id=acme&environment_id=production';

const calls = (count: number, make: (i: number) => WorstCall): readonly WorstCall[] =>
  Array.from({ length: count }, (_, i) => make(i));

const named = (name: RegExp): WorstCall[] => worstCalls().filter((call) => name.test(call.name));

/** Each at the full quota, all at once. */
const ATTACKS: readonly (readonly [string, () => readonly WorstCall[], number?])[] = [
  [
    'comparisons of large policies',
    () =>
      calls(WRITES, (i) => ({
        name: 'diff',
        path: `/v1/policies/pv_large_${i % 39}/diff?${SCOPE}&against=pv_large_${(i * 7 + 1) % 39}`,
      })),
  ],
  [
    'policy texts',
    () => {
      const texts = named(/^a text of/);
      return calls(WRITES, (i) => texts[i % texts.length] as WorstCall);
    },
    MISSED_MS,
  ],
  ['large bodies', () => Array.from({ length: WRITES / 2 }, () => named(/^create/)).flat(), MISSED_MS],
  [
    'lists',
    () => {
      const lists = named(/^list/);
      return calls(READS, (i) => lists[i % lists.length] as WorstCall);
    },
    LISTS_P99_MS,
  ],
];

describe('K20: tenants take turns with expensive work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-k20-'));
  let tokens: Tokens;
  let service: WatchedService;

  before(async function () {
    this.timeout(240_000);
    const filling = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
    tokens = await makeLargeWorld(filling.ports);
    await filling.stop();
  });

  beforeEach(async function () {
    this.timeout(60_000);
    service = await watchService({ GOVGATE_DATA: folder });
    for (let i = 0; i < 20; i += 1) await probe();
  });
  afterEach(() => service.stop());
  after(() => rmSync(folder, { recursive: true, force: true }));

  const ranMs = (): number => mainThreadMs(service.process.pid);

  const probe = async (): Promise<number> => {
    const before = ranMs();
    const { status } = await service.call('/v1/identity/me', { token: tokens.foreign });
    expect(status).to.equal(200);
    return ranMs() - before;
  };

  const beside = async (attack: readonly WorstCall[]): Promise<Measured> => {
    await withinOneMinute(20_000);
    await service.figures();
    let isOver = false;
    const attacking = sendAtOnce(service.url, tokens.admin, attack).finally(() => {
      isOver = true;
    });
    const took: number[] = [];
    while (!isOver && took.length < PROBES) {
      took.push(await probe());
      await delay(PROBES_EVERY_MS);
    }
    const statuses = await attacking;
    expect(statuses.filter((status) => status === 0 || status >= 500)).to.deep.equal([]);
    took.sort((a, b) => a - b);
    const p99Ms = took[Math.ceil(took.length * 0.99) - 1] ?? 0;
    return { probes: took.length, p99Ms, turnMs: (await service.figures()).maxCpuMs };
  };

  for (const [what, attack, mostMs = P99_MS] of ATTACKS)
    it(`so another tenant’s calls take ${mostMs} ms at most beside ${what}`, async function () {
      this.timeout(600_000);
      const { probes, p99Ms, turnMs } = await beside(attack());
      const measured = `p99 ${p99Ms.toFixed(0)} ms, longest turn ${turnMs.toFixed(0)} ms of processor time`;
      if (process.env.GOVGATE_TEST_TELL) console.log(`${what}: ${measured}, ${probes} probes`);
      const isKept = p99Ms <= mostMs && turnMs <= TURN_MS;
      tellProof({
        id: 'K20',
        what: `calls of another tenant beside ${what} at the full quota`,
        trials: probes,
        broken: isKept ? 0 : 1,
        measured,
      });
      expect(isKept, measured).to.equal(true);
    });
});
