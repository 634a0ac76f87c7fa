import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { instantOf } from '@govgate/domain';
import type { TokenVerifier } from '@govgate/ports';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import Koa from 'koa';
import { type GovgateApp, type GovgateOptions, govgateApp } from '../index.js';
import { ADMIN_TOKEN, makeCall, makeKeysFile } from '../testing/test-service.js';

const ME = '/v1/identity/me';

describe('a service inside of another server', () => {
  let folder: string;
  const servers: Server[] = [];
  const apps: GovgateApp[] = [];

  const embedded = async (options: GovgateOptions = {}): Promise<GovgateApp> => {
    const app = await govgateApp({
      ...options,
      settings: {
        GOVGATE_DATA: mkdtempSync(join(folder, 'data-')),
        GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
        GOVGATE_LOG_LEVEL: 'silent',
        ...options.settings,
      },
    });
    apps.push(app);
    return app;
  };

  const listening = async (handler: Parameters<typeof createServer>[1]) => {
    const server = createServer(handler);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return makeCall(`http://127.0.0.1:${port}`);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-embedded-'));
  });

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    for (const server of servers.splice(0)) server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers in Node’s own server, and below a path of a Koa application that serves the others', async () => {
    const app = await embedded();
    const direct = await listening(app.handler);
    const koa = new Koa().use(app.under('/governance/')).use((ctx) => {
      ctx.body = 'mine';
    });
    const below = await listening(koa.callback());
    const token = ADMIN_TOKEN;
    const said = [
      (await direct(ME, { token })).json.actor_id,
      (await below(`/governance${ME}`, { token })).json.actor_id,
      (await below(`/governance${ME}`)).status,
      (await below('/governance?x=1')).json.reasonCode,
      (await below(ME, { token })).text,
      (await below('/governance2', { token })).text,
    ];
    expect(said).to.deep.equal([
      'bootstrap-admin',
      'bootstrap-admin',
      401,
      'route_not_found',
      'mine',
      'mine',
    ]);
  });

  it('serves two independent ones, and one continues when the other is closed', async () => {
    const other = 'another-admin-token-0123456789-0123456789';
    const one = await embedded();
    const two = await embedded({ settings: { GOVGATE_ADMIN_TOKEN: other, GOVGATE_BOOTSTRAP_TENANT: 'two' } });
    const [callOne, callTwo] = [await listening(one.handler), await listening(two.handler)];
    const tenantOf = async (call: typeof callOne, token: string) => {
      const { status, json } = await call(ME, { token });
      return status === 200 ? json.tenant_id : status;
    };
    const all = async () => [
      await tenantOf(callOne, ADMIN_TOKEN),
      await tenantOf(callOne, other),
      await tenantOf(callTwo, ADMIN_TOKEN),
      await tenantOf(callTwo, other),
    ];
    expect(await all()).to.deep.equal(['default', 401, 401, 'two']);
    await one.close();
    expect(await all()).to.deep.equal([503, 503, 401, 'two']);
  });

  it('accepts a store and a token verifier from its host, and leaves the store open', async () => {
    const store = createMemoryStore();
    let closed = 0;
    const close = store.close.bind(store);
    store.close = async () => {
      closed += 1;
      await close();
    };
    const tokenVerifier: TokenVerifier = {
      rememberSeconds: 0,
      verify: async (token) =>
        token === 'ey.word.x'
          ? {
              verified: true,
              claims: {
                subjectId: 'nobody',
                tenantId: 'default',
                environments: undefined,
                groups: [],
                expiresAt: instantOf(Date.now() + 60_000),
              },
            }
          : { verified: false, because: 'token_expired', failedCheck: 'expired' },
    };
    const refused: unknown[] = [];
    const app = await embedded({
      store,
      tokenVerifier,
      settings: { GOVGATE_KEYS_FILE: makeKeysFile(folder) },
      log: {
        request: ({ failedCheck }) => refused.push(failedCheck),
        failure: () => undefined,
        warn: () => undefined,
        info: () => undefined,
      },
    });
    const call = await listening(app.handler);
    expect((await call(ME, { token: 'ey.other.x' })).json.reasonCode).to.equal('token_expired');
    // The verifier knows this one; the store has no such user.
    expect((await call(ME, { token: 'ey.word.x' })).json.reasonCode).to.equal('token_invalid');
    expect(refused).to.deep.equal(['expired', 'subject_unknown']);
    await app.close();
    expect([closed, (await store.auditTrail.tenants()).length]).to.deep.equal([0, 1]);
  });

  it('says everything that is wrong with its settings, and that a store of one’s own needs keys', async () => {
    const wrong = await govgateApp({ settings: { GOVGATE_PORT: 'x', GOVGATE_ODD: '1' } }).catch(
      (fault: Error) => fault.message,
    );
    expect(wrong).to.match(/GOVGATE_PORT must be[\s\S]*GOVGATE_ODD is not a setting/);
    const keyless = await govgateApp({ store: createMemoryStore() }).catch((fault: Error) => fault.message);
    expect(keyless).to.contain('GOVGATE_KEYS_FILE');
  });

  it('answers waiting callers when it is closed, and finishes what is under way', async () => {
    const app = await embedded();
    const call = await listening(app.handler);
    const scope = 'tenant_id=default&environment_id=production';
    const waiting = call(`/v1/revocations?${scope}&after=0&wait=30`, { token: ADMIN_TOKEN });
    await wait(300);
    const begun = performance.now();
    await app.close();
    expect([(await waiting).status, performance.now() - begun < 5_000]).to.deep.equal([200, true]);
  });
});
