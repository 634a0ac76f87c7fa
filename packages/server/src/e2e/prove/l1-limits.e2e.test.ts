import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RateCounter } from '@govgate/ports';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import { type RunningServer, startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';
import { type FloodPlan, p95, type Served, serveBesideFlood } from '../../testing/hostile/flood.js';
import { spawnService } from '../../testing/processes/spawned-service.js';
import { tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, type Call, makeCall, startTestService } from '../../testing/test-service.js';
import { withinOneMinute } from '../../testing/within-one-minute.js';
import { makeWorld, type Tokens } from '../../testing/worlds/world.js';

const QUOTA = 100;
const CALLS = 1_000;

interface Limited {
  readonly call: Call;
  readonly tokens: Tokens;
  readonly server: RunningServer;
}

/** A service with small quotas, and another counter where a test brings one. */
const startLimited = async (folder: string, counter?: RateCounter): Promise<Limited> => {
  const read = readSettings({
    GOVGATE_PORT: '0',
    GOVGATE_DATA: folder,
    GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    GOVGATE_LOG_LEVEL: 'silent',
    GOVGATE_RATE_READS_PER_MINUTE: String(QUOTA),
    GOVGATE_RATE_WRITES_PER_MINUTE: String(QUOTA),
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const service = await compose(read.settings, {
    makes: true,
    ...(counter === undefined ? {} : { rateCounter: counter }),
  });
  const server = await startServer(service);
  return { call: makeCall(server.url), tokens: await makeWorld(service.ports), server };
};

describe('L1: limits', () => {
  let folder: string;
  let limited: Limited | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-l1-'));
  });

  afterEach(async () => {
    await limited?.server.stop();
    limited = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (counter?: RateCounter): Promise<Limited> => {
    limited = await startLimited(folder, counter);
    return limited;
  };

  const passed = async (ask: () => ReturnType<Call>): Promise<{ let: number; refused: number }> => {
    await withinOneMinute(8_000);
    const answers = await Promise.all(Array.from({ length: CALLS }, ask));
    const refused = answers.filter(
      ({ status, json, headers }) =>
        status === 429 && json.reasonCode === 'rate_limited' && headers.get('retry-after') !== null,
    );
    return { let: answers.filter(({ status }) => status !== 429).length, refused: refused.length };
  };

  const read = ({ call, tokens }: Limited) => call('/v1/identity/me', { token: tokens.admin });
  const write = ({ call, tokens }: Limited) =>
    call('/v1/policies/pv_none/validate?tenant_id=acme&environment_id=production', {
      token: tokens.admin,
      body: {},
    });

  for (const [what, ask] of [
    ['reads', read],
    ['writes', write],
  ] as const) {
    it(`lets exactly ${QUOTA} of ${CALLS} ${what} at once through`, async function () {
      this.timeout(60_000);
      const service = await start();
      const counted = await passed(() => ask(service));
      const broken = Math.abs(counted.let - QUOTA);
      tellProof({ id: 'L1', what: `${what} at once against a quota of ${QUOTA}`, trials: CALLS, broken });
      expect(counted).to.deep.equal({ let: QUOTA, refused: CALLS - QUOTA });
    });
  }

  it('finds a counter that two calls can read at once', async function () {
    this.timeout(60_000);
    const counts = new Map<string, number>();
    const service = await start({
      hit: async (subject, windowStart) => {
        const key = `${subject}:${windowStart}`;
        const before = counts.get(key) ?? 0;
        await delay(1);
        counts.set(key, before + 1);
        return before + 1;
      },
    });
    expect((await passed(() => read(service))).let).to.be.greaterThan(QUOTA);
  });

  it('leaves one tenant’s calls as fast as they were while another floods the service', async function () {
    this.timeout(120_000);
    const served = await floodedService(folder, { phases: 12, calls: 20, rounds: 3 });
    const { alone, beside, unserved, flooded, refused } = served;
    const measured = `p95 ${p95(alone).toFixed(1)} ms alone, ${p95(beside).toFixed(1)} ms beside 200 calls a second of another tenant, ${alone.length} calls each, the service in a process of its own`;
    tellProof({
      id: 'L1',
      what: 'calls of one tenant while another floods',
      trials: alone.length + beside.length,
      broken: unserved + (isSlower(served) ? 1 : 0),
      measured,
    });
    expect([unserved, isSlower(served) ? measured : ''], measured).to.deep.equal([0, '']);
    expect(alone.length).to.be.at.least(200);
    // The flood is one, and over the quota.
    expect([flooded, refused].map((calls) => calls > 500)).to.deep.equal([true, true]);
  });

  it('finds a counter that lets a flood hold up everybody', async function () {
    this.timeout(120_000);
    // Few calls, as the line grows while they wait in it.
    const served = await floodedService(folder, { phases: 3, calls: 4, rounds: 1 }, QUEUEING);
    expect(isSlower(served), `${p95(served.alone)} / ${p95(served.beside)}`).to.equal(true);
  });
});

const QUEUEING = fileURLToPath(new URL('../../testing/processes/queueing-service.ts', import.meta.url));

/** What a machine that others share does to a single call: timers that fire late, turns of the processor. */
const NOISE_MS = 5;

const FIRST_ROUND_MS = 18_000;

const isSlower = ({ alone, beside }: Served): boolean => p95(beside) > p95(alone) * 1.2 + NOISE_MS;

/** Floods a service in a process of its own; asks again, counting everything together, while the figures look slower. */
const floodedService = async (folder: string, plan: FloodPlan, entry?: string): Promise<Served> => {
  const tokens = await fillStore(folder);
  // The quiet one stays below it, in all rounds.
  const quota = 2 * plan.phases * plan.calls * plan.rounds + 60;
  const service = await spawnService(
    { GOVGATE_DATA: folder, GOVGATE_RATE_READS_PER_MINUTE: String(quota) },
    ['serve'],
    entry,
  );
  const ask = (token: string) => () => service.call('/v1/identity/me', { token });
  try {
    // A first round that ran into the next minute would flood with calls that are allowed again.
    await withinOneMinute(FIRST_ROUND_MS);
    await useUp(ask(tokens.admin), quota);
    const rounds: Served[] = [];
    do rounds.push(await serveBesideFlood(ask(tokens.foreign), ask(tokens.admin), plan));
    while (rounds.length < plan.rounds && isSlower(together(rounds)));
    return together(rounds);
  } finally {
    await service.kill();
  }
};

const fillStore = async (folder: string): Promise<Tokens> => {
  const filling = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
  const tokens = await makeWorld(filling.ports);
  await filling.stop();
  return tokens;
};

const useUp = async (ask: () => ReturnType<Call>, quota: number): Promise<void> => {
  for (let asked = 0; asked <= quota; asked += 50) await Promise.all(Array.from({ length: 50 }, ask));
};

const together = (rounds: readonly Served[]): Served => ({
  alone: rounds.flatMap(({ alone }) => alone),
  beside: rounds.flatMap(({ beside }) => beside),
  unserved: sum(rounds.map(({ unserved }) => unserved)),
  flooded: sum(rounds.map(({ flooded }) => flooded)),
  refused: sum(rounds.map(({ refused }) => refused)),
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
