import { makeExportBundle, makeImportBundle } from '@govgate/application';
import { sha256Hex } from '@govgate/domain';
import { createMemoryStore, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { textOf } from '../../../../../tools/test-values/text-of.js';
import { importAnswer, malformedAnswer } from './import-answer.js';
import { parseBundle } from './parse-bundle.js';
import { fullDocument } from './testing/full-document.js';
import { writeBundle } from './write-bundle.js';

const bench = () => {
  const store = createMemoryStore();
  const run = makeImportBundle({
    ...store,
    clock: manualClock('2026-03-01T00:00:00.000Z'),
    ids: sequentialIds(),
    hash: sha256Hex,
  });
  return {
    run: async (document: unknown) => {
      const parsed = parseBundle(document);
      if (!parsed.ok) return malformedAnswer(parsed.problems, false);
      return importAnswer(await run(parsed.bundle, { dryRun: false, onConflict: 'fail', actor: 'cli' }));
    },
    exported: () => textOf(writeBundle(makeExportBundle(store)())),
  };
};

describe('a bundle document', () => {
  it('is imported with the contract’s names and casing, and exported again without derived values', async () => {
    const { run, exported } = bench();
    const answer = await run(fullDocument());
    expect(answer.problems).to.deep.equal([]);
    const document = JSON.parse(await exported());
    const { secrets: _, ...expected } = fullDocument.exported();
    expect(document).to.deep.equal(expected);
  });

  it('gives the same export from an empty store, byte by byte', async () => {
    const first = bench();
    await first.run(fullDocument());
    const text = await first.exported();
    const second = bench();
    expect((await second.run(JSON.parse(text))).problems).to.deep.equal([]);
    expect(await second.exported()).to.equal(text);
  });

  it('never exports a write-only reference', async () => {
    const { run, exported } = bench();
    await run(fullDocument());
    const text = await exported();
    for (const secret of fullDocument.exported().secrets) expect(text).to.not.contain(secret);
    expect(text).to.not.match(/secret_ref|signing_key|readinessProbeRef/);
  });

  it('has every section, one record per line, even for an empty store', async () => {
    const { exported } = bench();
    const text = await exported();
    expect(text.split('\n').slice(0, 3)).to.deep.equal([
      '{"schema_version":"1.0",',
      '"tenants":[],',
      '"environments":[],',
    ]);
    expect(Object.keys(JSON.parse(text))).to.deep.equal([
      'schema_version',
      'tenants',
      'environments',
      'users',
      'service_accounts',
      'groups',
      'role_bindings',
      'policies',
      'mcp_servers',
      'credential_bindings',
      'client_surfaces',
      'agents',
      'sessions',
      'data_planes',
      'destinations',
    ]);
  });

  it('counts what it did by the sections of the document', async () => {
    const { run } = bench();
    const counted = (created: number) => ({ created, replaced: 0, merged: 0, kept: 0 });
    expect(await run(fullDocument())).to.deep.equal({
      schema_version: '1.0',
      accepted: true,
      dry_run: false,
      sections: Object.fromEntries(
        Object.entries(fullDocument()).flatMap(([name, items]) =>
          Array.isArray(items) ? [[name, counted(items.length)]] : [],
        ),
      ),
      audit_events: 16,
      problems: [],
    });
  });

  it('takes moments with an offset and keeps them in one form', async () => {
    const { run, exported } = bench();
    const [user] = fullDocument().users;
    const users = [{ ...user, disabled_at: '2026-02-01T02:30:00+02:00' }];
    await run({ ...fullDocument(), users, role_bindings: [], groups: [] });
    expect(JSON.parse(await exported()).users[0].disabled_at).to.equal('2026-02-01T00:30:00.000Z');
  });
});

describe('what is wrong with a bundle document', () => {
  const told = async (document: unknown) =>
    (await bench().run(document)).problems.map(({ path, reason_code }) => [path, reason_code]);
  const full = fullDocument();

  it('is reported all at once, by path and code', async () => {
    const [user] = full.users;
    const [policy] = full.policies;
    expect(
      await told({
        ...full,
        users: [user, { ...user, user_id: 'not an id', nickname: 'x' }],
        policies: [{ ...policy, owner: { user_id: 'usr_ada' }, status: 'published' }],
      }),
    ).to.deep.equal([
      ['users[1].user_id', 'invalid_value'],
      ['users[1].nickname', 'unknown_field'],
      ['policies[0].status', 'invalid_value'],
      ['policies[0].owner.team', 'missing_field'],
    ]);
  });

  it('is reported in the document’s spelling where the import finds it', async () => {
    const [group] = full.groups;
    const [policy] = full.policies;
    const [server] = full.mcp_servers;
    const [submission] = server.submissions;
    const body = { ...policy.body, rules: [{ ...policy.body.rules[0], effect: 'perhaps' }] };
    expect(
      await told({
        ...full,
        groups: [{ ...group, members: ['usr_ada', 'usr_nobody'] }],
        policies: [{ ...policy, environment_id: 'nowhere', body }],
        mcp_servers: [{ ...server, submissions: [{ ...submission, superseded_by_submission_id: 'sub_9' }] }],
      }),
    ).to.have.deep.members([
      ['groups[0].members[1]', 'unknown_reference'],
      ['policies[0].text', 'inconsistent'],
      ['policies[0].environment_id', 'unknown_reference'],
      ['policies[0].body.rules[0].effect', 'validation_failed'],
      ['mcp_servers[0].submissions[0].superseded_by_submission_id', 'unknown_reference'],
    ]);
  });

  it('is a document of another version, or without one', async () => {
    expect(await told([])).to.deep.equal([['', 'invalid_value']]);
    expect(await told({})).to.deep.equal([['schema_version', 'missing_field']]);
    expect(await told({ schema_version: '2.0', users: {}, extras: [] })).to.deep.equal([
      ['extras', 'unknown_field'],
      ['schema_version', 'unsupported_version'],
      ['users', 'invalid_value'],
    ]);
  });

  it('never repeats a value, or a name that could be one', async () => {
    const secret = 'sk_live_0123456789abcdef!';
    const [user] = full.users;
    const answer = await bench().run({
      ...full,
      [secret]: [],
      users: [{ ...user, [secret]: secret, display_name: secret.repeat(20) }],
    });
    expect(answer.problems.map(({ path }) => path)).to.deep.equal(['', 'users[0].display_name', 'users[0]']);
    expect(JSON.stringify(answer)).to.not.contain('sk_live');
  });

  it('is a credential in any text, reported by its position', async () => {
    const [user] = full.users;
    const [policy] = full.policies;
    const [server] = full.mcp_servers;
    const [submission] = server.submissions;
    const [tool] = submission?.manifest.tools ?? [];
    const [agent] = full.agents;
    const leaking = `https://${'ada:example'}@wiki.example`;
    expect(
      await told({
        ...full,
        users: [{ ...user, display_name: leaking }],
        agents: [{ ...agent, purpose: leaking, owner: { ...agent?.owner, escalation_contact: leaking } }],
      }),
    ).to.deep.equal([
      ['users[0].display_name', 'forbidden_material'],
      ['agents[0].purpose', 'forbidden_material'],
      ['agents[0].owner.escalation_contact', 'forbidden_material'],
    ]);
    const manifest = {
      ...submission?.manifest,
      tools: [{ ...tool, input_schema: { type: 'object', description: leaking } }],
    };
    expect(
      await told({
        ...full,
        policies: [{ ...policy, status: 'draft', body: { ...policy.body, note: leaking } }],
        mcp_servers: [{ ...server, submissions: [{ ...submission, manifest }] }],
      }),
    ).to.have.deep.members([
      ['policies[0].body', 'forbidden_material'],
      ['mcp_servers[0].submissions[0].manifest.tools', 'forbidden_material'],
    ]);
  });

  it('is an inner document that reaches into prototypes or nests too deep', async () => {
    const [policy] = full.policies;
    const problem = [['policies[0].body', 'invalid_value']];
    const reaching = JSON.parse('{"rules":[],"x":{"__proto__":{"admin":true}}}');
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    for (const body of [reaching, deep, [], 'text'])
      expect(await told({ ...full, policies: [{ ...policy, status: 'draft', body }] })).to.deep.equal(
        problem,
      );
  });

  it('is not a derived value, whatever it says', async () => {
    const [policy] = full.policies;
    const derived = { manifest_hash: 42, etag: null, usage_refs: 'none', permissions: [] };
    expect(await told({ ...full, policies: [{ ...policy, ...derived }] })).to.deep.equal([]);
  });
});
