import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RateCounter } from '@govgate/ports';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import { type RunningServer, startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';
import { p95 } from '../../testing/hostile/flood.js';
import { floodedService, isSlower, QUEUEING } from '../../testing/hostile/flooded-service.js';
import { tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, type Call, makeCall } from '../../testing/test-service.js';
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
    await withinOneMinute(25_000);
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
    it(`allows exactly ${QUOTA} of ${CALLS} simultaneous ${what}`, async function () {
      this.timeout(60_000);
      const service = await start();
      const counted = await passed(() => ask(service));
      const broken = Math.abs(counted.let - QUOTA);
      tellProof({ id: 'L1', what: `${what} at once against a quota of ${QUOTA}`, trials: CALLS, broken });
      expect(counted).to.deep.equal({ let: QUOTA, refused: CALLS - QUOTA });
    });
  }

  it('detects a counter that two calls can read at once', async function () {
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

  it('detects a counter that lets a flood delay everybody', async function () {
    this.timeout(120_000);
    // Few calls, because the queue grows while they wait in it.
    const served = await floodedService({ phases: 3, calls: 4, rounds: 1 }, QUEUEING);
    expect(isSlower(served), `${p95(served.alone)} / ${p95(served.beside)}`).to.equal(true);
  });
});
