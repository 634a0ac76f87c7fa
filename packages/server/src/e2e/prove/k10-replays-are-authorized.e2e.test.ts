import { allOperations, type Operation } from '@govgate/adapter-http';
import { auditEventBy, systemCaller } from '@govgate/application';
import type { RoleBinding } from '@govgate/domain';
import { roleBindingKind, type Stored } from '@govgate/ports';
import { expect } from 'chai';
import { asRepeated, expectRefusal, withoutRequestId } from '../../testing/expectations.js';
import { tellProof } from '../../testing/proof-record.js';
import { SAMPLE_RECORDS } from '../../testing/samples/operation-samples.js';
import { sampleOf, sendSample } from '../../testing/samples/send-sample.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { putUser } from '../../testing/worlds/callers.js';
import { MemoryWorlds } from '../../testing/worlds/memory-worlds.js';
import {
  makeWorld,
  PRODUCTION,
  putRecords,
  STAGING,
  TEAM,
  TENANT,
  type Tokens,
  tokenFor,
} from '../../testing/worlds/world.js';

const KEY = { 'idempotency-key': 'the-very-same' };
/** Everything that keeps an answer for a key. */
const KEYED = allOperations.filter(({ audited }) => audited !== undefined);

interface World {
  readonly service: TestService;
  readonly tokens: Tokens;
}

const fillWorld = async ({ ports }: TestService): Promise<Tokens> => {
  const tokens = await makeWorld(ports);
  await putRecords(ports, TENANT, SAMPLE_RECORDS);
  return tokens;
};

const keyed = ({ service }: World, operation: Operation, token: string): Promise<Answered> =>
  sendSample(service.call, operation, token, { headers: { ...sampleOf(operation).headers, ...KEY } });
const bare = ({ service }: World, operation: Operation, token: string): Promise<Answered> =>
  sendSample(service.call, operation, token);

const told = ({ status, json }: Answered): string =>
  `${status} ${json?.reasonCode ?? ''} ${json?.field ?? ''}`;

const bindingsOf = async ({ service }: World, userId: string): Promise<readonly Stored<RoleBinding>[]> => {
  const page = await service.ports.records.page(
    roleBindingKind,
    { tenantId: TENANT },
    { where: { is: { subjectId: userId } }, limit: 10 },
  );
  return page.items;
};

const write = async ({ service: { ports } }: World, records: readonly RoleBinding[]): Promise<void> => {
  const event = auditEventBy(ports, systemCaller('cli', TENANT, ports.ids.mint('request')), {
    eventType: 'role_binding.imported',
    action: 'import',
    environmentId: null,
    resourceId: 'rb_ada',
  });
  const changes = records.map((record) => ({
    kind: roleBindingKind,
    record,
    expectedVersion: 'any' as const,
  }));
  await ports.unitOfWork.commit({ changes, audit: [event] });
};

/** Revokes all roles of a user, as an administrator does, and returns what restores them. */
const withoutRoles = async (world: World, userId: string): Promise<() => Promise<void>> => {
  const before = (await bindingsOf(world, userId)).map(({ record }) => record);
  await write(
    world,
    before.map((record) => ({ ...record, disabledAt: '2026-01-03T00:00:00.000Z' })),
  );
  return () => write(world, before);
};

describe('K10: a replay is authorized again', () => {
  it('in every operation: for a narrowed token, for whoever lost their roles, and for whoever still may', async function () {
    this.timeout(240_000);
    const wrong: string[] = [];
    let trials = 0;
    const worlds = new MemoryWorlds(fillWorld);
    for (const operation of KEYED) {
      const { service, world: tokens } = await worlds.open();
      const world: World = { service, tokens };
      const first = await keyed(world, operation, tokens.admin);
      expect(first.status, `${operation.id} ${first.text}`).to.be.below(300);
      const hold = (who: string, replayed: string, wanted: string): void => {
        trials += 1;
        if (replayed !== wanted) wrong.push(`${operation.id}, ${who}: ${replayed} rather than ${wanted}`);
      };
      const staging = await tokenFor(service.ports, { subjectId: 'ada', environmentIds: [STAGING] });
      const auditing = await tokenFor(service.ports, { subjectId: 'ada', permissions: ['audit.read'] });
      for (const [who, token] of [
        ['staging', staging],
        ['auditing', auditing],
      ] as const) {
        const replay = await keyed(world, operation, token);
        expect(replay.status, `${operation.id} ${who}`).to.be.oneOf([403, 404]);
        hold(who, told(replay), told(await bare(world, operation, token)));
      }
      const giveBack = await withoutRoles(world, 'ada');
      const lost = await keyed(world, operation, tokens.admin);
      expect(lost.status, operation.id).to.be.oneOf([403, 404]);
      hold('without roles', told(lost), told(await bare(world, operation, tokens.admin)));
      await giveBack();
      const again = await keyed(world, operation, tokens.admin);
      hold(
        'still allowed',
        JSON.stringify([again.status, withoutRequestId(again)]),
        JSON.stringify([first.status, asRepeated(operation, first)]),
      );
      await service.stop();
    }
    tellProof({ id: 'K10', what: 'operation × replaying caller', trials, broken: wrong.length });
    expect(wrong).to.deep.equal([]);
    expect(trials).to.be.greaterThan(150);
  });
});

onEveryStore('K10: a replay', (start) => {
  let world: World;

  beforeEach(async () => {
    const service = await start();
    world = { service, tokens: await fillWorld(service) };
  });

  afterEach(() => world.service.stop());

  const operation = (id: string): Operation => {
    const found = allOperations.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found;
  };

  it('of a create is refused with the token of another environment', async () => {
    const createAgent = operation('registerAgent');
    expect((await keyed(world, createAgent, world.tokens.admin)).status).to.equal(201);
    const staging = await tokenFor(world.service.ports, { subjectId: 'ada', environmentIds: [STAGING] });
    expectRefusal(await keyed(world, createAgent, staging), 403, 'scope_forbidden');
  });

  it('of a grant is refused once the role that gave it is disabled', async () => {
    const create = operation('createRoleBinding');
    expect((await keyed(world, create, world.tokens.admin)).status).to.equal(201);
    const giveBack = await withoutRoles(world, 'ada');
    expectRefusal(await keyed(world, create, world.tokens.admin), 403, 'permission_denied');
    await giveBack();
    expect((await keyed(world, create, world.tokens.admin)).status).to.equal(201);
  });

  it('of a removal gives the same answer, although the record is gone', async () => {
    const deregister = operation('deregisterDataPlane');
    const first = await keyed(world, deregister, world.tokens.admin);
    const second = await keyed(world, deregister, world.tokens.admin);
    expect([second.status, withoutRequestId(second)]).to.deep.equal([200, withoutRequestId(first)]);
    expectRefusal(await bare(world, deregister, world.tokens.admin), 404, 'not_found');
  });

  it('is refused to a team that the record has left', async () => {
    const scope = { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: TEAM } as const;
    const token = await putUser(world.service.ports, 'teo', { role: 'policy_admin', scope });
    const validate = operation('validatePolicy');
    const before = await keyed(world, validate, token);
    expect(before.status, before.text).to.equal(200);
    const url = `/v1/policies/pv_draft?tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
    const read = await world.service.call(url, { token: world.tokens.admin });
    const moved = await world.service.call(url, {
      method: 'PUT',
      token: world.tokens.admin,
      headers: { 'if-match': read.json.etag },
      body: { owner: { user_id: 'ada', team: 'security' }, body: read.json.body },
    });
    expect(moved.status, moved.text).to.equal(200);
    expectRefusal(await keyed(world, validate, token), 403, 'permission_denied');
  });
});
