import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { isCheckpoint } from '../../testing/delivery/is-checkpoint.js';
import { runCli } from '../../testing/processes/spawned-service.js';
import { REACHES_LOOPBACK, startTestService, type TestService } from '../../testing/test-service.js';
import {
  makeWorld,
  OTHER_TENANT,
  PRODUCTION,
  STAGING,
  TENANT,
  type Tokens,
} from '../../testing/worlds/world.js';

const SECRETS = {
  K1_OF_THE_MACHINE: 'example-key-of-the-machine-itself',
  K1_OF_UMBRA: 'example-token-of-umbra',
};

interface Outcome {
  readonly reason: string;
  /** The Authorization headers that the receiver got. */
  readonly received: readonly string[];
}

const NOTHING: Outcome = { reason: 'secret_ref_unresolved', received: [] };

describe('K1: a secret belongs to a tenant and an environment', () => {
  let folder: string;
  let receiver: Server;
  let service: TestService;
  let tokens: Tokens;
  let made = 0;
  const received: string[] = [];

  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'govgate-k1-')));
    receiver = createServer((request, response) => {
      if (!isCheckpoint(request)) received.push(request.headers.authorization ?? 'none');
      request.resume();
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
    for (const scope of [`${TENANT}/${PRODUCTION}`, `${TENANT}/${STAGING}`, `${OTHER_TENANT}/${PRODUCTION}`])
      put(`secrets/${scope}/url`, url);
    put(`secrets/${TENANT}/${PRODUCTION}/token`, 'example-token-of-acme');
    put(`secrets/${TENANT}/${PRODUCTION}/no-key`, 'no key at all!');
    put(`secrets/${TENANT}/${STAGING}/token`, 'example-token-of-staging');
    put(`secrets/${OTHER_TENANT}/${PRODUCTION}/token`, SECRETS.K1_OF_UMBRA);
    put('outside/token', 'example-token-outside');
    for (const [name, to] of [
      ['up', `../../${OTHER_TENANT}/${PRODUCTION}/token`],
      ['out', '../../../outside/token'],
    ] as const)
      symlinkSync(to, join(folder, `secrets/${TENANT}/${PRODUCTION}/${name}`));
    Object.assign(process.env, SECRETS);
    service = await startTestService({
      work: true,
      settings: {
        ...REACHES_LOOPBACK,
        GOVGATE_SECRETS_DIR: join(folder, 'secrets'),
        GOVGATE_SECRET_ENV: `${OTHER_TENANT}/*:K1_OF_UMBRA`,
      },
    });
    tokens = await makeWorld(service.ports);
  });

  after(async () => {
    await service.stop();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true });
    for (const name of Object.keys(SECRETS)) delete process.env[name];
  });

  /** Creates a destination with references of the caller's choice, tests it, and returns the outcome. */
  const deliver = async (
    references: object,
    tenant = TENANT,
    environment = PRODUCTION,
  ): Promise<Outcome | string> => {
    const token = tenant === TENANT ? tokens.admin : tokens.foreign;
    made += 1;
    const created = await service.call(`/v1/siem-webhooks?environment_id=${environment}`, {
      token,
      body: {
        destination_id: `dst_${made}`,
        kind: 'webhook',
        destination_ref: `dstref_sample-${made}`,
        endpoint_ref: `epref_sample-${made}`,
        endpoint_secret_ref: 'file:url',
        // Checks only, by default: continuous export would send events of its own.
        export_settings: { event_types: [] },
        ...references,
      },
    });
    if (created.status !== 201) return `${created.json.reasonCode} ${created.json.field}`;
    received.length = 0;
    const tested = await service.call(`/v1/siem-webhooks/dst_${made}/test`, {
      token,
      body: { tenant_id: tenant, environment_id: environment, reason_code: 'routine' },
    });
    return { reason: tested.json.delivery_status.reason_code, received: [...received] };
  };

  it('sends each tenant and environment its own file under one name', async () => {
    const file = { token_secret_ref: 'file:token' };
    const sent = [
      await deliver(file),
      await deliver(file, TENANT, STAGING),
      await deliver(file, OTHER_TENANT),
    ];
    expect(sent).to.deep.equal(
      ['example-token-of-acme', 'example-token-of-staging', SECRETS.K1_OF_UMBRA].map((token) => ({
        reason: 'delivered',
        received: [`Bearer ${token}`],
      })),
    );
  });

  it('sends a listed variable only for the tenant that it is listed for', async () => {
    const variable = { token_secret_ref: 'env:K1_OF_UMBRA' };
    expect(await deliver(variable, OTHER_TENANT)).to.deep.equal({
      reason: 'delivered',
      received: [`Bearer ${SECRETS.K1_OF_UMBRA}`],
    });
    expect(await deliver(variable)).to.deep.equal(NOTHING);
  });

  it('sends nothing from the machine, from others or from outside, and answers as if it were absent', async () => {
    const references = ['env:K1_OF_THE_MACHINE', 'env:K1_NOT_SET', 'env:GOVGATE_ADMIN_TOKEN', 'env:PATH'];
    for (const reference of [...references, 'file:missing', 'file:up', 'file:out'])
      for (const field of ['token_secret_ref', 'signing_key_ref', 'endpoint_secret_ref'])
        expect(await deliver({ [field]: reference }), `${field} ${reference}`).to.deep.equal(NOTHING);
  });

  it('exports to each tenant and environment with its own token, and to others nothing', async () => {
    const exporting = { token_secret_ref: 'file:token', export_settings: {} };
    await deliver(exporting, TENANT, STAGING);
    await deliver({ ...exporting, token_secret_ref: 'env:K1_OF_UMBRA' });
    for (const until = Date.now() + 10_000; received.length < 3 && Date.now() < until; ) await delay(20);
    expect([...new Set(received)]).to.deep.equal(['Bearer example-token-of-staging']);
    for (const id of [made - 1, made])
      await service.call(`/v1/siem-webhooks/dst_${id}/disable`, {
        token: tokens.admin,
        body: {
          tenant_id: TENANT,
          environment_id: id === made ? PRODUCTION : STAGING,
          reason_code: 'routine',
        },
      });
  });

  it('checks only the form when a reference is written', async () => {
    for (const reference of [`file:${folder}/outside/token`, 'file:../../outside/token', 'file:', 'env:A=B'])
      expect(await deliver({ token_secret_ref: reference }), reference).to.equal(
        'invalid_request token_secret_ref',
      );
  });

  it('never signs with a text that is not a key', async () => {
    expect(await deliver({ signing_key_ref: 'file:no-key' })).to.deep.equal(NOTHING);
  });

  it('does not start where secrets could be read out of the data folder', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const ran = await runCli(['serve'], {
      GOVGATE_PORT: '0',
      GOVGATE_DATA: data,
      GOVGATE_SECRETS_DIR: join(data, 'secrets'),
    });
    expect([ran.code, ran.stderr.includes('GOVGATE_SECRETS_DIR must name no folder')]).to.deep.equal([
      78,
      true,
    ]);
  });
});
