import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { expect } from 'chai';
import type { Live, Plain, ResourceKind } from './as-code/resource.js';
import { PLANNED_OPERATIONS, RESOURCE_KINDS } from './as-code/resource-kinds.js';
import { RESOURCE_SCHEMAS } from './as-code/resource-schemas.js';

const CONSOLE = fileURLToPath(new URL('../../console/src/app/', import.meta.url));

const consoleText = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(CONSOLE, name), 'utf8'))
  .join('\n');

/** Changes of a record that the console does not offer, each with its reason. */
const NOT_IN_CONSOLE: Readonly<Record<string, string>> = {
  configureEnvironment: 'environments are configured over the API',
  recordAppliedSet: 'govgate apply records what it did',
  replacePolicyTests: 'tests of a policy are kept with its files',
  reportHeartbeat: 'data planes report themselves',
  reportSession: 'gateways report sessions',
  submitMcpManifest: 'the console has manifests read, or registers them',
  updateGroup: 'groups are renamed over the API',
  useApproval: 'gateways use what was approved',
};

const isChange = ({ method, audited }: Operation): boolean =>
  method !== 'get' && audited?.idParam !== undefined;

/** The operations that write a kind of resource from files. */
const WRITTEN_BY: Readonly<Record<keyof typeof RESOURCE_SCHEMAS, readonly string[]>> = {
  environment: ['createEnvironment'],
  user: ['createUser', 'updateUser'],
  service_account: ['createServiceAccount', 'updateServiceAccount'],
  group: ['createGroup', 'updateGroup'],
  role_binding: ['createRoleBinding'],
  policy: ['createPolicy', 'updatePolicy'],
  client_surface: ['createClientSurface', 'updateClientSurface'],
  agent: ['registerAgent'],
};

const OWNER = { team: 'payments', userId: 'usr_ada', escalationContact: 'lead', oncallRotation: 'weekly' };
const AGENT = {
  agent_id: 'agt',
  environment_id: 'production',
  owner: { team: 'payments', escalation_contact: 'lead' },
};

/** A document of each kind with every field, and another value for each field that files decide. */
const DOCUMENTS: Readonly<Record<keyof typeof RESOURCE_SCHEMAS, readonly [Plain, Plain]>> = {
  environment: [{ environment_id: 'production' }, { environment_id: 'staging' }],
  user: [
    { user_id: 'usr_ada', display_name: 'Ada', disabled: false },
    { user_id: 'usr_ben', display_name: 'Ben', disabled: true },
  ],
  service_account: [
    { service_account_id: 'svc_ci', display_name: 'Pipeline', disabled: false },
    { service_account_id: 'svc_cd', display_name: 'Deployer', disabled: true },
  ],
  group: [
    { group_id: 'grp', display_name: 'Payments', external_ids: ['a'], members: ['usr_ada'] },
    { group_id: 'other', display_name: 'Orders', external_ids: ['b'], members: ['usr_ben'] },
  ],
  role_binding: [
    {
      role: 'policy_admin',
      subject: { subject_type: 'user', subject_id: 'usr_ada' },
      scope: { scope_type: 'tenant' },
      not_before: '2026-01-01T00:00:00Z',
      expires_at: '2027-01-01T00:00:00Z',
    },
    {
      role: 'auditor',
      subject: { subject_type: 'group', subject_id: 'grp' },
      scope: { scope_type: 'environment', environment_id: 'production' },
      not_before: '2026-02-01T00:00:00Z',
      expires_at: '2027-02-01T00:00:00Z',
    },
  ],
  policy: [
    {
      policy_version: 'pv_1',
      environment_id: 'production',
      owner: { user_id: 'usr_ada', team: 'payments' },
      description: 'First',
      status: 'draft',
      body: { rules: [] },
      text: 'rules: []',
      text_format: 'yaml',
      tests: { cases: {} },
    },
    {
      policy_version: 'pv_2',
      environment_id: 'staging',
      owner: { user_id: 'usr_ben', team: 'orders' },
      description: 'Second',
      status: 'active',
      body: { rules: [1] },
      text: 'rules: [1]',
      text_format: 'json',
      tests: { cases: { one: {} } },
    },
  ],
  client_surface: [
    {
      clientSurfaceId: 'cs_1',
      displayName: 'Console',
      owner: OWNER,
      allowedEnvironmentIds: ['production'],
      authType: 'oidc',
      clientType: 'web_app',
      discoverability: 'team',
      configSnippet: { format: 'toml' },
    },
    {
      clientSurfaceId: 'cs_2',
      displayName: 'Editor',
      owner: { ...OWNER, team: 'orders' },
      allowedEnvironmentIds: ['staging'],
      authType: 'mtls',
      clientType: 'ide',
      discoverability: 'hidden',
      configSnippet: { format: 'mcp_json' },
    },
  ],
  agent: [
    {
      ...AGENT,
      name: 'Helper',
      purpose: 'Helps',
      allowed_surfaces: ['cs_1'],
      allowed_environments: ['production'],
      delegation_mode: 'on_behalf_of',
      credential_mode: 'per_agent',
      instance_identity: { required: false, allowed_instance_ids: [], allowed_instance_id_prefixes: [] },
    },
    {
      agent_id: 'other',
      environment_id: 'staging',
      owner: { team: 'orders', escalation_contact: 'lead' },
      name: 'Worker',
      purpose: 'Works',
      allowed_surfaces: ['cs_2'],
      allowed_environments: ['staging'],
      delegation_mode: 'none',
      credential_mode: 'none',
      instance_identity: { required: true, allowed_instance_ids: ['i'], allowed_instance_id_prefixes: [] },
    },
  ],
};

/** What a document has not where a field of it counts: a file gives a policy as an object or as a text. */
const INSTEAD_OF: Readonly<Record<string, Plain>> = { body: { text: null, text_format: null } };

/** A document, and the same with another value of a field. */
const withAnother = ([document, other]: readonly [Plain, Plain], field: string): readonly [Plain, Plain] => {
  const before = { ...document, ...INSTEAD_OF[field] };
  return [before, { ...before, [field]: other[field] }];
};

/** Fields by which a resource is found: a document with another one is of another resource. */
const IDENTIFIES: Readonly<Record<string, readonly string[]>> = {
  environment: ['environment_id'],
  user: ['user_id'],
  service_account: ['service_account_id'],
  group: ['group_id'],
  role_binding: ['role', 'subject', 'scope'],
  policy: ['policy_version', 'environment_id'],
  client_surface: ['clientSurfaceId'],
  agent: ['agent_id', 'environment_id'],
};

const text = (value: unknown): string => JSON.stringify(value);

const liveOf = (kind: ResourceKind, record: Plain): Live => ({
  id: kind.idOf(record),
  record: kind.normal(record),
  etag: null,
  facts: {},
});

/** The calls of a kind that lead from one document to another. */
const updateOf = (kind: ResourceKind, before: Plain, after: Plain, field: string) =>
  kind.update(kind.normal(after), liveOf(kind, before), [field]);

// What a change is made for is no field of the record.
const OF_THE_CALL = ['reason', 'reason_code', 'reasonCode'];

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { readonly entries?: object } | undefined)?.entries ?? {});

const bodyOf = (id: string): string[] => {
  const operation = allOperations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return fieldsOf(operation.body);
};

describe('nothing is forgotten', () => {
  it('in the console: it offers every change of a record, or a reason says why not', () => {
    const missing = allOperations
      .filter(isChange)
      .map(({ id }) => id)
      .filter((id) => !new RegExp(`\\.${id}\\b`).test(consoleText));
    expect(
      missing.sort(),
      'add its button in packages/console/src/app/pages, or a reason above',
    ).to.deep.equal(Object.keys(NOT_IN_CONSOLE));
  });

  for (const kind of RESOURCE_KINDS) {
    const name = kind.kind as keyof typeof RESOURCE_SCHEMAS;
    const kindFile = `the ${name} of server/src/as-code/kinds`;
    const [document, other] = DOCUMENTS[name];
    const fields = fieldsOf(RESOURCE_SCHEMAS[name]).filter(
      (field) => field !== '$schema' && field !== 'kind',
    );

    it(`in plans: every field of a ${name} that files decide is compared, and sent when it is created`, () => {
      expect(Object.keys(document).sort(), 'give it two values in DOCUMENTS above').to.deep.equal(
        [...fields].sort(),
      );
      const ignored = fields.filter((field) => {
        const [before, changed] = withAnother(DOCUMENTS[name], field);
        return (
          text(kind.normal(changed)) === text(kind.normal(before)) ||
          text(kind.create(kind.normal(changed))) === text(kind.create(kind.normal(before)))
        );
      });
      expect(ignored, `add it to \`normal\` and \`create\` in ${kindFile}`).to.deep.equal([]);
    });

    it(`in plans: a changed field of a ${name} is sent, or the plan says why not`, () => {
      const silent = fields
        .filter((field) => !IDENTIFIES[name]?.includes(field))
        .filter((field) => {
          const [before, changed] = withAnother(DOCUMENTS[name], field);
          const isRefused = kind.fixed(liveOf(kind, before), [field]) !== undefined;
          const calls = updateOf(kind, before, changed, field);
          // Publishing takes no content.
          const isPublished = calls.some(({ action }) => action === 'publish');
          const ignored = text(calls) === text(updateOf(kind, before, before, field));
          return !isRefused && !isPublished && ignored;
        });
      expect(silent, `send it in \`update\`, or say why not in \`fixed\`, in ${kindFile}`).to.deep.equal([]);
    });

    it(`in plan files: what a plan does to a ${name} is a call that they may have`, () => {
      const live = liveOf(kind, document);
      const calls = [
        ...[document, other].flatMap((one) => kind.create(kind.normal(one))),
        ...fields.flatMap((field) =>
          kind.update(kind.normal({ ...document, [field]: other[field] }), live, [field]),
        ),
        ...(kind.remove?.(live) ?? []),
      ];
      const unknown = calls.map(({ operation }) => operation).filter((id) => !PLANNED_OPERATIONS.has(id));
      expect(unknown).to.deep.equal([]);
    });
  }

  for (const [kind, operations] of Object.entries(WRITTEN_BY)) {
    it(`in files: they decide every field of a ${kind} that the API takes`, () => {
      const decided = [...fieldsOf(RESOURCE_SCHEMAS[kind as keyof typeof RESOURCE_SCHEMAS]), ...OF_THE_CALL];
      const missing = operations.flatMap(bodyOf).filter((field) => !decided.includes(field));
      expect(missing, 'add it in server/src/as-code/resource-schemas.ts').to.deep.equal([]);
    });
  }
});
