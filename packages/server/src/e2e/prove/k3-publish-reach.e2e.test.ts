import type { GrantScope } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import { sampleDraft, sampleHash } from '../../testing/samples/policy-samples.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { putUser } from '../../testing/worlds/callers.js';
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

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

/** Grants that cover the team's version, but not the environment that it would govern. */
const NARROW: Readonly<Record<string, GrantScope>> = {
  'an owner team': { scopeType: 'owner_team', environmentId: null, ownerTeam: TEAM },
  'the resource itself': {
    scopeType: 'resource',
    environmentId: PRODUCTION,
    resourceType: 'policy',
    resourceId: 'pv_team',
  },
  'another environment': { scopeType: 'environment', environmentId: STAGING },
};

onEveryStore('K3: a grant for less than an environment does not decide what is active in it', (start) => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await start();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, [
      {
        kind: policyVersionKind,
        record: sampleDraft('pv_whole', { status: 'active', owner: { userId: 'ada', team: 'security' } }),
      },
      { kind: policyVersionKind, record: sampleDraft('pv_team') },
    ]);
  });

  afterEach(() => service.stop());

  const read = (token: string): Promise<Answered> => service.call(`/v1/policies/pv_team?${SCOPE}`, { token });
  const publish = (token: string, version = 'pv_team'): Promise<Answered> =>
    service.call(`/v1/policies/${version}/publish?${SCOPE}`, {
      token,
      body: { manifest_hash: sampleHash(), reason_code: 'mine_now' },
    });
  const statusOf = async (version: string): Promise<string> =>
    (await service.call(`/v1/policies/${version}?${SCOPE}`, { token: tokens.admin })).json.status;

  for (const [what, scope] of Object.entries(NARROW))
    it(`refuses a publish under a grant for ${what}, and does not offer it`, async () => {
      const token = await putUser(service.ports, 'teo', { role: 'policy_admin', scope });
      if (scope.scopeType === 'environment') {
        expectRefusal(await publish(token), 404, 'not_found');
      } else {
        expect((await read(token)).json.permissions.allowed_actions).to.deep.equal([
          'archive',
          'diff',
          'read',
          'simulate',
          'update',
          'validate',
        ]);
        expectRefusal(await publish(token), 403, 'permission_denied');
        // The answer is the same whether it exists or not.
        expectRefusal(await publish(token, 'pv_nowhere'), 403, 'permission_denied');
        const me = await service.call('/v1/identity/me', { token });
        expect(me.json.permissions).not.to.contain('policy.publish');
      }
      expect([await statusOf('pv_whole'), await statusOf('pv_team')]).to.deep.equal(['active', 'draft']);
    });

  it('allows publishing to whoever holds the environment, even with a token for only that environment', async () => {
    const inProduction = { scopeType: 'environment', environmentId: PRODUCTION } as const;
    const token = await putUser(service.ports, 'eva', { role: 'policy_admin', scope: inProduction });
    expect((await read(token)).json.permissions.allowed_actions).to.contain('publish');
    expect((await publish(token)).status).to.equal(200);
    const narrowed = await tokenFor(service.ports, { subjectId: 'ada', environmentIds: [PRODUCTION] });
    expect((await publish(narrowed, 'pv_whole')).status).to.equal(200);
    expect([await statusOf('pv_whole'), await statusOf('pv_team')]).to.deep.equal(['active', 'superseded']);
  });
});
