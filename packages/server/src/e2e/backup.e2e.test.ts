import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import Database from 'libsql';
import {
  runCli,
  type SpawnedService,
  spawnEntry,
  spawnService,
} from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

const CLI = 'packages/server/src/cli.ts';
const SCOPE = 'tenant_id=default&environment_id=production';

describe('backup and restore', function () {
  this.timeout(120_000);
  let folder: string;
  let data: string;
  let file: string;

  const cli = (args: readonly string[], at = data, settings: Readonly<Record<string, string>> = {}) =>
    runCli(args, { GOVGATE_DATA: at, ...settings });

  const makeStore = async (at = data): Promise<void> => {
    expect((await runCli(['import', '-'], { GOVGATE_DATA: at }, '{"schema_version":"1.0"}')).code).to.equal(
      0,
    );
  };

  const trailOf = async (at: string): Promise<string[]> =>
    (await cli(['audit', 'export'], at)).stdout
      .split('\n')
      .filter((line) => line.includes('"audit_event_id"'));

  const writeOne = async ({ call }: SpawnedService, name: string): Promise<string> => {
    const owner = { user_id: 'ada', team: 'a' };
    const body = { manifest_version: '1.0', default_effect: 'deny', rules: [] };
    const reported = await call(`/v1/policies?${SCOPE}`, {
      token: ADMIN_TOKEN,
      body: { policy_version: name, owner, body },
    });
    expect(reported.status, reported.text).to.equal(201);
    return name;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-backup-'));
    data = join(folder, 'data');
    file = join(folder, 'store.backup');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps, while eight write, a prefix of the trail with everything acknowledged before', async () => {
    const service = await spawnService({ GOVGATE_DATA: data });
    const written: string[] = [];
    let going = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; going; n += 1) written.push(await writeOne(service, `pv_${writer}_${n}`));
    });
    while (written.length < 40) await wait(20);
    const before = [...written];
    const ran = await cli(['backup', file, '--with-keys']);
    const [during] = [written.length - before.length];
    going = false;
    await Promise.all(writers);
    expect([ran.code, await service.stop()], ran.stderr).to.deep.equal([0, 0]);
    const restored = join(folder, 'restored');
    const reported = await cli(['restore', file], restored);
    expect([reported.code, JSON.parse(reported.stdout).tenant_id], reported.stderr).to.deep.equal([
      0,
      'default',
    ]);
    const [whole, kept] = [await trailOf(data), await trailOf(restored)];
    expect(kept).to.deep.equal(whole.slice(0, kept.length));
    const created = new Set(kept.map((line) => JSON.parse(line).resource.resource_id));
    expect(before.filter((name) => !created.has(name))).to.deep.equal([]);
    expect([during > 0, kept.length < whole.length]).to.deep.equal([true, true]);
  });

  it('overwrites nothing unasked, restricts its files to their owner, and keeps the keys separate', async () => {
    await makeStore();
    expect((await cli(['backup', file])).code).to.equal(0);
    expect(readdirSync(folder).sort()).to.deep.equal(['data', 'store.backup']);
    writeFileSync(file, 'somebody else’s');
    const refused = await cli(['backup', file]);
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      `govgate: The file ${file} already exists. Name another one, or overwrite it with --force.\n`,
    ]);
    expect((await cli(['backup', file, '--force', '--with-keys'])).code).to.equal(0);
    const modes = [file, `${file}.keys.json`].map((path) => statSync(path).mode & 0o777);
    expect(modes).to.deep.equal([0o600, 0o600]);
    const nowhere = await cli(['backup', join(folder, 'no', 'where')]);
    expect([nowhere.code, /cannot be written \(ENOENT\)/.test(nowhere.stderr)]).to.deep.equal([1, true]);
  });

  it('is unsigned where its keys are not there, says so, and verifies once they are put back', async () => {
    await makeStore();
    expect((await cli(['backup', file, '--with-keys'])).code).to.equal(0);
    const keys = join(folder, 'keys.json');
    renameSync(`${file}.keys.json`, keys);
    const restored = join(folder, 'restored');
    const reported = await cli(['restore', file], restored);
    const { state, unsigned_because } = JSON.parse(reported.stdout);
    expect([reported.code, state, unsigned_because], reported.stderr).to.deep.equal([
      0,
      'unsigned',
      'no_server_keys',
    ]);
    expect(reported.stderr).to.contain('place server-keys.json beside it');
    copyFileSync(keys, join(restored, 'server-keys.json'));
    const verified = await cli(['audit', 'verify'], restored);
    expect([verified.code, JSON.parse(verified.stdout).state], verified.stderr).to.deep.equal([
      0,
      'verified',
    ]);
  });

  it('leaves no half file under the name when it is killed', async () => {
    await makeStore();
    const database = new Database(join(data, 'govgate.db'));
    database.exec('CREATE TABLE pad (x); INSERT INTO pad VALUES (zeroblob(150000000))');
    database.close();
    const child = await spawnEntry(CLI, ['backup', file], { GOVGATE_DATA: data });
    const ended = new Promise<unknown>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    const grown = () =>
      readdirSync(folder).some(
        (name) => name.includes('.partial') && statSync(join(folder, name)).size > 1_000_000,
      );
    while (!grown()) await wait(1);
    child.kill('SIGKILL');
    expect([await ended, existsSync(file)]).to.deep.equal(['SIGKILL', false]);
    expect((await cli(['backup', file])).code).to.equal(0);
  });

  it('is never restored over a store in use, over an existing one only by force, and never from a broken backup', async () => {
    const service = await spawnService({ GOVGATE_DATA: data });
    await writeOne(service, 'pv_kept');
    expect((await cli(['backup', file])).code).to.equal(0);
    const [unforced, inUse] = [await cli(['restore', file]), await cli(['restore', file, '--force'])];
    await service.stop();
    expect(
      [unforced, inUse].map(({ code, stderr }) => [code, /There is a store|in use/.exec(stderr)?.[0]]),
    ).to.deep.equal([
      [1, 'There is a store'],
      [1, 'in use'],
    ]);
    const kept = await trailOf(data);
    const forced = await cli(['restore', file, '--force']);
    expect([forced.code, JSON.parse(forced.stdout).state], forced.stderr).to.deep.equal([0, 'verified']);
    expect((await trailOf(data)).length).to.be.at.most(kept.length);
    // A damaged store, with the log of another beside it, is what a backup is for.
    writeFileSync(join(data, 'govgate.db'), 'this is no database any more. '.repeat(1000));
    writeFileSync(join(data, 'govgate.db-wal'), 'nor a log');
    expect((await cli(['restore', file, '--force'])).code).to.equal(0);
    expect((await cli(['export'])).code).to.equal(0);
    const broken = new Database(file);
    broken.exec(`UPDATE audit_events SET text = replace(text, 'pv_kept', 'pv_lost')`);
    broken.close();
    const refused = await cli(['restore', file], join(folder, 'other'));
    expect([
      refused.code,
      JSON.parse(refused.stdout).state,
      existsSync(join(folder, 'other', 'govgate.db')),
    ]).to.deep.equal([1, 'broken', false]);
    writeFileSync(file, 'no store at all');
    const foreign = await cli(['restore', file], join(folder, 'other'));
    expect([foreign.code, foreign.stderr, readdirSync(join(folder, 'other'))]).to.deep.equal([
      78,
      `govgate: The backup ${file} is damaged; nothing was restored.\n`,
      [],
    ]);
  });

  it('says what to use for MongoDB', async () => {
    const settings = { GOVGATE_MONGO_URL: 'mongodb://127.0.0.1:9/govgate' };
    const ran = await Promise.all(
      [
        ['backup', file],
        ['restore', file],
      ].map((args) => cli(args, data, settings)),
    );
    expect(ran.map(({ code, stderr }) => [code, /mongo(dump|restore)/.exec(stderr)?.[0]])).to.deep.equal([
      [1, 'mongodump'],
      [1, 'mongorestore'],
    ]);
  });
});
