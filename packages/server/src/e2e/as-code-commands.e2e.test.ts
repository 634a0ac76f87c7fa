import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startUnreliableProxy } from '../testing/faults/unreliable-proxy.js';
import { CLI, runCli, spawnEntry } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN, startTestService, type TestService } from '../testing/test-service.js';

const USERS = 40;
/** Which of all calls a kill comes in, and what becomes of that call. */
const KILLS = [
  { at: 1, fate: 'unanswered' },
  { at: 7, fate: 'unheard' },
  { at: 20, fate: 'unanswered' },
  { at: USERS, fate: 'unheard' },
  { at: USERS, fate: 'unanswered' },
] as const;

describe('govgate plan and apply', () => {
  let service: TestService;
  let folder: string;
  let files: string;

  beforeEach(async () => {
    service = await startTestService();
    folder = mkdtempSync(join(tmpdir(), 'govgate-plan-'));
    files = join(folder, 'files.yaml');
  });

  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = () => ({ GOVGATE_URL: service.url, GOVGATE_TOKEN: ADMIN_TOKEN });
  const govgate = (...args: string[]) => runCli(args, environment());
  const user = (user_id: string, name = user_id) =>
    `---\nkind: user\nuser_id: ${user_id}\ndisplay_name: ${name}\n`;

  it('reviews a plan, applies it as reviewed, and says by exit codes what there is to do', async function () {
    this.timeout(120_000);
    writeFileSync(files, user('ada', 'Ada'));
    const reviewed = join(folder, 'plan.json');
    const first = await govgate('plan', '-f', files, '--out', reviewed, '--detailed-exitcode');
    expect([first.code, first.stdout], first.stderr).to.deep.equal([
      2,
      '+ user ada\n    + user_id: "ada"\n    + display_name: "Ada"\n    + disabled: false\n1 to add, 0 to change, 0 to remove.\n',
    ]);
    // The content of the files at that time does not matter.
    writeFileSync(files, user('eve', 'Eve'));
    const applied = await govgate('apply', reviewed);
    expect([applied.code, applied.stderr]).to.deep.equal([
      0,
      '[1/1] createUser user ada\nApplied: 1 call.\n',
    ]);
    const again = await govgate('apply', reviewed);
    expect([again.code, again.stderr]).to.deep.equal([0, 'Nothing to do: this plan was applied before.\n']);
    writeFileSync(files, user('ada', 'Ada'));
    const second = await govgate('plan', '-f', files, '--detailed-exitcode');
    expect([second.code, second.stdout]).to.deep.equal([0, '0 to add, 0 to change, 0 to remove.\n']);
    // Where it goes and what it is called belong to the plan, like its calls.
    for (const [from, to] of [
      ['ada', 'mallory'],
      [service.url, 'http://127.0.0.1:1'],
      ['"set": "default"', '"set": "other"'],
      ['"basis": null', '"basis": "2026-01-01T00:00:00.000Z"'],
    ] as const) {
      const broken = join(folder, 'broken.json');
      writeFileSync(broken, readFileSync(reviewed, 'utf8').replaceAll(from, to));
      const edited = await govgate('apply', broken);
      expect([edited.code, edited.stderr], from).to.deep.equal([
        1,
        `govgate: The plan in ${broken} was edited after it was made; plan anew.\n`,
      ]);
    }
  });

  it('needs no disk: each of three changes in a workspace of its own is planned on the one before', async function () {
    this.timeout(120_000);
    for (const name of ['Ada', 'Lady Ada', 'Countess']) {
      const workspace = mkdtempSync(join(folder, 'runner-'));
      const [here, reviewed] = [join(workspace, 'files.yaml'), join(workspace, 'plan.json')];
      writeFileSync(here, user('ada', name));
      const planned = await govgate('plan', '-f', here, '--out', reviewed, '--set', 'people');
      expect(planned.code, planned.stderr + planned.stdout).to.equal(0);
      const applied = await govgate('apply', reviewed);
      expect(applied.code, applied.stderr).to.equal(0);
    }
    const { json } = await service.call('/v1/applied/people', { token: ADMIN_TOKEN });
    expect(json.resources).to.deep.equal([
      {
        kind: 'user',
        id: 'ada',
        applied: { user_id: 'ada', display_name: 'Countess', disabled: false },
      },
    ]);
  });

  it('refuses a reviewed plan after another change, and names the conflicts', async function () {
    this.timeout(120_000);
    writeFileSync(files, user('ada', 'Ada'));
    await govgate('apply', '-f', files);
    writeFileSync(files, user('ada', 'Lady Ada'));
    const reviewed = join(folder, 'plan.json');
    await govgate('plan', '-f', files, '--out', reviewed);
    const byHand = { method: 'PUT', token: ADMIN_TOKEN, body: { display_name: 'Countess' } };
    await service.call('/v1/users/ada', byHand);
    const refused = await govgate('apply', reviewed);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(
      /\[etag_mismatch.*\] Somebody changed it since the plan was made: plan anew\.\n$/,
    );
    const conflict = await govgate('plan', '-f', files, '--detailed-exitcode');
    expect([conflict.code, conflict.stdout.split('\n')[0]]).to.deep.equal([
      1,
      '! user ada (display_name): It was edited by hand.',
    ]);
    expect((await service.call('/v1/users/ada', { token: ADMIN_TOKEN })).json.display_name).to.equal(
      'Countess',
    );
  });

  it('reports errors in files by line with the nearest name, and repeats no value', async function () {
    this.timeout(60_000);
    const text = [
      '---\nkind: user\nuser_id: canary value\ndisplay_nam: A',
      '---\nkind: usr',
      '---\nkind: group\ngroup_id: g\ndisplay_name: G\npassword: canary',
      '---\nkind: role_binding\nrole: viewr\nsubject: { subject_type: user, subject_ids: a }\nscope: { scope_type: tenant }',
      '---\nkind: policy\npolicy_version: p\nenvironment_id: production\nowner: { user_id: a, team: t }\nstatus: active\nbody:\n  manifest_version: "1.0"\n  default_effect: alow\n  rules: []',
    ];
    writeFileSync(files, `${text.join('\n')}\n---\n`);
    const { code, stdout, stderr } = await govgate('plan', '-f', files);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(
      stderr.split('\n').map((line) => line.replace(/ must be .*?(?= Did|$)/, ' must be …')),
    ).to.deep.equal([
      'govgate: The files are not right:',
      '  files.yaml:3: user_id must be …',
      '  files.yaml:2: display_name is missing.',
      '  files.yaml:4: there is no field display_nam. Did you mean display_name?',
      '  files.yaml:6: kind must be … Did you mean user?',
      '  files.yaml:11: there is no field password.',
      '  files.yaml:14: role must be … Did you mean viewer?',
      '  files.yaml:15: subject.subject_id is missing.',
      '  files.yaml:15: there is no field subject.subject_ids. Did you mean subject_id?',
      '  files.yaml:25: body/default_effect: It must be …',
      '',
    ]);
    expect(stderr).not.to.contain('canary');
  });

  it('takes no aliases, which can mean millions of values', async function () {
    this.timeout(60_000);
    writeFileSync(files, 'kind: policy\nbody: &a [1, 1]\ntests: { b: [*a, *a] }\n');
    const { code, stderr } = await govgate('plan', '-f', files);
    expect([code, stderr]).to.deep.equal([
      1,
      'govgate: The files are not right:\n  files.yaml:3:15: aliases are not taken: write the value out.\n',
    ]);
  });

  it('starts from what exists, and then has nothing to do', async function () {
    this.timeout(60_000);
    await service.call('/v1/users', {
      token: ADMIN_TOKEN,
      body: { user_id: 'idp|1', display_name: 'Ada: "1"' },
    });
    await service.call('/v1/groups', { token: ADMIN_TOKEN, body: { group_id: 'ops', display_name: 'Ops' } });
    const begun = join(folder, 'begun');
    const exported = await govgate('export', '--as-files', begun);
    expect(exported.code, exported.stderr).to.equal(0);
    const planned = await govgate('plan', '-f', begun, '--detailed-exitcode');
    expect([planned.code, planned.stdout], planned.stderr).to.deep.equal([
      0,
      '0 to add, 0 to change, 0 to remove.\n',
    ]);
  });

  it('killed at any of its calls, is completed by the next apply', async function () {
    this.timeout(240_000);
    const names = Array.from({ length: USERS }, (_, i) => `u${i}`);
    writeFileSync(files, names.map((name) => user(name)).join(''));
    const created = async (): Promise<number> => {
      const { json } = await service.call('/v1/users?limit=200', { token: ADMIN_TOKEN });
      return json.items.filter(({ user_id }: { user_id: string }) => user_id.startsWith('u')).length;
    };
    const proxy = await startUnreliableProxy(service.url);
    for (const { at, fate } of KILLS) {
      // The first of its changes records what is about to be done.
      const struck = proxy.strike(fate, at - (await created()) + 1);
      const child = await spawnEntry(CLI, ['apply', '-f', files], {
        ...environment(),
        GOVGATE_URL: proxy.url,
      });
      const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
      child.stdout?.resume();
      child.stderr?.resume();
      await Promise.race([struck, exited]);
      child.kill('SIGKILL');
      expect(await exited, `it ended before call ${at}`).to.equal('SIGKILL');
      expect(await created()).to.equal(fate === 'unanswered' ? at : at - 1);
    }
    await proxy.stop();
    const last = await govgate('apply', '-f', files);
    expect(last.code, last.stderr).to.equal(0);
    const planned = await govgate('plan', '-f', files, '--detailed-exitcode');
    expect([planned.code, planned.stdout], planned.stderr).to.deep.equal([
      0,
      '0 to add, 0 to change, 0 to remove.\n',
    ]);
    expect(await created()).to.equal(USERS);
  });
});
