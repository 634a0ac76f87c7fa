import { Secret } from '@govgate/domain';
import { credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { draftBinding } from '../sessions/testing/records.js';
import {
  answerOf,
  type Bench,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  TENANT,
} from '../testing/use-case-bench.js';
import {
  type CreateCredentialBindingInput,
  makeCreateCredentialBinding,
} from './create-credential-binding.js';

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
    for await (const events of bench.store.auditTrail.stored(TENANT))
      expect(JSON.stringify(events)).not.to.contain(REFERENCE);
    expect(JSON.stringify([made, stored])).not.to.contain('kv/data');
    expect(await bench.events()).to.deep.equal(['credential_binding.created']);
  });

  it('offers its creator no approval under four eyes', async () => {
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

  it('refuses an id that is taken, even when two race for it', async () => {
    const bench = await adminBench();
    const create = makeCreateCredentialBinding(bench.ports);
    const ada = await bench.as('ada');
    const answers = await Promise.all([create(ada, draft()), create(ada, draft())]);
    expect(answers.map(refusalOf).sort()).to.deep.equal(['already_exists credentialBindingId', 'ok']);
  });

  it('requires the right to create in each environment that it allows, and for the owning team', async () => {
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
