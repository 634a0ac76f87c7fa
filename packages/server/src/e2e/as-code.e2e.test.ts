import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type GovgateClient } from '@govgate/client';
import { expect } from 'chai';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { readApplied } from '../as-code/applied-state.js';
import { applyPlan } from '../as-code/apply-plan.js';
import { makePlan, type Plan, type PlanRequest } from '../as-code/make-plan.js';
import { effectsOf } from '../as-code/plan-effects.js';
import { readFiles } from '../as-code/read-files.js';
import type { Plain } from '../as-code/resource.js';
import { writeResourceFiles } from '../as-code/resource-files.js';
import { sampled } from '../testing/proof-record.js';
import { ADMIN_TOKEN, startTestService, type TestService } from '../testing/test-service.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const KEEP: PlanRequest = { overwrite: false, prune: new Set(), now: NOW };
const PRUNE: PlanRequest = { ...KEEP, prune: new Set(['user', 'role_binding', 'policy']) };
const MANY = 1_000;

const rule = (rule_id: string, effect = 'allow') => ({
  rule_id,
  effect,
  subjects: {},
  targets: { server_ids: ['*'] },
  reason_code: 'fine',
});

const manifest = (...rules: Plain[]) => ({ manifest_version: '1.0', default_effect: 'deny', rules });

describe('changes as code', () => {
  let service: TestService;
  let client: GovgateClient;
  let folder: string;

  beforeEach(async () => {
    service = await startTestService();
    client = clientBy();
    folder = mkdtempSync(join(tmpdir(), 'govgate-as-code-'));
  });

  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const clientBy = (fetch?: (url: string, init: RequestInit) => Promise<Response>): GovgateClient =>
    createClient({ baseUrl: service.url, token: ADMIN_TOKEN, ...(fetch === undefined ? {} : { fetch }) });

  const write = (documents: readonly Plain[], name = 'all.yaml'): void =>
    writeFileSync(join(folder, name), documents.map((document) => `---\n${dump(document)}`).join(''));

  const plan = async (request = KEEP): Promise<Plan> =>
    makePlan(client, {
      url: service.url,
      files: await readFiles(folder),
      state: await readApplied(client, 'default'),
      request,
    });

  const apply = async (planned: Plan, by = client): Promise<number> =>
    (await applyPlan(by, planned, () => undefined)).calls;

  const names = ({ changes }: Plan): string[] => changes.map(({ kind, id }) => `${kind} ${id}`);
  const nothing = { changes: [], conflicts: [] };
  const told = ({ changes, conflicts }: Plan) => ({ changes, conflicts });

  const WORLD: readonly Plain[] = [
    { kind: 'environment', environment_id: 'staging' },
    { kind: 'user', user_id: 'ada', display_name: 'Ada' },
    { kind: 'user', user_id: 'bob', display_name: 'Bob', disabled: true },
    { kind: 'service_account', service_account_id: 'ci', display_name: 'CI' },
    { kind: 'group', group_id: 'ops', display_name: 'Operators', members: ['ada'] },
    {
      kind: 'role_binding',
      role: 'viewer',
      subject: { subject_type: 'group', subject_id: 'ops' },
      scope: { scope_type: 'environment', environment_id: 'staging' },
      expires_at: '2099-01-01T00:00:00Z',
    },
    {
      kind: 'policy',
      policy_version: 'pv_1',
      environment_id: 'production',
      owner: { user_id: 'ada', team: 'risk' },
      status: 'active',
      body: manifest(rule('r1')),
    },
  ];

  const CLIENTS: readonly Plain[] = [
    {
      kind: 'client_surface',
      clientSurfaceId: 'editor',
      displayName: 'Editor',
      owner: { team: 'risk', userId: 'ada', escalationContact: 'on-call', oncallRotation: 'risk' },
      allowedEnvironmentIds: ['production'],
      authType: 'oauth2_pkce',
      clientType: 'ide',
      discoverability: 'team',
      configSnippet: { format: 'mcp_json' },
    },
    {
      kind: 'agent',
      agent_id: 'helper',
      environment_id: 'production',
      name: 'Helper',
      owner: { team: 'risk', escalation_contact: 'on-call' },
      allowed_surfaces: ['editor'],
      allowed_environments: ['production'],
      delegation_mode: 'on_behalf_of',
      credential_mode: 'per_user_delegated',
    },
  ];
  const TESTS = {
    tests_version: '1.0',
    subjects: { ada: { user_id: 'ada' } },
    targets: { crm: { kind: 'mcp_server', server_id: 'crm', tool_id: 'find' } },
    cases: {
      everybody_may: {
        subjects: ['ada'],
        targets: ['crm'],
        actions: ['tool.invoke'],
        expected: [{ effect: 'allow' }],
      },
    },
  };

  it('creates what files say, in order of dependency; a plan then has nothing to do', async () => {
    write(WORLD);
    const planned = await plan();
    expect(names(planned)).to.deep.equal([
      'environment staging',
      'user ada',
      'user bob',
      'service_account ci',
      'group ops',
      'role_binding viewer group:ops environment:staging',
      'policy production/pv_1',
    ]);
    expect(await apply(planned)).to.equal(10);
    expect(told(await plan())).to.deep.equal(nothing);
    const { source, status } = await client.readPolicy({
      policy_version: 'pv_1',
      environment_id: 'production',
    });
    expect([source.source_type, status]).to.deep.equal(['gitops', 'active']);
    const events = await client.listAuditEvents({ limit: 20 });
    const correlations = new Set(events.items.slice(0, 10).map(({ correlation_id }) => correlation_id));
    expect([...correlations]).to.have.length(1);
    expect([...correlations][0]).to.match(/^plan-[0-9a-f]{32}$/);
  });

  it('reports what changes affect: users who gain, sessions that end, calls that are newly allowed', async () => {
    write(WORLD);
    await apply(await plan());
    const session = { user_id: 'ada', state: 'active', backend_session_ids: [], credential_binding_ids: [] };
    await client.reportSession({
      client_session_id: 'cs_1',
      environment_id: 'production',
      body: session as never,
    });
    const [binding, policy] = WORLD.slice(-2);
    write([
      ...WORLD.slice(0, -1).map((one) => (one.user_id === 'ada' ? { ...one, disabled: true } : one)),
      { ...binding, role: 'policy_admin' },
      { kind: 'environment', environment_id: 'labs' },
      { ...policy, policy_version: 'pv_labs', environment_id: 'labs' },
      { ...policy, status: 'superseded' },
      {
        ...policy,
        policy_version: 'pv_2',
        body: manifest(rule('r1'), { ...rule('r2', 'deny'), targets: { server_ids: ['crm'] } }),
      },
    ]);
    const effects = await effectsOf(client, await plan());
    expect(Object.fromEntries(effects)).to.deep.equal({
      'user ada': ['ends 1 session, and revokes all tokens'],
      'role_binding policy_admin group:ops environment:staging': ['1 user gains 5 permissions'],
      'policy labs/pv_labs': ['impact unknown: scope_forbidden'],
      'policy production/pv_2': [
        'replaces pv_1',
        'newly_denied: r1, r2',
        'warning: /rules/1/targets/server_ids/0: there is no mcp server crm.',
      ],
    });
  });

  it('warns of names in a policy that neither the service nor the plan knows', async () => {
    write(WORLD.slice(0, -1));
    await apply(await plan());
    const subjects = { groups: ['ops', 'opss', 'sales'], users: ['ada', 'eve'] };
    write([
      ...WORLD.slice(0, -1),
      { kind: 'group', group_id: 'sales', display_name: 'Sales', members: [] },
      { ...WORLD.at(-1), body: manifest({ ...rule('r1'), subjects }) },
    ]);
    const planned = await plan();
    const effects = await effectsOf(client, planned);
    expect(effects.get('policy production/pv_1')).to.deep.equal([
      'is the first active policy of the environment',
      'warning: /rules/0/subjects/groups/1: there is no group opss. Did you mean ops?',
      'warning: /rules/0/subjects/users/1: there is no user eve.',
    ]);
    expect(planned.conflicts).to.deep.equal([]);
  });

  it('shows a manual edit, and does not overwrite it', async () => {
    write(WORLD);
    await apply(await plan());
    await client.updateUser({ user_id: 'ada', body: { display_name: 'Countess' } });
    await client.addGroupMember({ group_id: 'ops', body: { user_id: 'bob' } });
    const conflicts = [
      { kind: 'user', id: 'ada', fields: ['display_name'], because: 'It was edited by hand.' },
      { kind: 'group', id: 'ops', fields: ['members'], because: 'It was edited by hand.' },
    ];
    expect(told(await plan())).to.deep.equal({ changes: [], conflicts });
    write(WORLD.map((one) => (one.user_id === 'ada' ? { ...one, display_name: 'Lady Ada' } : one)));
    expect((await plan()).conflicts).to.deep.equal(conflicts);
    const forced = await plan({ ...KEEP, overwrite: true });
    expect(names(forced)).to.deep.equal(['user ada', 'group ops']);
    await apply(forced);
    expect((await client.readUser({ user_id: 'ada' })).display_name).to.equal('Lady Ada');
    expect((await client.readGroup({ group_id: 'ops' })).members).to.deep.equal(['ada']);
    expect(told(await plan())).to.deep.equal(nothing);
  });

  it('does not adopt what existed before', async () => {
    await client.createUser({ body: { user_id: 'ada', display_name: 'Somebody' } });
    write(WORLD.slice(0, 2));
    expect((await plan()).conflicts).to.deep.equal([
      {
        kind: 'user',
        id: 'ada',
        fields: ['display_name'],
        because: 'It exists, but was never applied from these files.',
      },
    ]);
  });

  it('is refused where the planned state has changed since', async () => {
    write(WORLD);
    await apply(await plan());
    write(WORLD.map((one) => (one.user_id === 'ada' ? { ...one, display_name: 'Lady Ada' } : one)));
    const planned = await plan();
    await client.updateUser({ user_id: 'ada', body: { display_name: 'Countess' } });
    const refused = await apply(planned).then(
      () => undefined,
      (fault) => fault.reasonCode,
    );
    expect(refused).to.equal('etag_mismatch');
    expect((await client.readUser({ user_id: 'ada' })).display_name).to.equal('Countess');
  });

  it('removes only what it applied itself, and only where asked to', async () => {
    await client.createUser({ body: { user_id: 'stranger', display_name: 'Stranger' } });
    write(WORLD);
    await apply(await plan());
    write(WORLD.filter(({ kind, user_id }) => kind !== 'role_binding' && user_id !== 'ada'));
    const kept = await plan();
    expect([told(kept), kept.notes]).to.deep.equal([
      nothing,
      [
        { kind: 'user', id: 'ada', note: 'It is no longer in the files. --prune user removes it.' },
        {
          kind: 'role_binding',
          id: 'viewer group:ops environment:staging',
          note: 'It is no longer in the files. --prune role_binding removes it.',
        },
      ],
    ]);
    const planned = await plan(PRUNE);
    // In reverse order of dependency.
    expect(names(planned)).to.deep.equal(['role_binding viewer group:ops environment:staging', 'user ada']);
    await apply(planned);
    expect((await client.readUser({ user_id: 'ada' })).status).to.equal('disabled');
    expect((await client.readUser({ user_id: 'stranger' })).status).to.equal('active');
    const again = await plan(PRUNE);
    expect([told(again), again.notes]).to.deep.equal([nothing, []]);
  });

  it('publishes a new version in place of the old one, and says that a published one cannot change', async () => {
    write(WORLD);
    await apply(await plan());
    const [first] = WORLD.slice(-1);
    write([...WORLD.slice(0, -1), { ...first, body: manifest(rule('r2')) }]);
    expect((await plan()).conflicts.map(({ because }) => because)).to.deep.equal([
      'A published version cannot be changed: give the new content a version of its own.',
    ]);
    const second = { ...first, policy_version: 'pv_2', body: manifest(rule('r2')) };
    write([...WORLD.slice(0, -1), { ...first, status: 'superseded' }, second]);
    await apply(await plan());
    const { items } = await client.listPolicies({ environment_id: 'production', status: 'active' });
    expect(items.map(({ policy_version }) => policy_version)).to.deep.equal(['pv_2']);
    expect(told(await plan())).to.deep.equal(nothing);
  });

  it('handles client surfaces and agents, which await review; what was registered stays, what is removed is archived', async () => {
    write(CLIENTS);
    const planned = await plan();
    expect(names(planned)).to.deep.equal(['client_surface editor', 'agent production/helper']);
    expect(Object.fromEntries(await effectsOf(client, planned))).to.deep.equal({
      'client_surface editor': ['counts once somebody has approved it'],
      'agent production/helper': ['counts once another person has reviewed it'],
    });
    await apply(planned);
    expect(told(await plan())).to.deep.equal(nothing);
    const [surface, agent] = CLIENTS;
    // A review is not a manual edit, and files do not revert it.
    await client.approveClientSurface({
      client_surface_id: 'editor',
      environment_id: 'production',
      body: { reasonCode: 'fine' },
    });
    expect(told(await plan())).to.deep.equal(nothing);
    write([
      { ...surface, displayName: 'The editor' },
      { ...agent, name: 'Other' },
    ]);
    expect((await plan()).conflicts).to.deep.equal([
      {
        kind: 'agent',
        id: 'production/helper',
        fields: ['name'],
        because:
          'What was registered is what gets reviewed and cannot be edited: register the agent under another id, and remove this one.',
      },
    ]);
    write([{ ...surface, displayName: 'The editor' }]);
    const renamed = await plan({ ...KEEP, prune: new Set(['agent']) });
    expect(renamed.changes.flatMap(({ steps }) => steps.map(({ operation }) => operation))).to.deep.equal([
      'updateClientSurface',
      'archiveAgent',
    ]);
    await client.updateClientSurface({
      client_surface_id: 'editor',
      environment_id: 'production',
      body: {
        ...(renamed.changes[0]?.steps[0]?.input.body as never as object),
        displayName: 'By hand',
      } as never,
    });
    const refused = await apply(renamed).then(
      () => undefined,
      (fault) => fault.reasonCode,
    );
    expect(refused).to.equal('etag_mismatch');
    await apply(await plan({ ...KEEP, overwrite: true, prune: new Set(['agent']) }));
    expect(told(await plan())).to.deep.equal(nothing);
    write([]);
    const removed = await plan({ ...KEEP, prune: new Set(['client_surface']) });
    // It is active by now.
    expect(removed.changes.flatMap(({ steps }) => steps.map(({ operation }) => operation))).to.deep.equal([
      'disableClientSurface',
      'archiveClientSurface',
    ]);
    expect(Object.fromEntries(await effectsOf(client, removed))).to.deep.equal({
      'client_surface editor': ['ends 0 sessions'],
    });
    await apply(removed);
    expect(told(await plan())).to.deep.equal(nothing);
    write(CLIENTS);
    expect((await plan()).conflicts.map(({ because }) => because)).to.deep.equal([
      'An archived or revoked record stays so: give it another id.',
      'An archived or revoked record stays so: give it another id.',
    ]);
  });

  it('carries the tests of a policy along, until it is published', async () => {
    const draft = {
      kind: 'policy',
      policy_version: 'pv_t',
      environment_id: 'production',
      owner: { user_id: 'ada', team: 'risk' },
      body: manifest(rule('r1')),
      tests: TESTS,
    };
    write([draft]);
    await apply(await plan());
    const read = async () =>
      (await client.readPolicyTests({ policy_version: 'pv_t', environment_id: 'production' })).tests;
    expect(await read()).to.deep.include({ tests_version: '1.0' });
    expect(told(await plan())).to.deep.equal(nothing);
    const { tests: _, ...without } = draft;
    write([without]);
    expect((await plan()).changes.map(({ steps }) => steps.map(({ fields }) => fields))).to.deep.equal([
      [['tests']],
    ]);
    await apply(await plan());
    expect(await read()).to.equal(null);
    write([{ ...draft, status: 'active' }]);
    await apply(await plan());
    expect(told(await plan())).to.deep.equal(nothing);
    write([{ ...without, status: 'active' }]);
    expect((await plan()).conflicts.map(({ fields }) => fields)).to.deep.equal([['tests']]);
  });

  it('takes as many policies as there are, however long their texts', async () => {
    const owner = { user_id: 'ada', team: 'risk' };
    const long = (version: string, comment: string) => ({
      kind: 'policy',
      policy_version: version,
      environment_id: 'production',
      owner,
      text: `# ${comment}${'x'.repeat(200_000)}\n${JSON.stringify(manifest(rule('r1')))}\n`,
    });
    const versions = ['a', 'b', 'c', 'd', 'e', 'f'];
    write(versions.map((version) => long(version, '')));
    await apply(await plan());
    expect(told(await plan())).to.deep.equal(nothing);
    // What was applied is known, so that the next change of the files is one, and an edit by hand is not overwritten.
    write(versions.map((version) => long(version, version === 'b' ? 'b' : '')));
    expect(names(await plan())).to.deep.equal(['policy production/b']);
    await apply(await plan());
    const place = { policy_version: 'c', environment_id: 'production' };
    const read = await client.readPolicy({ ...place, include: 'text' });
    const { text } = long('c', 'by hand');
    await client.updatePolicy({ ...place, body: { owner, text, text_format: 'yaml' } }, { ifMatch: read });
    write(versions.map((version) => long(version, version === 'c' ? 'c' : version === 'b' ? 'b' : '')));
    expect((await plan()).conflicts.map(({ id, because }) => [id, because])).to.deep.equal([
      ['production/c', 'It was edited by hand.'],
    ]);
  }).timeout(60_000);

  it('keeps the text of a policy as it was written, and writes it into files again', async () => {
    const text = `# Reads of support, until the audit.\n${JSON.stringify(manifest(rule('r1')))}\n`;
    const place = { policy_version: 'pv_text', environment_id: 'production' };
    const owner = { user_id: 'ada', team: 'risk' };
    const read = async () => {
      const found = await client.readPolicy({ ...place, include: 'text' });
      return [found.text, found.text_format, found.body];
    };
    write([{ kind: 'policy', ...place, owner, text, status: 'active' }]);
    await apply(await plan());
    expect(await read()).to.deep.equal([text, 'yaml', manifest(rule('r1'))]);
    expect(told(await plan())).to.deep.equal(nothing);
    // The same manifest as an object: it does not matter how it was written.
    write([{ kind: 'policy', ...place, owner, body: manifest(rule('r1')), status: 'active' }]);
    expect(told(await plan())).to.deep.equal(nothing);
    // Another comment is another text, and what is published stays.
    write([{ kind: 'policy', ...place, owner, text: `#\n${text}`, status: 'active' }]);
    expect((await plan()).conflicts.map(({ fields }) => fields)).to.deep.equal([['text']]);
    await writeResourceFiles(client, folder);
    const policies = readFileSync(join(folder, 'policies.yaml'), 'utf8');
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    expect(policies).to.contain('# Reads of support, until the audit.').and.not.contain('body:');
    const refusalOf = async (policy: Plain): Promise<string> => {
      write([{ kind: 'policy', ...place, owner, ...policy }]);
      return plan().then(
        () => 'nothing',
        (fault: Error) => fault.message,
      );
    };
    for (const wrong of [{ text, body: manifest(rule('r1')) }, {}])
      expect(await refusalOf(wrong)).to.contain('all.yaml:2: a policy has either a body or a text.');
    expect(await refusalOf({ text: 'rules: [' })).to.match(/line 1, column \d+ of the text: /);
  });

  it('changes the period of a role binding by revoking and granting it again, even after dying between the two', async () => {
    const bindingUntil = (expires_at: string) =>
      WORLD.map((one) => (one.kind === 'role_binding' ? { ...one, expires_at } : one));
    write(WORLD);
    await apply(await plan());
    write(bindingUntil('2098-01-01T00:00:00Z'));
    const planned = await plan();
    expect(Object.fromEntries(await effectsOf(client, planned))).to.deep.equal({
      'role_binding viewer group:ops environment:staging': [
        'is revoked and granted anew: for a moment nobody holds it through this binding',
      ],
    });
    // The first change records what is about to be done.
    for (const left of [1, 2]) {
      let calls = left;
      const dying = clientBy(async (url, init) => {
        if (init.method === 'GET' || calls-- > 0) return fetch(url, init);
        throw new Killed();
      });
      await apply(await plan(), onceOnly(dying)).then(
        () => expect.fail('it lived'),
        () => undefined,
      );
    }
    const next = await plan();
    expect([
      next.conflicts,
      next.changes.map(({ steps }) => steps.map(({ action }) => action)),
    ]).to.deep.equal([[], [['create']]]);
    await apply(next);
    expect(told(await plan())).to.deep.equal(nothing);
    const bindings = await client.listRoleBindings({ subject_id: 'ops' });
    expect(bindings.items.map(({ status, expires_at }) => [status, expires_at]).sort()).to.deep.equal([
      ['active', '2098-01-01T00:00:00.000Z'],
      ['disabled', '2099-01-01T00:00:00.000Z'],
    ]);
    const [active] = bindings.items.filter(({ status }) => status === 'active');
    await client.disableRoleBinding({
      binding_id: active?.binding_id ?? '',
      body: { reason_code: 'by_hand' },
    });
    expect((await plan()).conflicts.map(({ because }) => because)).to.deep.equal(['It was removed by hand.']);
  });

  it('is completed by the next one, wherever it died', async function () {
    this.timeout(120_000);
    write([...WORLD, ...CLIENTS]);
    let deaths = 0;
    // What records the intent and 12 calls: each dies before it is sent, and after an answer that nobody received. A proof tries all.
    const places = sampled([...Array(26).keys()], 3);
    for (const at of places) {
      await service.stop();
      service = await startTestService();
      client = clientBy();
      let left = Math.floor(at / 2);
      let isDead = false;
      const dying = clientBy(async (url, init) => {
        if (isDead) throw new Killed();
        if (init.method === 'GET' || left-- > 0) return fetch(url, init);
        if (at % 2 === 1) await (await fetch(url, init)).arrayBuffer();
        deaths += 1;
        isDead = true;
        throw new Killed();
      });
      const planned = await plan();
      const died = await applyPlan(
        // One attempt: a dead process does not retry.
        onceOnly(dying),
        planned,
        () => undefined,
      ).then(
        () => false,
        () => true,
      );
      expect(died, `at ${at}`).to.equal(true);
      const next = await plan();
      expect(next.conflicts, `at ${at}`).to.deep.equal([]);
      await apply(next);
      expect(told(await plan()), `at ${at}`).to.deep.equal(nothing);
    }
    expect(deaths).to.equal(places.length);
  });

  it('knows of an expired grant that nobody removed it, and grants it anew where files prolong it', async () => {
    const [binding] = WORLD.filter(({ kind }) => kind === 'role_binding');
    const others = WORLD.filter(({ kind }) => kind !== 'role_binding');
    write(WORLD);
    await apply(await plan());
    // By the clock of the plan: the binding has ended, and the service no longer counts it.
    const after = { ...KEEP, now: Date.parse('2099-02-01T00:00:00Z') };
    const { items } = await client.listRoleBindings({ subject_id: 'ops' });
    await client.disableRoleBinding({
      binding_id: items[0]?.binding_id ?? '',
      body: { reason_code: 'gone' },
    });
    const expired = await plan(after);
    expect([told(expired), expired.notes]).to.deep.equal([
      nothing,
      [
        {
          kind: 'role_binding',
          id: 'viewer group:ops environment:staging',
          note: 'It has expired; take it out of the files.',
        },
      ],
    ]);
    write([...others, { ...binding, expires_at: '2100-01-01T00:00:00Z' }]);
    expect(names(await plan(after))).to.deep.equal(['role_binding viewer group:ops environment:staging']);
    write(others);
    const removed = await plan(after);
    expect([told(removed), removed.notes]).to.deep.equal([nothing, []]);
  });

  it('refuses, before anything is done, what refers to nothing', async () => {
    const [, ada] = WORLD;
    const [binding] = WORLD.filter(({ kind }) => kind === 'role_binding');
    const [policy] = WORLD.filter(({ kind }) => kind === 'policy');
    write([
      ada as Plain,
      { kind: 'group', group_id: 'ops', display_name: 'Ops', members: ['ada', 'adda'] },
      { ...binding, scope: { scope_type: 'environment', environment_id: 'prodution' } },
      { ...policy, environment_id: 'nowhere' },
    ]);
    const refused = await plan().catch((fault: Error) => fault.message);
    expect(refused).to.equal(
      [
        'The files are not right:',
        'all.yaml:11: there is no user adda. Did you mean ada?',
        'all.yaml:20: there is no environment prodution. Did you mean production?',
        'all.yaml:25: there is no environment nowhere.',
      ].join('\n  '),
    );
    expect((await client.listUsers({ limit: 200 })).items.map(({ user_id }) => user_id)).to.not.include(
      'ada',
    );
  });

  it('refuses a plan when something was applied since it was made', async () => {
    write(WORLD.slice(0, 2));
    const stale = await plan();
    write(WORLD.slice(0, 3));
    await apply(await plan());
    const refused = await apply(stale).catch((fault: Error) => fault.name);
    expect(refused).to.equal('StalePlan');
  });

  it('makes a call again that was undone by hand: its key is another once something was applied', async () => {
    write(WORLD);
    await apply(await plan());
    const { items } = await client.listRoleBindings({ subject_id: 'ops' });
    await client.disableRoleBinding({
      binding_id: items[0]?.binding_id ?? '',
      body: { reason_code: 'gone' },
    });
    await apply(await plan({ ...KEEP, overwrite: true }));
    const active = await client.listRoleBindings({ subject_id: 'ops' });
    expect(active.items.map(({ status }) => status).sort()).to.deep.equal(['active', 'disabled']);
  });

  it('also shows a manual edit to what an apply was refused or died on', async () => {
    write(WORLD);
    await apply(await plan());
    write(WORLD.map((one) => (one.user_id === 'ada' ? { ...one, display_name: 'Lady Ada' } : one)));
    const planned = await plan();
    await client.updateUser({ user_id: 'ada', body: { display_name: 'Countess' } });
    await apply(planned).catch(() => undefined);
    expect((await plan()).conflicts).to.deep.equal([
      { kind: 'user', id: 'ada', fields: ['display_name'], because: 'It was edited by hand.' },
    ]);
  });

  it('does nothing twice when a reviewed plan is applied again after an interruption', async () => {
    write(WORLD);
    const planned = await plan();
    await apply(planned);
    const { sequence } = await service.ports.auditTrail.head('default');
    await apply(planned);
    expect((await service.ports.auditTrail.head('default')).sequence).to.equal(sequence);
  });

  it(`plans ${MANY} records in under three seconds of work`, async function () {
    this.timeout(120_000);
    const [surface] = CLIENTS;
    const policy = WORLD.at(-1);
    // Groups and policies cost one call each to read.
    const all = Array.from({ length: MANY / 20 }, (_, i): Plain[] => [
      ...Array.from({ length: 12 }, (_, j) => ({
        kind: 'user',
        user_id: `u${i}-${j}`,
        display_name: `User ${i}`,
      })),
      ...Array.from({ length: 6 }, (_, j) => ({ ...surface, clientSurfaceId: `s${i}-${j}` })),
      { kind: 'group', group_id: `g${i}`, display_name: `Group ${i}`, members: [`u${i}-0`] },
      { ...policy, policy_version: `p${i}`, status: 'draft' },
    ]).flat();
    write(all);
    await apply(await plan());
    write(all.map((one, i) => (i % 20 === 0 ? { ...one, display_name: `Other ${i}` } : one)));
    // Of this process, which is client and service: the work of others on the machine does not count.
    const began = process.cpuUsage();
    const planned = await plan();
    const { user, system } = process.cpuUsage(began);
    const took = Math.round((user + system) / 1_000);
    expect(planned.changes.length).to.equal(MANY / 20);
    if (process.env.GOVGATE_TELL_TIMES) console.log(`    ${MANY} records: ${took} ms`);
    expect(took).to.be.below(3_000);
  });

  it('converges: whatever the files say, and said before, a plan after an apply has nothing to do', async function () {
    this.timeout(240_000);
    const user = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      name: fc.constantFrom('One', 'Two'),
      disabled: fc.boolean(),
    });
    const group = fc.record({ id: fc.constantFrom('g', 'h'), members: fc.subarray(['a', 'b', 'c']) });
    const world = fc.record({
      users: fc.uniqueArray(user, { selector: ({ id }) => id }),
      groups: fc.uniqueArray(group, { selector: ({ id }) => id }),
      grants: fc.uniqueArray(
        fc.record({ role: fc.constantFrom('viewer', 'policy_admin'), group: fc.constantFrom('g', 'h') }),
        { selector: ({ role, group: id }) => `${role} ${id}` },
      ),
      policies: fc.uniqueArray(fc.constantFrom('pv_1', 'pv_2', 'pv_3')),
      active: fc.constantFrom('pv_1', 'pv_2', 'none'),
    });
    type World = typeof world extends fc.Arbitrary<infer W> ? W : never;
    const documents = ({ users, groups, grants, policies, active }: World): Plain[] => {
      const named = new Set<string>(users.map(({ id }) => id));
      const kept = groups.map(({ id, members }) => ({
        id,
        members: members.filter((one) => named.has(one)),
      }));
      return [
        ...users.map(({ id, name, disabled }) => ({
          kind: 'user',
          user_id: id,
          display_name: name,
          disabled,
        })),
        ...kept.map(({ id, members }) => ({ kind: 'group', group_id: id, display_name: id, members })),
        ...grants
          .filter(({ group: id }) => kept.some((one) => one.id === id))
          .map(({ role, group: subject_id }) => ({
            kind: 'role_binding',
            role,
            subject: { subject_type: 'group', subject_id },
            scope: { scope_type: 'tenant' },
          })),
        ...policies.map((policy_version) => ({
          kind: 'policy',
          policy_version,
          environment_id: 'production',
          owner: { user_id: 'a', team: 'risk' },
          body: manifest(rule(policy_version)),
          ...(policy_version === active ? { status: 'active' } : {}),
        })),
      ];
    };
    await fc.assert(
      fc.asyncProperty(fc.array(world, { minLength: 1, maxLength: 3 }), async (worlds) => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        await service.stop();
        service = await startTestService();
        client = clientBy();
        for (const one of worlds) {
          write(documents(one));
          const planned = await plan(PRUNE);
          // What was archived can be declared again, and stays archived.
          const isArchived = planned.conflicts.every(({ because }) =>
            because.startsWith('An archived version'),
          );
          expect(isArchived, JSON.stringify(planned.conflicts)).to.equal(true);
          if (planned.conflicts.length > 0) return;
          await apply(planned);
          expect(told(await plan(PRUNE))).to.deep.equal(nothing);
        }
      }),
      { numRuns: process.env.GOVGATE_TEST_LONG === '1' ? 300 : 20 },
    );
  });
});

class Killed extends Error {}

/** The client with one attempt per call. */
const onceOnly = (client: GovgateClient): GovgateClient =>
  new Proxy(client, {
    get: (target, name) => {
      const call = target[name as keyof GovgateClient] as unknown as (
        input: object,
        options: object,
      ) => unknown;
      return (input: object, options: object) => call(input, { ...options, attempts: 1 });
    },
  });
