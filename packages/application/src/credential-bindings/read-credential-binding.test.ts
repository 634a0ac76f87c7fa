import { clientSessionKind, credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { approvedBinding, draftBinding, session } from '../sessions/testing/records.js';
import {
  answerOf,
  type Bench,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
} from '../testing/use-case-bench.js';
import { makeListCredentialBindings } from './list-credential-bindings.js';
import { makeReadCredentialBinding } from './read-credential-binding.js';
import { makeRotateCredentialBinding } from './rotate-credential-binding.js';

const ref = { scope: PROD_SCOPE, credentialBindingId: 'cb_1' };

const adminBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  return bench;
};

describe('reading a credential binding', () => {
  it('returns projection, check, impact, the newest twenty events and the allowed actions', async () => {
    const bench = await adminBench();
    await bench.put(credentialBindingKind, approvedBinding());
    await bench.put(
      clientSessionKind,
      session({ clientSessionId: 'cs_1', credentialBindingIds: ['cb_1'] }),
      session({ clientSessionId: 'cs_2', credentialBindingIds: ['cb_1'], backendSessionIds: ['be_7'] }),
      session({ clientSessionId: 'cs_3', credentialBindingIds: ['cb_1'], state: 'expired' }),
    );
    const ada = await bench.as('ada');
    const rotate = makeRotateCredentialBinding(bench.ports);
    for (let i = 2; i < 26; i += 1) await rotate(ada, { ...ref, versionRef: `v${i}` });
    const detail = answerOf(await makeReadCredentialBinding(bench.ports)(ada, ref));
    const { recentAudit, binding, ...rest } = detail;
    expect(rest).to.deep.equal({
      schemaVersion: '1.0',
      approvedRuntimeProjection: {
        credentialBindingId: 'cb_1',
        ...PROD_SCOPE,
        approvalStatus: 'approved',
        sourceType: 'mcp_server',
        sourceId: 'srv_1',
        secretStoreType: 'hashicorp_vault',
        secretRefFingerprint: '0123456789abcdef',
        rotationVersionRef: 'v25',
        credentialMode: 'shared_service',
        lifecycleState: 'active',
        safeStatus: 'unknown',
        allowedTargets: approvedBinding().allowedTargets,
        policyRefs: ['pv_1'],
      },
      recentBrokerCheck: {
        status: 'unknown',
        reasonCode: 'never_checked',
        checkedAt: '',
        credentialBindingId: 'cb_1',
        credentialMode: 'shared_service',
        materialReturn: 'never',
      },
      activeSessionImpact: {
        activeClientSessions: 2,
        activeBackendSessions: 3,
        affectedClientSessionIds: ['cs_1', 'cs_2'],
      },
      permissions: binding.permissions,
    });
    expect(recentAudit).to.have.length(20);
    expect(recentAudit[0]).to.deep.equal({
      eventId: recentAudit[0]?.eventId,
      timestamp: START,
      eventType: 'credential_binding.rotated',
      outcome: 'success',
      actorId: 'ada',
      reasonCode: 'requested',
    });
    expect(
      [...recentAudit]
        .map(({ eventId }) => eventId)
        .sort()
        .reverse(),
    ).to.deep.equal(recentAudit.map(({ eventId }) => eventId));
  });

  it('counts only the sessions of environments in which the caller holds grants', async () => {
    const bench = await adminBench();
    await bench.put(credentialBindingKind, approvedBinding({ allowedEnvironmentIds: [PRODUCTION, STAGING] }));
    const uses = { credentialBindingIds: ['cb_1'] };
    await bench.put(clientSessionKind, session(uses), session({ ...uses, environmentId: STAGING }));
    await bench.grant('eve', 'viewer', { scopeType: 'environment', environmentId: PRODUCTION });
    const read = makeReadCredentialBinding(bench.ports);
    const impactFor = async (userId: string) =>
      answerOf(await read(await bench.as(userId), ref)).activeSessionImpact.activeClientSessions;
    expect([await impactFor('ada'), await impactFor('eve')]).to.deep.equal([2, 1]);
  });

  it('lists what grants cover, by id and under filters', async () => {
    const bench = await adminBench();
    const owner = { ...draftBinding().owner, team: 'search' };
    await bench.put(
      credentialBindingKind,
      approvedBinding(),
      draftBinding({ credentialBindingId: 'cb_2', owner }),
      draftBinding({ credentialBindingId: 'cb_3', environmentId: STAGING }),
    );
    await bench.grant('eve', 'viewer', { scopeType: 'owner_team', environmentId: null, ownerTeam: 'search' });
    const list = makeListCredentialBindings(bench.ports);
    const idsOf = async (userId: string, filters = {}) =>
      answerOf(await list(await bench.as(userId), { scope: PROD_SCOPE, filters, limit: 50 })).items.map(
        (item) => item.credentialBindingId,
      );
    expect(await idsOf('ada')).to.deep.equal(['cb_1', 'cb_2']);
    expect(await idsOf('ada', { approvalStatus: 'draft' })).to.deep.equal(['cb_2']);
    expect(await idsOf('ada', { ownerTeam: 'payments' })).to.deep.equal(['cb_1']);
    expect(await idsOf('eve')).to.deep.equal(['cb_2']);
    const bob = await list(await bench.as('bob'), { scope: PROD_SCOPE, filters: {}, limit: 50 });
    expect(refusalOf(bob)).to.equal('scope_forbidden');
  });
});
