import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const NOWHERE = 'http://127.0.0.1:9';

describe('a command at a running service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-remote-'));
  const store = { GOVGATE_DATA: join(folder, 'store') };
  let service: SpawnedService;

  before(async function () {
    this.timeout(60_000);
    service = await spawnService(store);
  });

  after(async () => {
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const here = (...args: string[]): Promise<Ran> => runCli(args, { ...store, GOVGATE_LOG_LEVEL: 'error' });
  const there = (...args: string[]): Promise<Ran> =>
    runCli(args, { GOVGATE_URL: service.url, GOVGATE_TOKEN: ADMIN_TOKEN });

  const told = ({ code, stdout, stderr }: Ran, id: string): unknown => {
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout.replaceAll(id, 'ID'), (key, value) => (key.endsWith('_at') ? 'T' : value));
  };

  /** What a command prints in both modes about two things of the same kind. */
  const inBoth = async (args: (id: string) => string[], a: string, b: string): Promise<unknown> => {
    const [local, remote] = [told(await here(...args(a)), a), told(await there(...args(b)), b)];
    expect(remote).to.deep.equal(local);
    return remote;
  };

  it('prints the same as on the local store', async function () {
    this.timeout(180_000);
    expect(
      await inBoth((id) => ['user', 'create', id, '--name', 'Somebody'], 'here1', 'there1'),
    ).to.deep.equal({
      user_id: 'ID',
      tenant_id: 'default',
      display_name: 'Somebody',
      status: 'active',
    });
    await inBoth((id) => ['environment', 'create', id], 'here-env', 'there-env');
    await inBoth((id) => ['group', 'create', id], 'here-ops', 'there-ops');
    await inBoth((id) => ['group', 'add', id, 'here1'], 'here-ops', 'there-ops');
    const binding = (id: string) => ['role', 'grant', 'viewer', '--user', id, '--environment', 'production'];
    const [local, remote] = [await here(...binding('here1')), await there(...binding('there1'))];
    expect(remote.stderr).to.equal(local.stderr);
    const keys = ({ stdout }: Ran): string[] => Object.keys(JSON.parse(stdout));
    expect(keys(remote)).to.deep.equal(keys(local));
    await inBoth((id) => ['user', 'disable', id], 'here1', 'there1');
    const users = (await there('user', 'list', '--status', 'disabled')).stdout;
    expect(users).to.equal((await here('user', 'list', '--status', 'disabled')).stdout);
    expect(users.trim().split('\n').length).to.equal(2);
  });

  it('creates, lists and revokes tokens, which never appear in its arguments', async function () {
    this.timeout(120_000);
    await there('user', 'create', 'tok');
    const file = join(folder, 'token');
    writeFileSync(file, `${ADMIN_TOKEN}\n`);
    const byFile = (...args: string[]): Promise<Ran> =>
      runCli([...args, '--token-file', file], { GOVGATE_URL: service.url });
    const made = await byFile(
      'token',
      'create',
      '--user',
      'tok',
      '--permission',
      'policy.read',
      '--ttl',
      '1h',
    );
    const token = made.stdout.trim();
    expect([made.code, token], made.stderr).to.deep.equal([0, token]);
    expect(token).to.match(/^ggw_/);
    const who = await runCli(['whoami', '--json'], { GOVGATE_URL: service.url, GOVGATE_TOKEN: token });
    expect(JSON.parse(who.stdout).actor_id).to.equal('tok');
    const listed = await there('token', 'list', '--subject', 'tok');
    expect(listed.stdout).to.equal((await here('token', 'list', '--subject', 'tok')).stdout);
    expect((await there('token', 'revoke', token.slice(4, 16))).code).to.equal(0);
    const after = await runCli(['whoami'], { GOVGATE_URL: service.url, GOVGATE_TOKEN: token });
    expect([after.code, after.stdout]).to.deep.equal([1, '']);
    expect(after.stderr).to.match(/^govgate: The bearer token is not valid\. \[token_invalid, req_\w+\]\n$/);
    expect(after.stderr).not.to.contain(token);
  });

  it('explains, and says by its exit code whether one may', async function () {
    this.timeout(60_000);
    await there('user', 'create', 'eve');
    const may = await there('access', 'explain', 'policy.publish', '--environment', 'production');
    expect([may.code, may.stdout.split('\n')[0]]).to.deep.equal([
      0,
      'user bootstrap-admin may: policy.publish in production [granted]',
    ]);
    const not = await there(
      'access',
      'explain',
      'policy.publish',
      '--user',
      'eve',
      '--environment',
      'production',
    );
    expect([not.code, not.stdout]).to.deep.equal([
      1,
      'user eve may not: policy.publish in production [no_grants]\n' +
        'needed: one of policy_admin, security_admin\n  in production\n  in the whole tenant\n',
    ]);
  });

  it('validates, publishes and simulates policies, and says why a publish is refused', async function () {
    this.timeout(120_000);
    const draft = (policy_version: string, rules: unknown[]) =>
      service.call('/v1/policies?environment_id=production', {
        token: ADMIN_TOKEN,
        body: {
          policy_version,
          owner: { user_id: 'ada', team: 'risk' },
          body: { manifest_version: '1.0', default_effect: 'deny', rules },
        },
      });
    const rule = { rule_id: 'r1', effect: 'allow', reason_code: 'fine' };
    await draft('pv_good', [{ ...rule, subjects: { agents: ['a1'] }, targets: { server_ids: ['*'] } }]);
    await draft('pv_bad', [{ ...rule, surprise: true, subjects: {}, targets: {} }]);
    const at = ['--environment', 'production'];
    const good = await there('policy', 'validate', 'pv_good', ...at);
    expect([good.code, good.stdout], good.stderr).to.deep.equal([
      0,
      'valid: 1 rule\nwarning: unknown_reference at /rules/0/subjects/agents/0: The value refers to something that does not exist.\n',
    ]);
    const bad = await there('policy', 'publish', 'pv_bad', ...at);
    expect([bad.code, bad.stdout], bad.stderr).to.deep.equal([1, bad.stdout]);
    expect(bad.stdout).to.match(/unknown_field at \/rules\/0\/surprise/);
    const moved = await there('policy', 'publish', 'pv_good', '--hash', `sha256:${'0'.repeat(64)}`, ...at);
    expect([moved.code, moved.stderr]).to.deep.equal([1, moved.stderr]);
    expect(moved.stderr).to.contain('[manifest_hash_mismatch');
    const published = await there('policy', 'publish', 'pv_good', ...at);
    expect(published.code, published.stderr).to.equal(0);
    const request = join(folder, 'request.json');
    const target = { kind: 'mcp_server', server_id: 's', tool_id: 't' };
    writeFileSync(request, JSON.stringify({ agent_id: 'a1', target, action: 'tool.invoke' }));
    const simulated = await there('policy', 'simulate', 'pv_good', request, ...at);
    expect(simulated.stdout, simulated.stderr).to.equal('pv_good: allow (fine), decided by r1\n');
  });

  it('lists and ends sessions, and reports which planes have applied it', async function () {
    this.timeout(60_000);
    const body = { user_id: 'ada', state: 'active', backend_session_ids: [], credential_binding_ids: [] };
    const made = await service.call('/v1/sessions/cs_1?environment_id=production', {
      method: 'PUT',
      token: ADMIN_TOKEN,
      body,
    });
    expect(made.status, made.text).to.equal(201);
    const at = ['--environment', 'production'];
    const listed = await there('session', 'list', '--state', 'active', ...at);
    expect(JSON.parse(listed.stdout).client_session_id, listed.stderr).to.equal('cs_1');
    const ended = await there('session', 'end', 'cs_1', '--wait', '--timeout', '2', ...at);
    expect(ended.code, ended.stderr).to.equal(0);
    const { revocation_id, ...rest } = JSON.parse(ended.stdout);
    expect([typeof revocation_id, rest]).to.deep.equal([
      'string',
      {
        client_session_id: 'cs_1',
        previous_state: 'active',
        next_state: 'terminated',
        complete: true,
        applied: 0,
        pending: 0,
        planes: [],
      },
    ]);
  });

  it('tests, replays to and shows a destination, spelt as locally', async function () {
    this.timeout(120_000);
    const at = ['dst_soc', '--environment', 'production'];
    const made = await service.call('/v1/siem-webhooks?environment_id=production', {
      token: ADMIN_TOKEN,
      body: {
        destination_id: 'dst_soc',
        kind: 'webhook',
        destination_ref: 'dstref_sample_soc',
        endpoint_ref: 'epref_sample_soc',
        endpoint_secret_ref: 'env:EXAMPLE_MISSING',
      },
    });
    expect(made.status, made.text).to.equal(201);
    const tested = await there('destination', 'test', ...at);
    expect([tested.code, JSON.parse(tested.stdout)], tested.stderr).to.deep.equal([
      1,
      { status: 'degraded', reason_code: 'secret_ref_unresolved' },
    ]);
    const replayed = await there(
      'destination',
      'replay',
      ...at,
      '--from-sequence',
      '1',
      '--to-sequence',
      '2',
    );
    const { replay_id, ...range } = JSON.parse(replayed.stdout);
    expect([replayed.code, typeof replay_id, range], replayed.stderr).to.deep.equal([
      0,
      'string',
      { from_sequence: 1, to_sequence: 2 },
    ]);
    const [local, remote] = [
      await here('destination', 'status', ...at),
      await there('destination', 'status', ...at),
    ];
    const shapeOf = ({ stdout }: Ran): unknown =>
      JSON.parse(stdout, (_, value) => (typeof value === 'object' || value === null ? value : typeof value));
    expect([remote.code, shapeOf(remote)], remote.stderr).to.deep.equal([0, shapeOf(local)]);
    expect(JSON.parse(remote.stdout).replays[0].replay_id).to.equal(replay_id);
    const none = await there('destination', 'status', 'dst_none', '--environment', 'production');
    expect([none.code, none.stdout]).to.deep.equal([1, '']);
  });

  it('prints the trail with its checkpoint', async function () {
    this.timeout(60_000);
    const lines = (await there('audit', 'export')).stdout.trim().split('\n');
    expect(lines.length).to.be.greaterThan(5);
    expect(JSON.parse(lines[0] ?? '{}').sequence).to.equal(1);
  });

  it('reports what is missing, or that nobody answers, in a sentence and by its exit code', async function () {
    this.timeout(120_000);
    const url = service.url;
    for (const [args, environment, code, sentence] of [
      [['whoami'], { GOVGATE_TOKEN: 'x' }, 2, 'Name the service with --url or GOVGATE_URL.'],
      [
        ['whoami', '--url', url],
        {},
        2,
        'Give the token for the service in GOVGATE_TOKEN or with --token-file.',
      ],
      [
        ['whoami', '--url', 'http://a:b@c'],
        { GOVGATE_TOKEN: 'x' },
        2,
        '--url must be an http or https address without credentials, query or fragment, and not end in /v1.',
      ],
      [
        ['allowlist', '--format', 'emacs', '--url', url],
        { GOVGATE_TOKEN: ADMIN_TOKEN },
        2,
        '--format must be one of claude-code, copilot, cursor, vscode.',
      ],
      [
        ['allowlist', '--format', 'vscode', '--environment', 'production', '--url', url],
        { GOVGATE_TOKEN: ADMIN_TOKEN },
        1,
        'The record is in a state that does not allow this operation. The product reads the registry: switch on registry.enabled and registry.public with PUT /v1/environments/{environment_id}. [invalid_state, registry, ',
      ],
      [
        ['session', 'list', '--url', url],
        { GOVGATE_TOKEN: ADMIN_TOKEN },
        1,
        'The request must name the tenant or environment it is about. Name it with --environment. [missing_scope, environment_id, ',
      ],
      [
        ['token', 'create', '--user', 'ada', '--ttl', '999999999d', '--url', url],
        { GOVGATE_TOKEN: ADMIN_TOKEN },
        2,
        '--ttl must be a number up to 999999 and s, m, h or d, such as 90d.',
      ],
      [
        ['user', 'create', 'x', '--tenant', 'foreign', '--url', url],
        { GOVGATE_TOKEN: ADMIN_TOKEN },
        1,
        'The caller may not act in the requested tenant or environment.',
      ],
    ] as const) {
      const ran = await runCli(args, environment);
      expect([ran.code, ran.stdout]).to.deep.equal([code, '']);
      expect(ran.stderr).to.satisfy((said: string) => said.startsWith(`govgate: ${sentence}`), ran.stderr);
    }
    const away = await runCli(['whoami', '--url', NOWHERE], { GOVGATE_TOKEN: 'x' });
    expect([away.code, away.stderr]).to.deep.equal([
      1,
      'govgate: The service cannot be reached, or its answer broke off. Look at --url. [connection_failed]\n',
    ]);
  });
});
