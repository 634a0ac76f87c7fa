import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeProgram } from '../commands/program.js';
import { runCli, spawnService } from '../testing/processes/spawned-service.js';
import { sampled } from '../testing/proof-record.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

const EMPTY = '{"schema_version":"1.0"}';
/** Commands that create a store, and those that need none. */
const MAKERS = ['serve', 'demo', 'import', 'init'];
const STORELESS = [
  'completion',
  'openapi',
  'healthcheck',
  'policy test',
  'restore',
  'work',
  'access explain',
  'access who-can',
  'apply',
  'plan',
  'policy publish',
  'policy simulate',
  'policy validate',
  'session list',
  'whoami',
];

/** A command, and what it requires. */
interface CommandLine {
  readonly name: string;
  readonly given: readonly string[];
}

/** Every command, with values for its required arguments and options. */
const allCommands = (): CommandLine[] => {
  const below = (words: readonly string[], command: ReturnType<typeof makeProgram>): CommandLine[] =>
    command.commands.length > 0
      ? command.commands.flatMap((one) => below([...words, one.name()], one))
      : [
          {
            name: words.join(' '),
            given: [
              ...command.registeredArguments
                .filter(({ required }) => required)
                .map((argument) => (argument.name() === 'role' ? 'viewer' : 'zzzzzzzzzzzz')),
              ...command.options
                .filter(({ mandatory }) => mandatory)
                .flatMap(({ long }) => [long ?? '', 'default']),
            ],
          },
        ];
  return below([], makeProgram());
};

/** What individual commands require beyond that. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  allowlist: ['--format', 'cursor'],
  'token create': ['--user', 'ada'],
  'role grant': ['--user', 'ada'],
  'access-review open': ['--reviewer', 'ada'],
  'audit seal': ['--older-than', '30'],
  'destination replay': ['--from-sequence', '1'],
};

const moreOf = (name: string, folder: string): readonly string[] =>
  name === 'mcp-server register' ? ['--server-json', join(folder, 'server.json')] : (MORE[name] ?? []);

describe('an absent or incomplete store', function () {
  this.timeout(120_000);
  let folder: string;
  let data: string;

  const cli = (args: readonly string[], input = '') => runCli(args, { GOVGATE_DATA: data }, input);
  const makeStore = async (): Promise<void> => {
    expect((await cli(['import', '-'], EMPTY)).code).to.equal(0);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-broken-'));
    data = join(folder, 'data');
    writeFileSync(join(folder, 'server.json'), JSON.stringify({ remotes: [{}] }));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is created by only a few commands: any other ends with 1, names the folder, and creates nothing', async () => {
    const others = allCommands().filter(({ name }) => ![...MAKERS, ...STORELESS].includes(name));
    expect(others.map(({ name }) => name)).to.include.members([
      'export',
      'backup',
      'audit key',
      'token create',
    ]);
    // All look for the store in one place, so a test tries some of them and a proof all.
    for (const { name, given } of sampled(others, 4)) {
      const ran = await cli([...name.split(' '), ...given, ...moreOf(name, folder)]);
      expect([ran.code, ran.stdout, existsSync(data)], `${name}: ${ran.stderr}`).to.deep.equal([
        1,
        '',
        false,
      ]);
      expect(ran.stderr, name).to.contain(`There is no store in ${data}.`);
    }
  });

  it('continues with new keys only where an operator says so: audited, and the old public key still verifies', async () => {
    await makeStore();
    const oldKey = (await cli(['audit', 'key', '--tenant', 'default'])).stdout.trim();
    const before = join(folder, 'before.ndjson');
    writeFileSync(before, (await cli(['audit', 'export'])).stdout);
    rmSync(join(data, 'server-keys.json'));
    const refused = await cli(['export']);
    expect([refused.code, refused.stderr]).to.deep.equal([
      78,
      `govgate: The server keys of this store are gone: there is no ${data}/server-keys.json. Put the file back from a backup, or go on with new keys with \`govgate serve --new-keys\`, which is audited.\n`,
    ]);
    expect((await cli(['serve'])).code).to.equal(78);
    const service = await spawnService({ GOVGATE_DATA: data }, ['serve', '--new-keys']);
    const { json } = await service.call('/v1/audit/events?limit=1', { token: ADMIN_TOKEN });
    expect(await service.stop()).to.equal(0);
    expect([json.items[0].event_type, json.items[0].actor.actor_id]).to.deep.equal([
      'tenant.server_keys_replaced',
      'cli',
    ]);
    const [inStore, ofBefore] = [
      await cli(['audit', 'verify']),
      await cli(['audit', 'verify', before, '--key', oldKey]),
    ];
    expect([inStore, ofBefore].map(({ stdout }) => JSON.parse(stdout).state)).to.deep.equal([
      'verified',
      'verified',
    ]);
    expect((await cli(['audit', 'key', '--tenant', 'default'])).stdout.trim()).not.to.equal(oldKey);
  });

  it('is refused with the keys of another installation, and no longer once they were accepted', async () => {
    await makeStore();
    const own = readFileSync(join(data, 'server-keys.json'));
    const other = join(folder, 'other');
    await runCli(['import', '-'], { GOVGATE_DATA: other }, EMPTY);
    cpSync(join(other, 'server-keys.json'), join(data, 'server-keys.json'));
    const refused = await cli(['export']);
    expect([refused.code, /signed with other server keys/.test(refused.stderr)]).to.deep.equal([78, true]);
    writeFileSync(join(data, 'server-keys.json'), own);
    expect((await cli(['export'])).code).to.equal(0);
  });

  it('is detected without its write-ahead log: acknowledged writes are missing', async () => {
    const service = await spawnService({ GOVGATE_DATA: data });
    const made = await service.call('/v1/policies?tenant_id=default&environment_id=production', {
      token: ADMIN_TOKEN,
      body: {
        policy_version: 'pv_1',
        owner: { user_id: 'ada', team: 'a' },
        body: { manifest_version: '1.0', default_effect: 'deny', rules: [] },
      },
    });
    // An export is signed first, as happens every minute; then the machine loses power.
    const exported = await service.call('/v1/audit/export', { token: ADMIN_TOKEN });
    expect([made.status, exported.status]).to.deep.equal([201, 200]);
    await service.kill();
    expect(readdirSync(data)).to.include('govgate.db-wal');
    const whole = join(folder, 'whole');
    cpSync(data, whole, { recursive: true });
    for (const file of ['govgate.db-wal', 'govgate.db-shm']) rmSync(join(data, file), { force: true });
    const refused = await cli(['export']);
    expect([refused.code, /without its write-ahead log/.test(refused.stderr)], refused.stderr).to.deep.equal([
      78,
      true,
    ]);
    expect((await runCli(['export'], { GOVGATE_DATA: whole })).code).to.equal(0);
  });
});
