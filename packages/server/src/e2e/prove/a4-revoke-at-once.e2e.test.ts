import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Authenticate, makeCreateApiToken, makeRevokeApiToken, type Ports } from '@govgate/application';
import { parseApiToken } from '@govgate/domain/internal';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import { startServer } from '../../serve/start-server.js';
import type { Service } from '../../service.js';
import { readSettings } from '../../settings/read-settings.js';
import { type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, type Call, makeCall } from '../../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../../testing/worlds/world.js';

const TRIALS = LONG_FORM ? 10_000 : 150;
const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const POLICIES = `/v1/policies?${SCOPE}`;

describe('A4: a revoke counts at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-a4-'));
  let service: Service;
  let ports: Ports;
  let tokens: Tokens;
  let a: SpawnedService;
  let b: SpawnedService;

  const composed = (): Promise<Service> => {
    const read = readSettings({
      GOVGATE_PORT: '0',
      GOVGATE_DATA: folder,
      GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
      GOVGATE_LOG_LEVEL: 'silent',
      GOVGATE_RATE_READS_PER_MINUTE: '0',
      GOVGATE_RATE_WRITES_PER_MINUTE: '0',
    });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    return compose(read.settings, { makes: true });
  };

  before(async function () {
    this.timeout(60_000);
    service = await composed();
    ports = service.ports;
    tokens = await makeWorld(ports);
    [a, b] = await Promise.all([
      spawnService({ GOVGATE_DATA: folder }),
      spawnService({ GOVGATE_DATA: folder }),
    ]);
  });

  after(async () => {
    await Promise.all([a.stop(), b.stop()]);
    await service.store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Grants on A and asks B, revokes the grant on A and asks B; returns where B lagged. */
  const bindingTrial = async (askB: Call): Promise<readonly string[]> => {
    const subject = { subject_type: 'user', subject_id: 'nob' };
    const scope = { scope_type: 'environment', environment_id: PRODUCTION };
    const body = { role: 'viewer', subject, scope, reason_code: 'trial' };
    const made = await a.call(`/v1/admin/role-bindings?tenant_id=${TENANT}`, { token: tokens.admin, body });
    const granted = await askB(POLICIES, { token: tokens.nobody });
    const disabled = await a.call(
      `/v1/admin/role-bindings/${made.json.binding_id}/disable?tenant_id=${TENANT}`,
      {
        token: tokens.admin,
        body: { reason_code: 'trial' },
      },
    );
    expect([made.status, disabled.status]).to.deep.equal([201, 200]);
    const denied = await askB(POLICIES, { token: tokens.nobody });
    return [
      ...(granted.status === 200 ? [] : [`a new grant answers ${granted.status}`]),
      ...(denied.status === 403 ? [] : [`a disabled grant answers ${denied.status}`]),
    ];
  };

  const tokenTrial = async (askB: Call): Promise<readonly string[]> => {
    const made = await makeCreateApiToken(
      ports,
      randomBytes,
    )({
      tenantId: TENANT,
      subjectType: 'user',
      subjectId: 'vic',
      environmentIds: null,
      expiresAt: null,
    });
    if (!made.ok) throw new Error('no token');
    const token = made.value.reveal();
    const taken = await askB('/v1/identity/me', { token });
    const revoked = await makeRevokeApiToken(ports)(parseApiToken(token)?.tokenId ?? '');
    expect(revoked).to.deep.equal({ ok: true, value: 'revoked' });
    const denied = await askB('/v1/identity/me', { token });
    return [
      ...(taken.status === 200 ? [] : [`a new token answers ${taken.status}`]),
      ...(denied.status === 401 ? [] : [`a revoked token answers ${denied.status}`]),
    ];
  };

  const sessionTrial = async (askB: Call): Promise<readonly string[]> => {
    const id = `sess_${randomBytes(6).toString('hex')}`;
    const token = tokens.admin;
    await a.call(`/v1/sessions/${id}?${SCOPE}`, {
      method: 'PUT',
      token,
      body: { user_id: 'vic', state: 'active', backend_session_ids: [], credential_binding_ids: [] },
    });
    const live = await askB(`/v1/sessions/${id}?${SCOPE}`, { token });
    const after = (await askB(`/v1/revocations?${SCOPE}&after=0&wait=0`, { token })).json.last_sequence;
    const ended = await a.call(`/v1/sessions/${id}/terminate?${SCOPE}`, {
      token,
      body: { reason_code: 'trial' },
    });
    expect(ended.status, ended.text).to.equal(200);
    const [seen, feed] = await Promise.all([
      askB(`/v1/sessions/${id}?${SCOPE}`, { token }),
      askB(`/v1/revocations?${SCOPE}&after=${after}&wait=0`, { token }),
    ]);
    return [
      ...(live.json.state === 'active' ? [] : [`a live session is ${live.json.state}`]),
      ...(seen.json.state === 'terminated' ? [] : [`an ended session is ${seen.json.state}`]),
      ...(feed.text.includes(id) ? [] : ['the feed does not tell of an ended session']),
    ];
  };

  const staleIn = async (trial: (askB: Call) => Promise<readonly string[]>, askB: Call, trials: number) => {
    const stale: string[] = [];
    for (let i = 0; i < trials; i += 1) stale.push(...(await trial(askB)));
    return stale;
  };

  for (const [what, trial] of [
    ['disabled role binding', bindingTrial],
    ['revoked token', tokenTrial],
    ['ended session', sessionTrial],
  ] as const) {
    it(`shows a ${what} of one process to every call that begins on another, ${TRIALS} times`, async function () {
      this.timeout(TRIALS * 200 + 30_000);
      const stale = await staleIn(trial, b.call, TRIALS);
      tellProof({
        id: 'A4',
        what: `${what}, two processes over one file`,
        trials: TRIALS,
        broken: stale.length,
      });
      expect([...new Set(stale)]).to.deep.equal([]);
    });
  }

  it('detects a process that remembers callers for two seconds', async () => {
    const other = await composed();
    const stale = await startServer({ ...other, authenticate: remembering(other.authenticate, 2_000) });
    try {
      const askB = makeCall(stale.url);
      for (const trial of [bindingTrial, tokenTrial])
        expect(await staleIn(trial, askB, 3)).not.to.deep.equal([]);
    } finally {
      await stale.stop();
    }
  });
});

const remembering = (real: Authenticate, forMs: number): Authenticate => {
  const known = new Map<string, { readonly until: number; readonly caller: ReturnType<Authenticate> }>();
  return (token) => {
    const before = known.get(token);
    if (before !== undefined && before.until > Date.now()) return before.caller;
    const caller = real(token);
    known.set(token, { until: Date.now() + forMs, caller });
    return caller;
  };
};
