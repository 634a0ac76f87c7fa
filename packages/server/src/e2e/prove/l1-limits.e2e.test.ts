import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RateCounter } from '@govgate/ports';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import { ID } from '../../modules/identifiers.js';
import { type RunningServer, startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';
import { tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, type Call, makeCall } from '../../testing/test-service.js';
import { makeWorld, type Tokens } from '../../testing/world.js';

const QUOTA = 100;
const CALLS = 1_000;
const WINDOW_MS = 60_000;

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
  const container = await compose(read.settings);
  if (counter !== undefined) (await container.rebind(ID.rateCounter)).toConstantValue(counter);
  const server = await startServer(container);
  return { call: makeCall(server.url), tokens: await makeWorld(container.get(ID.ports)), server };
};

/** Counts are kept by the minute: a test that runs over its end would count in two. */
const withinOneMinute = async (needsMs: number): Promise<void> => {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < needsMs) await delay(left + 50);
};

describe('L1: limits', () => {
  let folder: string;
  let limited: Limited;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-l1-'));
  });

  afterEach(async () => {
    await limited.server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const passed = async (ask: () => ReturnType<Call>): Promise<{ let: number; refused: number }> => {
    await withinOneMinute(8_000);
    const answers = await Promise.all(Array.from({ length: CALLS }, ask));
    const refused = answers.filter(
      ({ status, json, headers }) =>
        status === 429 && json.reasonCode === 'rate_limited' && headers.get('retry-after') !== null,
    );
    return { let: answers.filter(({ status }) => status !== 429).length, refused: refused.length };
  };

  const read = () => limited.call('/v1/identity/me', { token: limited.tokens.admin });
  const write = () =>
    limited.call('/v1/policies/pv_none/validate?tenant_id=acme&environment_id=production', {
      token: limited.tokens.admin,
      body: {},
    });

  for (const [what, ask] of [
    ['reads', read],
    ['writes', write],
  ] as const) {
    it(`lets exactly ${QUOTA} of ${CALLS} ${what} at once through`, async function () {
      this.timeout(60_000);
      limited = await startLimited(folder);
      const counted = await passed(ask);
      const broken = Math.abs(counted.let - QUOTA);
      tellProof({ id: 'L1', what: `${what} at once against a quota of ${QUOTA}`, trials: CALLS, broken });
      expect(counted).to.deep.equal({ let: QUOTA, refused: CALLS - QUOTA });
    });
  }

  it('finds a counter that two calls can read at once', async function () {
    this.timeout(60_000);
    const counts = new Map<string, number>();
    limited = await startLimited(folder, {
      hit: async (subject, windowStart) => {
        const key = `${subject}:${windowStart}`;
        const before = counts.get(key) ?? 0;
        await delay(1);
        counts.set(key, before + 1);
        return before + 1;
      },
    });
    expect((await passed(read)).let).to.be.greaterThan(QUOTA);
  });

  it('serves one tenant while another floods it', async function () {
    this.timeout(60_000);
    limited = await startLimited(folder);
    const theirs = () => limited.call('/v1/identity/me', { token: limited.tokens.foreign });
    await withinOneMinute(8_000);
    const alone = await timesOf(theirs, 40);
    const flood: Promise<unknown>[] = [];
    const pour = setInterval(() => flood.push(read(), read(), read(), read()), 20);
    const beside = await timesOf(theirs, 40);
    clearInterval(pour);
    await Promise.all(flood);
    const refused = [...alone, ...beside].filter(({ status }) => status !== 200).length;
    const measured = `p95 ${p95(alone)} ms alone, ${p95(beside)} ms beside 200 refused calls a second (client and service in one process)`;
    tellProof({
      id: 'L1',
      what: 'calls of one tenant while another floods',
      trials: 80,
      broken: refused,
      measured,
    });
    expect(refused).to.equal(0);
    expect((await read()).status).to.equal(429);
  });
});

/** How long calls take, one every 50 ms. */
const timesOf = async (
  ask: () => ReturnType<Call>,
  count: number,
): Promise<{ readonly status: number; readonly ms: number }[]> => {
  const times: { status: number; ms: number }[] = [];
  for (let i = 0; i < count; i += 1) {
    const startedAt = performance.now();
    const { status } = await ask();
    times.push({ status, ms: performance.now() - startedAt });
    await delay(50);
  }
  return times;
};

const p95 = (times: readonly { readonly ms: number }[]): string =>
  (times.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0).toFixed(1);
