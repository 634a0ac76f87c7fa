import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SealedAuditEvent } from '@govgate/domain';
import type { RateCounter } from '@govgate/ports';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import { type RunningServer, startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, type Call, makeCall } from '../../testing/test-service.js';
import { withinOneMinute } from '../../testing/within-one-minute.js';
import { makeWorld, TENANT, type Tokens } from '../../testing/worlds/world.js';

/** As shipped. */
const WRITES = 120;
const TOLD_ONE_BY_ONE = 60;
const REFUSED_TOKENS = 600;
const CALLS = LONG_FORM ? 20_000 : 3_000;
const AT_ONCE = 100;

interface Served {
  readonly url: string;
  readonly call: Call;
  readonly tokens: Tokens;
  readonly server: RunningServer;
  readonly told: () => Promise<readonly SealedAuditEvent[]>;
}

const serve = async (folder: string, counter?: RateCounter): Promise<Served> => {
  const read = readSettings({
    GOVGATE_PORT: '0',
    GOVGATE_DATA: folder,
    GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    GOVGATE_LOG_LEVEL: 'silent',
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const service = await compose(read.settings, {
    makes: true,
    ...(counter === undefined ? {} : { rateCounter: counter }),
  });
  const { ports } = service;
  const tokens = await makeWorld(ports);
  const server = await startServer(service);
  const told = async (): Promise<readonly SealedAuditEvent[]> => {
    const filter = { actorId: 'nob' };
    return (await ports.auditTrail.page(TENANT, { filter, direction: 'asc', limit: 5_000 })).items;
  };
  return { url: server.url, call: makeCall(server.url), tokens, server, told };
};

/** Sends a call at almost no cost, so that the flood really is one. */
const post = (agent: Agent, url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = '{"tenant_id":"acme","environment_id":"production","reason_code":"x1"}';
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });

/** Sends calls to invented ids, long and short, and counts the answers. */
const flood = async ({ url }: Served, token: string, calls: number): Promise<ReadonlyMap<number, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < calls; sent += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, (_, i) => {
      const id = `${(sent + i).toString(36)}${i % 2 === 0 ? '' : 'x'.repeat(15_000)}`;
      return post(agent, `${url}/v1/siem-webhooks/${id}/test`, token);
    });
    for (const status of await Promise.all(requests)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  agent.destroy();
  return statuses;
};

describe('K2: a caller without a grant', () => {
  let folder: string;
  let served: Served | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-k2-'));
  });

  afterEach(async () => {
    await served?.server.stop();
    served = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it('has one quota, whatever ids they invent, and fills no trail', async function () {
    this.timeout(180_000);
    served = await serve(folder);
    await withinOneMinute(LONG_FORM ? 55_000 : 30_000);
    const heapBefore = process.memoryUsage().heapUsed;
    const statuses = await flood(served, served.tokens.nobody, CALLS);
    const events = (await served.told()).length;
    const grownMb = Math.round((process.memoryUsage().heapUsed - heapBefore) / 2 ** 20);
    const refused = statuses.get(429) ?? 0;
    const passed = CALLS - refused;
    tellProof({
      id: 'K2',
      what: 'calls to invented ids by a caller without a grant',
      trials: CALLS,
      broken: Math.max(0, passed - WRITES) + Math.max(0, events - TOLD_ONE_BY_ONE),
      measured: `${passed} passed the quota, ${events} audit events, heap +${grownMb} MB`,
    });
    expect([passed, events]).to.deep.equal([WRITES, TOLD_ONE_BY_ONE]);
  });

  it('is summarised in one event, which a clean stop does not lose', async function () {
    this.timeout(120_000);
    served = await serve(folder);
    await withinOneMinute(15_000);
    await flood(served, served.tokens.nobody, 2 * AT_ONCE);
    await served.server.stop();
    served = await serveAgain(folder);
    const summaries = (await served.told()).filter(
      ({ eventType }) => eventType === 'audit.refusals_summarised',
    );
    const broken = summaries.length === 1 ? 0 : 1;
    tellProof({ id: 'K2', what: 'summaries over a clean stop', trials: 1, broken });
    expect(
      summaries.map(({ outcome, reason }) => [outcome, reason?.replace(/^since \S+ /, '')]),
    ).to.deep.equal([['failure', `siem_webhook.test_requested=${WRITES - TOLD_ONE_BY_ONE}`]]);
  });

  it('cannot exhaust the limit of a destination that they cannot reach', async function () {
    this.timeout(120_000);
    served = await serve(folder);
    const { call, tokens } = served;
    const body = { tenant_id: TENANT, environment_id: 'production', reason_code: 'x1' };
    const test = (token: string) => call('/v1/siem-webhooks/siem_1/test', { token, body });
    await withinOneMinute(15_000);
    const theirs = await Promise.all(Array.from({ length: 20 }, () => test(tokens.nobody)));
    const ours = await test(tokens.admin);
    expect([new Set(theirs.map(({ status }) => status)), ours.status]).to.deep.equal([new Set([404]), 404]);
    expect(ours.headers.get('ratelimit-policy')).to.equal(`"writes";q=${WRITES};w=60`);
  });

  it('is no longer checked after 600 bad tokens in a minute, and locks out nobody who is known', async function () {
    this.timeout(120_000);
    served = await serve(folder);
    const { call, tokens } = served;
    await withinOneMinute(25_000);
    expect((await call('/v1/identity/me', { token: tokens.viewer })).status).to.equal(200);
    const statuses: number[] = [];
    for (let sent = 0; sent < REFUSED_TOKENS + AT_ONCE; sent += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, (_, i) =>
        call('/v1/identity/me', { token: `bad_${sent + i}` }),
      );
      for (const { status } of await Promise.all(requests)) statuses.push(status);
    }
    const looked = statuses.filter((status) => status === 401).length;
    const known = await call('/v1/identity/me', { token: tokens.viewer });
    const fresh = await call('/v1/identity/me', { token: tokens.auditor });
    tellProof({
      id: 'K2',
      what: 'bad tokens of one address',
      trials: statuses.length,
      broken: Math.max(0, looked - REFUSED_TOKENS - AT_ONCE),
      measured: `${looked} looked at`,
    });
    // Those in progress together were all checked.
    expect(looked).to.be.within(REFUSED_TOKENS, REFUSED_TOKENS + AT_ONCE - 1);
    expect([known.status, fresh.status, fresh.headers.get('retry-after') !== null]).to.deep.equal([
      200,
      429,
      true,
    ]);
  });

  it('detects a counter that has a window for each call', async function () {
    this.timeout(120_000);
    served = await serve(folder, { hit: () => 1 });
    const statuses = await flood(served, served.tokens.nobody, 3 * AT_ONCE);
    expect(statuses.get(429)).to.equal(undefined);
  });
});

const serveAgain = async (folder: string): Promise<Served> => {
  const read = readSettings({ GOVGATE_PORT: '0', GOVGATE_DATA: folder, GOVGATE_LOG_LEVEL: 'silent' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const service = await compose(read.settings, { makes: true });
  const { auditTrail } = service.ports;
  const server = await startServer(service);
  const told = async (): Promise<readonly SealedAuditEvent[]> =>
    (await auditTrail.page(TENANT, { filter: { actorId: 'nob' }, direction: 'asc', limit: 5_000 })).items;
  return { url: server.url, call: makeCall(server.url), tokens: {} as Tokens, server, told };
};
