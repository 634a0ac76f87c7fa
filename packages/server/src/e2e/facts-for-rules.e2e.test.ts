import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeCreateApiToken } from '@govgate/application';
import { ecsEvent } from '@govgate/domain/internal';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { type SigmaRule, sigmaMatches } from '../testing/delivery/sigma-rule.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { putUser } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../testing/worlds/world.js';

const FOLDER = fileURLToPath(new URL('../../../../docs/siem/sigma/', import.meta.url));
const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

describe('what the service records for the worst cases', function () {
  this.timeout(90_000);
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
  });

  afterEach(() => service.stop());

  /** The number of events in the trail that a rule matches. */
  const foundBy = async (name: string): Promise<number> => {
    const rule = load(readFileSync(`${FOLDER}${name}.yml`, 'utf8')) as SigmaRule;
    const query = { filter: {}, direction: 'asc', limit: 10_000 } as const;
    const { items } = await service.ports.auditTrail.page(TENANT, query);
    return items.filter((event) => sigmaMatches(rule, ecsEvent({ event, repeat: false }))).length;
  };

  const publish = async (policyVersion: string, defaultEffect: 'allow' | 'deny'): Promise<void> => {
    const draft = await service.call(`/v1/policies?${SCOPE}`, {
      token: tokens.admin,
      body: {
        policy_version: policyVersion,
        owner: { user_id: 'ada', team: 'payments' },
        body: { manifest_version: '1.0', default_effect: defaultEffect, rules: [] },
        reason_code: 'change',
      },
    });
    expect(draft.status, draft.text).to.equal(201);
    const published = await service.call(`/v1/policies/${policyVersion}/publish?${SCOPE}`, {
      token: tokens.admin,
      body: { manifest_hash: draft.json.manifest_hash, reason_code: 'change' },
    });
    expect(published.status, published.text).to.equal(200);
  };

  it('is matched by its rule when a publish flips the default effect, and only then', async () => {
    const seen: number[] = [];
    for (const [version, effect] of [
      ['pv_closed', 'deny'],
      ['pv_open', 'allow'],
      ['pv_open_too', 'allow'],
      ['pv_closed_again', 'deny'],
    ] as const) {
      await publish(version, effect);
      seen.push(await foundBy('policy-default-effect-changed'));
    }
    expect(seen).to.deep.equal([0, 1, 1, 2]);
  });

  it('is matched by its rule when a token without expiry is issued, and a powerful role granted', async () => {
    await putUser(service.ports, 'bob');
    const make = makeCreateApiToken(service.ports, (count) => new Uint8Array(count).map((_, i) => i * 7));
    const input = { tenantId: TENANT, subjectType: 'user', subjectId: 'bob', environmentIds: null } as const;
    const before = await foundBy('token-without-end');
    expect((await make({ ...input, expiresAt: null })).ok).to.equal(true);
    expect(await foundBy('token-without-end')).to.equal(before + 1);
    const grant = (role: string) =>
      service.call(`/v1/admin/role-bindings?tenant_id=${TENANT}`, {
        token: tokens.admin,
        body: {
          role,
          subject: { subject_type: 'user', subject_id: 'bob' },
          scope: { scope_type: 'tenant' },
          reason_code: 'joins',
        },
      });
    expect((await grant('viewer')).status).to.equal(201);
    expect(await foundBy('powerful-role-granted')).to.equal(0);
    expect((await grant('security_admin')).status).to.equal(201);
    expect(await foundBy('powerful-role-granted')).to.equal(1);
  });
});
