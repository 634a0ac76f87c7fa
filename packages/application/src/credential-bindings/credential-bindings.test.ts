import { type Result, Secret } from '@govgate/domain';
import { clientSessionKind, credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../role-bindings/testing/bench.js';
import { approvedBinding, draftBinding, session } from '../sessions/testing/records.js';
import {
  type CreateCredentialBindingInput,
  makeCreateCredentialBinding,
} from './create-credential-binding.js';
import { makeDisableCredentialBinding } from './disable-credential-binding.js';
import { makeEnableCredentialBinding } from './enable-credential-binding.js';
import { makeListCredentialBindings } from './list-credential-bindings.js';
import { makeReadCredentialBinding } from './read-credential-binding.js';
import { makeRevokeCredentialBinding } from './revoke-credential-binding.js';
import { makeRotateCredentialBinding } from './rotate-credential-binding.js';
import { makeSubmitCredentialBinding } from './submit-credential-binding.js';

const REFERENCE = 'kv/data/payments/api-key';

const draft = (over: Partial<CreateCredentialBindingInput> = {}): CreateCredentialBindingInput => {
  const { owner, source, secretStoreType, credentialMode, allowedTargets } = draftBinding();
  return {
    scope: PROD_SCOPE,
    credentialBindingId: 'cb_1',
    allowedEnvironmentIds: undefined,
    secretRef: new Secret(REFERENCE),
    ...{ owner, source, secretStoreType, credentialMode, allowedTargets },
    rotation: { versionRef: 'v1' },
    ...over,
  };
};

const ref = { scope: PROD_SCOPE, credentialBindingId: 'cb_1' };

const adminBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  return bench;
};

describe('creating a credential binding', () => {
  it('keeps a summary and a fingerprint of the reference, and not the reference', async () => {
    const bench = await adminBench();
    const made = answerOf(await makeCreateCredentialBinding(bench.ports)(await bench.as('ada'), draft()));
    expect(made).to.deep.include({
      approvalStatus: 'draft',
      lifecycleState: 'inactive',
      secretRefSummary: 'hashicorp_vault:…/api-key',
      secretRefFingerprint: bench.ports.secretFingerprint(REFERENCE),
      allowedEnvironmentIds: [PRODUCTION],
      submittedBy: '',
      submittedAt: '',
    });
    const stored = await bench.store.records.get(credentialBindingKind, PROD_SCOPE, 'cb_1');
    expect(stored?.record.createdBy).to.equal('ada');
    for await (const link of bench.store.auditTrail.links(TENANT, 1))
      expect(link.text).not.to.contain(REFERENCE);
    expect(JSON.stringify([made, stored])).not.to.contain('kv/data');
    expect(await bench.events()).to.deep.equal(['credential_binding.created']);
  });

  it('offers its maker no approval under four eyes', async () => {
    const bench = await adminBench();
    const made = answerOf(await makeCreateCredentialBinding(bench.ports)(await bench.as('ada'), draft()));
    expect(made.permissions.allowedActions).to.deep.equal([
      ...['disable', 'read', 'reject', 'reopen', 'request_changes', 'revoke', 'rotate', 'submit'],
    ]);
  });

  const refusals: readonly [string, Partial<CreateCredentialBindingInput>, string][] = [
    ['no reference where one is needed', { secretRef: undefined }, 'invalid_request secretRef'],
    [
      'a secret in place of a reference',
      { secretRef: new Secret(`https://${'user:pass'}@vault.example/key`) },
      'forbidden_material secretRef',
    ],
    [
      'an unknown environment',
      { allowedEnvironmentIds: ['moon'] },
      'unknown_reference allowedEnvironmentIds',
    ],
    ['another tenant', { scope: { tenantId: FOREIGN, environmentId: PRODUCTION } }, 'scope_forbidden'],
  ];
  for (const [what, over, refused] of refusals) {
    it(`refuses ${what}`, async () => {
      const bench = await adminBench();
      const answer = await makeCreateCredentialBinding(bench.ports)(await bench.as('ada'), draft(over));
      expect(refusalOf(answer)).to.equal(refused);
      expect(await bench.events()).to.deep.equal([]);
    });
  }

  it('needs no reference where the mode uses no stored secret', async () => {
    const bench = await adminBench();
    const none = draft({ credentialMode: 'none', secretRef: undefined });
    const made = answerOf(await makeCreateCredentialBinding(bench.ports)(await bench.as('ada'), none));
    expect([made.secretRefSummary, made.secretRefFingerprint]).to.deep.equal(['', '']);
  });

  it('refuses an id that is taken, also when two race for it', async () => {
    const bench = await adminBench();
    const create = makeCreateCredentialBinding(bench.ports);
    const ada = await bench.as('ada');
    const answers = await Promise.all([create(ada, draft()), create(ada, draft())]);
    expect(answers.map(refusalOf).sort()).to.deep.equal(['already_exists credentialBindingId', 'ok']);
  });

  it('takes the right to create in each environment that it allows, and for the team that owns it', async () => {
    const bench = await adminBench();
    const team = { scopeType: 'owner_team', environmentId: STAGING, ownerTeam: 'payments' } as const;
    await bench.grant('eve', 'server_owner', team);
    const create = makeCreateCredentialBinding(bench.ports);
    const scope = { tenantId: TENANT, environmentId: STAGING };
    const eve = await bench.as('eve');
    const reaching = draft({ scope, allowedEnvironmentIds: [STAGING, PRODUCTION] });
    const others = draft({ scope, owner: { ...draft().owner, team: 'search' } });
    expect(refusalOf(await create(eve, draft()))).to.equal('scope_forbidden');
    expect(refusalOf(await create(eve, others))).to.equal('permission_denied');
    expect(refusalOf(await create(eve, reaching))).to.equal('unknown_reference allowedEnvironmentIds');
    await bench.grant('eve', 'viewer', { scopeType: 'environment', environmentId: PRODUCTION });
    expect(refusalOf(await create(await bench.as('eve'), reaching))).to.equal('permission_denied');
    expect(refusalOf(await create(eve, draft({ scope })))).to.equal('ok');
  });
});

describe('reading a credential binding', () => {
  it('gives projection, check, impact, the newest twenty events and what the caller may do', async () => {
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

  it('counts the sessions of those environments only that the caller holds grants in', async () => {
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

describe('the life of a credential binding', () => {
  const repeatable = [
    ['submit', draftBinding(), makeSubmitCredentialBinding],
    ['disable', approvedBinding(), makeDisableCredentialBinding],
    [
      'enable',
      approvedBinding({ lifecycleState: 'disabled', disabledAt: START }),
      makeEnableCredentialBinding,
    ],
    ['revoke', approvedBinding(), makeRevokeCredentialBinding],
  ] as const;

  for (const [verb, record, make] of repeatable) {
    it(`answers a second ${verb} with the same record and no second event`, async () => {
      const bench = await adminBench();
      await bench.put(credentialBindingKind, record);
      const run = make(bench.ports);
      const first = answerOf(await run(await bench.as('ada'), { ...ref, reasonCode: 'because' }));
      bench.clock.advance(1000);
      expect(answerOf(await run(await bench.as('ada'), ref))).to.deep.equal(first);
      expect(await bench.events()).to.have.length(1);
    });
  }

  const fenced = async (run: (bench: Bench) => Promise<Result<unknown>>) => {
    const bench = await adminBench();
    await bench.put(credentialBindingKind, approvedBinding());
    answerOf(await run(bench));
    return (await bench.store.revocations.after(PROD_SCOPE, 0, 5)).map(({ subjectId, reasonCode }) => [
      subjectId,
      reasonCode,
    ]);
  };

  it('fences the runtime when it is disabled or revoked, and not when it is rotated', async () => {
    const input = { ...ref, reasonCode: 'leaked' };
    const disable = async (bench: Bench) =>
      makeDisableCredentialBinding(bench.ports)(await bench.as('ada'), input);
    const revoke = async (bench: Bench) =>
      makeRevokeCredentialBinding(bench.ports)(await bench.as('ada'), input);
    const rotate = async (bench: Bench) =>
      makeRotateCredentialBinding(bench.ports)(await bench.as('ada'), { ...input, versionRef: 'v2' });
    expect([await fenced(disable), await fenced(revoke), await fenced(rotate)]).to.deep.equal([
      [['cb_1', 'leaked']],
      [['cb_1', 'leaked']],
      [],
    ]);
  });

  it('rotates without a change on the server, and keeps who may do it apart', async () => {
    const bench = await adminBench();
    await bench.put(credentialBindingKind, approvedBinding());
    await bench.grant('eve', 'viewer');
    const rotate = makeRotateCredentialBinding(bench.ports);
    const input = { ...ref, versionRef: 'v2', rotationProofRef: 'ticket_7' };
    expect(refusalOf(await rotate(await bench.as('eve'), input))).to.equal('permission_denied');
    expect(answerOf(await rotate(await bench.as('ada'), input)).rotation).to.deep.equal({
      versionRef: 'v2',
      lastRotatedAt: START,
      nextRotationDueAt: '',
      rotationWithoutServerChange: true,
      rotationProofRef: 'ticket_7',
    });
  });

  it('cannot be enabled, disabled or rotated once revoked', async () => {
    const bench = await adminBench();
    await bench.put(
      credentialBindingKind,
      approvedBinding({ approvalStatus: 'revoked', lifecycleState: 'revoked' }),
    );
    const ada = await bench.as('ada');
    expect(refusalOf(await makeEnableCredentialBinding(bench.ports)(ada, ref))).to.equal('invalid_state');
    expect(refusalOf(await makeDisableCredentialBinding(bench.ports)(ada, ref))).to.equal('invalid_state');
    const rotate = { ...ref, versionRef: 'v2' };
    expect(refusalOf(await makeRotateCredentialBinding(bench.ports)(ada, rotate))).to.equal('invalid_state');
    expect(refusalOf(await makeSubmitCredentialBinding(bench.ports)(ada, ref))).to.equal(
      'invalid_transition',
    );
  });
});
