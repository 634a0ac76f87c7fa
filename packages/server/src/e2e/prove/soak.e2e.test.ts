import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, clientSessionKind } from '@govgate/ports';
import { expect } from 'chai';
import { type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { tellProof } from '../../testing/proof-record.js';
import { sampleHash, sampleManifest } from '../../testing/samples/policy-samples.js';
import { ADMIN_TOKEN, type Call } from '../../testing/test-service.js';

const MINUTES = Number(process.env.GOVGATE_TEST_SOAK_MINUTES ?? 0);
const LIFE_MS = 20_000;
const PEAK_MS = 5_000;
const CLIENTS = 8;
const SHARE_OF_PEAK = 0.7;
const token = ADMIN_TOKEN;

/** What was acknowledged to callers. */
interface Acknowledged {
  readonly events: string[];
  readonly sessions: string[];
}

/** One write: alternately a publish and a session reported by a gateway. */
const write = async (call: Call, turn: number, done: Acknowledged): Promise<void> => {
  if (turn % 2 === 0) {
    const body = { manifest_hash: sampleHash(), reason_code: 'load' };
    const answer = await call(`/v1/policies/pv_${(turn / 2) % 2}/publish`, { token, body });
    if (answer.status === 200 && answer.json.audit_event_id !== null)
      done.events.push(answer.json.audit_event_id);
    return;
  }
  const id = `sess_${turn}_${done.sessions.length}`;
  const body = { user_id: 'ada', state: 'active', backend_session_ids: [], credential_binding_ids: [] };
  const answer = await call(`/v1/sessions/${id}`, { method: 'PUT', token, body });
  if (answer.status < 300) done.sessions.push(id);
};

/** As many writes as possible, or the given number per second, until the time is over or the service is gone. */
const load = async (
  call: Call,
  forMs: number,
  done: Acknowledged,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const startedAt = Date.now();
  let sent = 0;
  const client = async (): Promise<void> => {
    while (Date.now() - startedAt < forMs) {
      const early = (sent / perSecond) * 1000 - (Date.now() - startedAt);
      if (early > 0) await delay(early);
      sent += 1;
      turn += 1;
      try {
        await write(call, turn, done);
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return sent;
};

let turn = 0;

const rssMb = ({ process: { pid } }: SpawnedService): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The long form only: it is not part of a test run. */
if (MINUTES > 0) {
  describe(`soak of ${MINUTES} minutes with a kill -9 every ${LIFE_MS / 1000} s`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-soak-'));
    const done: Acknowledged = { events: [], sessions: [] };

    after(() => rmSync(folder, { recursive: true, force: true }));

    it('loses no acknowledged write, keeps the chain intact and its memory flat', async function () {
      this.timeout((MINUTES + 3) * 60_000);
      const peak = await measuredPeak(folder, done);
      const rate = Math.floor(peak * SHARE_OF_PEAK);
      const sizes: number[] = [];
      const until = Date.now() + MINUTES * 60_000;
      while (Date.now() < until) {
        const service = await spawnService({ GOVGATE_DATA: folder });
        const pouring = load(service.call, LIFE_MS * 2, done, rate);
        await delay(LIFE_MS);
        sizes.push(Math.round(rssMb(service)));
        await service.kill();
        await pouring;
      }
      const lost = await lostOf(folder, done);
      const writes = done.events.length + done.sessions.length;
      const [first = 0] = sizes;
      const measured = `${sizes.length} kills, ${rate} writes/s asked for (70 % of ${Math.floor(peak)}), RSS before each kill ${Math.min(...sizes)}–${Math.max(...sizes)} MB`;
      tellProof({ id: 'SOAK', what: `${MINUTES} minutes`, trials: writes, broken: lost.length, measured });
      expect(lost).to.deep.equal([]);
      expect(writes).to.be.greaterThan(100);
      expect(sizes.at(-1)).to.be.lessThan(first * 1.5 + 50);
    });
  });
}

const measuredPeak = async (folder: string, done: Acknowledged): Promise<number> => {
  const service = await spawnService({ GOVGATE_DATA: folder });
  for (const i of [0, 1]) {
    const body = {
      policy_version: `pv_${i}`,
      owner: { user_id: 'ada', team: 'payments' },
      body: sampleManifest(),
    };
    expect((await service.call('/v1/policies', { token, body })).status).to.equal(201);
  }
  await load(service.call, 2_000, done);
  const sent = await load(service.call, PEAK_MS, done);
  await service.stop();
  return sent / (PEAK_MS / 1000);
};

const lostOf = async (folder: string, { events, sessions }: Acknowledged): Promise<readonly string[]> => {
  const service = await spawnService({ GOVGATE_DATA: folder });
  const verified = await service.call('/v1/audit/verify?from=0', { token });
  const trail = (await service.call('/v1/audit/export', { token })).text;
  await service.stop();
  const reported = new Set([...trail.matchAll(/"audit_event_id":"([^"]+)"/g)].map(([, id]) => id));
  const store = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
  const scope = { tenantId: 'default', environmentId: 'production' };
  const kept = new Set<string>();
  for (let i = 0; i < sessions.length; i += 500) {
    const found = await store.records.getMany(clientSessionKind, scope, sessions.slice(i, i + 500));
    for (const { record } of found) kept.add(record.clientSessionId);
  }
  await store.close();
  return [
    ...(verified.json.valid === true ? [] : ['the chain is broken']),
    ...events.filter((id) => !reported.has(id)),
    ...sessions.filter((id) => !kept.has(id)),
  ];
};
