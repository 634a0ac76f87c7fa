import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeServerKeys, writeServerKeys } from '../system/server-keys.js';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

const SECONDS = 1000;
const INIT = ['init', '--tenant', 'acme', '--environment', 'production', '--admin', 'auth0|1234'];

describe('the command line', function () {
  this.timeout(60 * SECONDS);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-cli-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const cli = (args: readonly string[], environment: Readonly<Record<string, string>> = {}, input = '') =>
    runCli(args, { GOVGATE_DATA: folder, ...environment }, input);

  /** A failure as an operator sees it: words, no stack, the exit code. */
  const expectFailure = (
    ran: { readonly code: number | null; readonly stdout: string; readonly stderr: string },
    code: number,
    says: RegExp,
  ): void => {
    expect([ran.code, ran.stdout], ran.stderr).to.deep.equal([code, '']);
    expect(ran.stderr).to.match(says);
    expect(ran.stderr).not.to.match(/\n\s+at |node_modules|Error:/);
  };

  it('prints help', async () => {
    const ran = await cli(['--help']);
    expect(ran.code).to.equal(0);
    for (const command of ['serve', 'demo', 'import', 'export', 'audit', 'token', 'openapi', 'healthcheck']) {
      expect(ran.stdout).to.contain(`  ${command}`);
    }
  });

  it('ends an unknown command and an unknown option with 2', async () => {
    expectFailure(await cli(['surve']), 2, /unknown command/);
    expectFailure(await cli(['serve', '--fast']), 2, /unknown option/);
  });

  it('names every wrong setting at once and exits 78', async () => {
    const ran = await cli(['serve'], {
      GOVGATE_PORT: 'eighty',
      GOVGATE_ADMIN_TOKEN: 'short-secret',
      GOVGATE_LOG_LEVEL: 'loud',
      GOVGATE_JWT_ISSUER: 'https://issuer.example',
      GOVGATE_EGRESS_ALLOW: 'everything',
      GOVGATE_MONGO_URL: 'http://user:hidden-password@localhost',
      GOVGATE_SPEED: 'fast',
    });
    expectFailure(ran, 78, /GOVGATE_PORT/);
    for (const name of ['ADMIN_TOKEN', 'LOG_LEVEL', 'JWT_ISSUER', 'EGRESS_ALLOW', 'MONGO_URL', 'SPEED']) {
      expect(ran.stderr).to.contain(`GOVGATE_${name}`);
    }
    expect(ran.stderr).not.to.match(/short-secret|hidden-password/);
  });

  it('says which port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    expectFailure(
      await cli(['serve'], { GOVGATE_PORT: String(port) }),
      1,
      new RegExp(`Port ${port} .*taken.*GOVGATE_PORT`),
    );
    taken.close();
  });

  it('says what to do about a damaged store, damaged keys and a folder that cannot be created', async () => {
    writeFileSync(
      join(folder, 'govgate.db'),
      'this is no database, and long enough to be looked at'.repeat(200),
    );
    writeFileSync(join(folder, 'server-keys.json'), writeServerKeys(makeServerKeys()));
    expectFailure(await cli(['audit', 'verify']), 78, /govgate\.db is damaged/);
    rmSync(join(folder, 'govgate.db'));
    writeFileSync(join(folder, 'server-keys.json'), '{"cursor":"AAAA"}');
    expectFailure(await cli(['serve']), 78, /server keys .*damaged/);
    writeFileSync(join(folder, 'file'), '');
    expectFailure(await cli(['serve'], { GOVGATE_DATA: join(folder, 'file', 'below') }), 78, /GOVGATE_DATA/);
  });

  it('restricts the server keys to their owner', async () => {
    expect((await cli(INIT)).code).to.equal(0);
    expect(statSync(join(folder, 'server-keys.json')).mode & 0o777).to.equal(0o600);
  });

  it('prints the OpenAPI document as JSON', async () => {
    const ran = await cli(['openapi']);
    expect([ran.code, JSON.parse(ran.stdout).openapi]).to.deep.equal([0, '3.1.0']);
  });

  it('creates a store only by init, and its first administrator once', async () => {
    for (const other of [['user', 'list'], ['token', 'list'], ['export'], ['audit', 'verify']])
      expectFailure(await cli(other), 1, new RegExp(`no store in ${folder}`));
    const made = await cli(INIT);
    expect([made.code, /^ggw_\w{51}\n$/.test(made.stdout)]).to.deep.equal([0, true]);
    expect(made.stderr).not.to.contain(made.stdout.trim());
    expectFailure(await cli(INIT), 1, /already has an administrator/);
  });

  it('adds a second administrator, and keeps at least one', async () => {
    const lines = async (...args: string[]) => {
      const ran = await cli([...args, '--tenant', 'acme']);
      expect(ran.code, ran.stderr).to.equal(0);
      return {
        stderr: ran.stderr,
        rows: ran.stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      };
    };
    await cli(INIT);
    await lines('environment', 'create', 'staging');
    await lines('user', 'create', 'bea', '--name', 'Bea');
    await lines('group', 'create', 'admins');
    await lines('group', 'add', 'admins', 'bea');
    const granted = await lines('role', 'grant', 'security_admin', '--group', 'admins');
    expect(granted.stderr).to.match(/security_admin gives \d+ permissions.*affects 1 user/s);
    const { rows } = await lines('user', 'disable', 'auth0|1234', '--reason', 'left_company');
    expect(rows.map(({ user_id, status }) => [user_id, status])).to.deep.equal([['auth0|1234', 'disabled']]);
    expectFailure(await cli(['user', 'disable', 'bea', '--tenant', 'acme']), 1, /last_security_admin/);
    const tokens = await lines('token', 'list');
    expect(tokens.rows.map(({ status }) => status)).to.deep.equal(['revoked']);
    const users = await lines('user', 'list', '--status', 'active');
    expect(users.rows.map(({ user_id }) => user_id)).to.deep.equal(['bea']);
  });

  it('says in one line how to sign in where nobody can, and nothing otherwise', async () => {
    const said = async (settings: Record<string, string> = {}): Promise<boolean> => {
      const service = await spawnService({ GOVGATE_DATA: folder, GOVGATE_ADMIN_TOKEN: '', ...settings });
      const told = service.stderr().includes('Nobody can sign in to this store');
      await service.stop();
      return told;
    };
    expect([await said(), await said({ GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN })]).to.deep.equal([true, false]);
    expect((await cli(INIT)).code).to.equal(0);
    expect(await said()).to.equal(false);
  });

  it('refuses tokens for unknown subjects, and says why', async () => {
    await cli(INIT);
    expectFailure(
      await cli(['token', 'create', '--tenant', 'nowhere', '--user', 'ada']),
      1,
      /no such tenant/,
    );
    expectFailure(
      await cli(['token', 'create', '--tenant', 'default', '--user', 'ghost']),
      1,
      /no such user/,
    );
    expectFailure(await cli(['token', 'create', '--tenant', 'default']), 2, /--user or --service-account/);
    expectFailure(
      await cli(['token', 'create', '--tenant', 'default', '--user', 'a', '--ttl', 'soon']),
      2,
      /--ttl/,
    );
    expectFailure(await cli(['token', 'revoke', 'zzzzzzzzzzzz']), 1, /no token/);
    expectFailure(await cli(['token', 'revoke', 'ggw_abc']), 2, /12 characters/);
  });

  it('refuses invalid permissions, and unknown keepers', async () => {
    await cli(INIT);
    const robot = ['token', 'create', '--tenant', 'default', '--service-account', 'ci'];
    const [misspelt, unknown] = await Promise.all([
      cli([...robot, '--permission', 'policy.raed']),
      cli([...robot, '--user', 'ghost']),
    ]);
    expectFailure(misspelt, 2, /--permission must be one of .*policy\.read/);
    expectFailure(unknown, 1, /no such user/);
  });

  it('warns on start without four eyes, and does not mention them otherwise', async () => {
    const warned = async (settings: Record<string, string>): Promise<[boolean, unknown]> => {
      const service = await spawnService({ GOVGATE_DATA: folder, ...settings });
      const { json } = await service.call('/readyz');
      const said = service.stderr().includes('warning: GOVGATE_APPROVALS_FOUR_EYES is false');
      await service.stop();
      return [said, json];
    };
    const ready = { status: 'ready', parts: { store: 'ready' } };
    expect(await warned({ GOVGATE_APPROVALS_FOUR_EYES: 'false' })).to.deep.equal([
      true,
      { ...ready, warnings: ['four_eyes_off'] },
    ]);
    expect(await warned({})).to.deep.equal([false, ready]);
  });

  it('reports that nothing answers a health check', async () => {
    expectFailure(await cli(['healthcheck', '--url', 'http://127.0.0.1:9']), 1, /Nothing answers/);
  });

  describe('beside a running service', () => {
    let service: SpawnedService;

    beforeEach(async () => {
      service = await spawnService({ GOVGATE_DATA: folder });
    });

    afterEach(async () => void (await service.stop()));

    it('finds it ready, and stops it with 0 on SIGTERM', async () => {
      const ran = await cli(['healthcheck', '--url', service.url]);
      expect([ran.code, JSON.parse(ran.stdout).status]).to.deep.equal([0, 'ready']);
      expect(await service.stop()).to.equal(0);
    });

    it('imports no bundle in which a section or a field is given twice, of which one would be lost', async () => {
      const file = join(folder, 'twice.json');
      const user = (id: string) => `[{"user_id":"${id}","tenant_id":"default","display_name":"Ada"}]`;
      for (const text of [
        `{"schema_version":"1.0","users":${user('a1')},"users":${user('a2')}}`,
        `{"schema_version":"1.0","users":${user('a3').replace('}', ',"display_name":"Bob"}')}}`,
      ]) {
        writeFileSync(file, text);
        const imported = await cli(['import', file]);
        expect([imported.code, imported.stderr]).to.deep.equal([
          1,
          'govgate: The bundle gives a member of an object twice.\n',
        ]);
      }
    });

    it('creates a token for an imported user, and revokes it with effect on the next call', async () => {
      const bundle = {
        schema_version: '1.0',
        users: [{ user_id: 'ada', tenant_id: 'default', display_name: 'Ada' }],
      };
      const file = join(folder, 'bundle.json');
      writeFileSync(file, JSON.stringify(bundle));
      expect((await cli(['import', file])).code).to.equal(0);
      const made = await cli(['token', 'create', '--tenant', 'default', '--user', 'ada', '--ttl', '1h']);
      expect(made.code, made.stderr).to.equal(0);
      const token = made.stdout.trim();
      const me = await service.call('/v1/identity/me', { token });
      expect([me.status, me.json.actor_id, me.json.permissions]).to.deep.equal([200, 'ada', []]);
      expect((await cli(['token', 'revoke', token.slice(4, 16)])).code).to.equal(0);
      expect((await service.call('/v1/identity/me', { token })).json.reasonCode).to.equal('token_invalid');
      const events = (await service.call('/v1/audit/events', { token: ADMIN_TOKEN })).json.items;
      expect(events.slice(0, 3).map((event: { event_type: string }) => event.event_type)).to.deep.equal([
        'api_token.revoked',
        'api_token.created',
        'user.imported',
      ]);
      expect(JSON.stringify(events)).not.to.contain(token.slice(17));
      expect(readFileSync(join(folder, 'govgate.db')).includes(token.slice(17))).to.equal(false);
    });

    it('creates a token of the configured bootstrap tenant where none is named', async () => {
      const own = { GOVGATE_DATA: join(folder, 'own'), GOVGATE_BOOTSTRAP_TENANT: 'acme' };
      const made = await cli(
        ['init', '--tenant', 'acme', '--environment', 'production', '--admin', 'ada'],
        own,
      );
      expect(made.code, made.stderr).to.equal(0);
      const token = await cli(['token', 'create', '--user', 'ada', '--ttl', '1h'], own);
      expect(token.code, token.stderr).to.equal(0);
      const other = await spawnService(own);
      try {
        const me = await other.call('/v1/identity/me', { token: token.stdout.trim() });
        expect([me.status, me.json.actor_id, me.json.tenant_id]).to.deep.equal([200, 'ada', 'acme']);
      } finally {
        await other.stop();
      }
    });

    it('creates a token narrowed to permissions, for a service account with a keeper', async () => {
      const bundle = {
        schema_version: '1.0',
        users: [{ user_id: 'ada', tenant_id: 'default', display_name: 'Ada' }],
        service_accounts: [{ service_account_id: 'ci', tenant_id: 'default', display_name: 'CI' }],
        role_bindings: [
          {
            binding_id: 'rb_ci',
            tenant_id: 'default',
            role: 'policy_admin',
            subject: { subject_type: 'service_account', subject_id: 'ci' },
            scope: { scope_type: 'tenant' },
          },
        ],
      };
      const file = join(folder, 'bundle.json');
      writeFileSync(file, JSON.stringify(bundle));
      expect((await cli(['import', file])).code).to.equal(0);
      const requests = ['--tenant', 'default', '--service-account', 'ci', '--user', 'ada'];
      const narrowed = ['--permission', 'policy.validate', 'policy.read', 'audit.read'];
      const made = await cli(['token', 'create', ...requests, ...narrowed]);
      expect(made.code, made.stderr).to.equal(0);
      const { json } = await service.call('/v1/identity/me', { token: made.stdout.trim() });
      expect([json.actor_id, json.permissions]).to.deep.equal(['ci', ['policy.read', 'policy.validate']]);
    });
  });
});
