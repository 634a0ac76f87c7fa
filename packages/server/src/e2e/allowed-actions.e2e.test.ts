import { policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { sampled } from '../testing/proof-record.js';
import { sampleDigest } from '../testing/samples/approval-samples.js';
import { SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { sampleDraft, sampleHash, sampleManifest } from '../testing/samples/policy-samples.js';
import type { Answered, CallRequest, TestService } from '../testing/test-service.js';
import { MemoryWorlds } from '../testing/worlds/memory-worlds.js';
import {
  makeWorld,
  type PersonName,
  PRODUCTION,
  putRecords,
  TENANT,
  type Tokens,
} from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const snake = { reason_code: 'sample', reason: 'A sample' };
const camel = { reasonCode: 'sample', reason: 'A sample' };

/** How an action on a record is requested: the rest of its path, and the body. */
interface ActionCall {
  readonly rest?: string;
  readonly request?: CallRequest;
  readonly query?: string;
}

interface Resource {
  readonly path: string;
  readonly ids: readonly string[];
  readonly query?: string;
  /** Where the record's answer lists the allowed actions. */
  readonly listed: (answer: Answered) => readonly string[];
  readonly actions: Readonly<Record<string, (etag: string) => ActionCall>>;
}

const post = (rest: string, body: unknown) => (): ActionCall => ({ rest, request: { body } });
const read = (): ActionCall => ({});

const ACCOUNT_ACTIONS: Resource['actions'] = {
  read,
  update: (etag) => ({
    request: { method: 'PUT', headers: { 'if-match': etag }, body: { display_name: 'Another name' } },
  }),
  disable: post('/disable', snake),
  enable: post('/enable', snake),
};

const RESOURCES: Readonly<Record<string, Resource>> = {
  policy: {
    path: '/v1/policies',
    ids: ['pv_draft', 'pv_live', 'pv_superseded', 'pv_archived'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: {
      read,
      diff: () => ({ rest: '/diff', query: '&against=pv_other' }),
      simulate: post('/simulate', {
        request: { target: { kind: 'mcp_server', server_id: 'srv', tool_id: 'find' }, action: 'tool.invoke' },
      }),
      update: (etag) => ({
        request: {
          method: 'PUT',
          headers: { 'if-match': etag },
          body: { owner: { user_id: 'ada', team: 'payments' }, body: sampleManifest('allow') },
        },
      }),
      validate: post('/validate', {}),
      archive: post('/archive', snake),
      publish: post('/publish', { manifest_hash: sampleHash(), ...snake }),
    },
  },
  agent: {
    path: '/v1/agents',
    ids: ['agent_draft', 'agent_active', 'agent_disabled'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: {
      read,
      approve: post('/approve', snake),
      reject: post('/reject', snake),
      enable: post('/enable', snake),
      disable: post('/disable', snake),
      archive: post('/archive', snake),
      revoke: post('/revoke', snake),
    },
  },
  credential_binding: {
    path: '/v1/credential-bindings',
    ids: ['cb_draft', 'cb_pending', 'cb_approved', 'cb_disabled'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: {
      read,
      submit: post('/submit', camel),
      approve: post('/approval', { toStatus: 'approved', ...camel }),
      reject: post('/approval', { toStatus: 'rejected', ...camel }),
      request_changes: post('/approval', { toStatus: 'changes_requested', ...camel }),
      rotate: post('/rotate', { versionRef: 'v9', ...camel }),
      disable: post('/disable', camel),
      enable: post('/enable', camel),
      revoke: post('/revoke', camel),
    },
  },
  session: {
    path: '/v1/sessions',
    ids: ['sess_1'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: { read, terminate: post('/terminate', snake) },
  },
  approval: {
    path: '/v1/approvals',
    ids: ['apr_pending', 'apr_approved'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: {
      read,
      approve: post('/approve', snake),
      deny: post('/deny', snake),
      // The digest is that of the record under test.
      use: post('/use', { call_digest: sampleDigest('apr_approved') }),
    },
  },
  client_surface: {
    path: '/v1/client-surfaces',
    query: `environment_id=${PRODUCTION}`,
    ids: ['cs_draft', 'cs_active', 'cs_disabled'],
    listed: ({ json }) => json.permissions.allowedActions,
    actions: {
      read,
      approve: post('/approve', camel),
      reject: post('/reject', camel),
      enable: post('/enable', camel),
      disable: post('/disable', camel),
      archive: post('/archive', camel),
      revoke: post('/revoke', camel),
    },
  },
  user: {
    path: '/v1/users',
    query: `tenant_id=${TENANT}`,
    ids: ['idp%7Cuser-active', 'user_disabled', 'ada'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: ACCOUNT_ACTIONS,
  },
  service_account: {
    path: '/v1/service-accounts',
    query: `tenant_id=${TENANT}`,
    ids: ['robot_active', 'robot_disabled'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: ACCOUNT_ACTIONS,
  },
  mcp_server: {
    path: '/v1/mcp-servers',
    ids: ['srv_live', 'srv_pending', 'srv_disabled'],
    listed: ({ json }) => json.permissions.allowed_actions,
    actions: {
      read,
      deprecate: post('/registration-status/deprecate', snake),
      disable: post('/disable', snake),
      enable: post('/enable', snake),
    },
  },
};

/** Policy versions in the states missing from the samples. */
const STATES = [
  sampleDraft('pv_superseded', { status: 'superseded' }),
  sampleDraft('pv_archived', {
    status: 'archived',
    archivedAt: '2026-01-03T00:00:00.000Z',
    archivedBy: 'ada',
  }),
].map((record) => ({ kind: policyVersionKind, record }));

/** A record is tried by two of them; a proof has all try each. */
const PEOPLE: readonly PersonName[] = ['admin', 'second', 'viewer', 'auditor', 'breakGlass', 'team'];

/** An unlisted action must be refused, or change nothing: repeating what already holds is 200. */
const changesNothing = (before: string, after: string): boolean => before === after;

describe('allowed_actions says exactly what then succeeds', function () {
  this.timeout(60_000);

  for (const [name, resource] of Object.entries(RESOURCES)) {
    for (const [at, id] of resource.ids.entries()) {
      const people = sampled(PEOPLE, 3, at);
      it(`${name} ${id}, for ${people.join(', ')}`, async () => {
        for (const person of people) await holdAgainst(resource, id, person);
      });
    }
  }
});

interface World {
  readonly service: TestService;
  readonly tokens: Tokens;
}

const worlds = new MemoryWorlds(async ({ ports }) => {
  const tokens = await makeWorld(ports);
  await putRecords(ports, TENANT, [...SAMPLE_RECORDS, ...STATES]);
  return tokens;
});

const startWorld = async (): Promise<World> => {
  const { service, world: tokens } = await worlds.open();
  return { service, tokens };
};

/** Tries every action; a success may change the record, so the next one gets its own world. */
const holdAgainst = async (resource: Resource, id: string, person: PersonName): Promise<void> => {
  let world: World | undefined;
  for (const [action, callOf] of Object.entries(resource.actions)) {
    world ??= await startWorld();
    try {
      if (!(await succeeds(world, resource, id, person, action, callOf))) continue;
    } catch (fault) {
      await world.service.stop();
      throw fault;
    }
    await world.service.stop();
    world = undefined;
  }
  await world?.service.stop();
};

/** Checks one action against what the record lists; returns whether it succeeded. */
const succeeds = async (
  { service, tokens }: World,
  resource: Resource,
  id: string,
  person: PersonName,
  action: string,
  callOf: Resource['actions'][string],
): Promise<boolean> => {
  const query = resource.query ?? SCOPE;
  const own = `${resource.path}/${id}?${query}`;
  const seen = await service.call(own, { token: tokens[person] });
  const listed = seen.status === 200 ? resource.listed(seen) : [];
  const asAdmin = await service.call(own, { token: tokens.admin });
  const { rest = '', request: wanted = {}, query: more = '' } = callOf(asAdmin.headers.get('etag') ?? '');
  const answer = await service.call(`${resource.path}/${id}${rest}?${query}${more}`, {
    ...wanted,
    token: tokens[person],
  });
  const after = await service.call(own, { token: tokens.admin });
  const what = `${person} ${action} ${id}: ${answer.status} ${answer.text.slice(0, 200)}; listed ${listed.join()}`;
  if (listed.includes(action)) expect(answer.status, what).to.be.within(200, 299);
  else if (answer.status < 300) expect(changesNothing(asAdmin.text, after.text), what).to.equal(true);
  else expect(answer.status, what).to.be.oneOf([403, 404, 409, 412]);
  return answer.status < 300;
};
