import type { RevocationSubjectType } from '@govgate/domain';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Bundle } from './sections/registry.js';
import { bundleBench } from './testing/bundles.js';
import { binding, type Item, LONG_AGO, owner, production, tenants } from './testing/items.js';

/** The feeds of both environments after one bundle replaced another. */
const fencedBy = async (
  before: Bundle,
  after: Bundle,
): Promise<[string, RevocationSubjectType, string][]> => {
  const bench = bundleBench();
  await bench.run({ tenants, ...before });
  await bench.run(after, { onConflict: 'replace' });
  const found: [string, RevocationSubjectType, string][] = [];
  for (const environmentId of ['production', 'staging'])
    for (const one of await bench.store.revocations.after({ tenantId: 'acme', environmentId }, 0, 10))
      found.push([environmentId, one.subjectType, one.subjectId]);
  return found;
};

describe('what an import takes out of use', () => {
  it('is fenced where gateways could use it: credential bindings', async () => {
    const rejected = { ...binding, approvalStatus: 'rejected', lifecycleState: 'inactive' } as const;
    expect(
      await fencedBy({ credentialBindings: [binding] }, { credentialBindings: [rejected] }),
    ).to.deep.equal([['production', 'credential_binding', 'cb_1']]);
    expect(
      await fencedBy({ credentialBindings: [binding] }, { credentialBindings: [binding] }),
    ).to.deep.equal([]);
  });

  it('is fenced where it was in use: surfaces, agents and sessions', async () => {
    const surface: Item<'clientSurfaces'> = {
      tenantId: 'acme',
      clientSurfaceId: 'cs_1',
      displayName: 'IDE',
      owner,
      allowedEnvironmentIds: ['production', 'staging'],
      authType: 'oidc',
      clientType: 'ide',
      lifecycleState: 'active',
      approvalState: 'approved',
      configSnippet: { snippetId: 's', format: 'toml', generatedAt: LONG_AGO, versionRef: 'v1' },
      discoverability: 'team',
    };
    const agent: Item<'agents'> = {
      ...production,
      agentId: 'agt_1',
      name: 'Agent',
      lifecycleState: 'active',
      approvalStatus: 'approved',
      owner: { team: 'payments', escalationContact: '' },
      delegationMode: 'none',
      credentialMode: 'none',
    };
    const session: Item<'sessions'> = {
      ...production,
      clientSessionId: 'ses_1',
      userId: 'usr_ada',
      state: 'active',
    };
    const before = { clientSurfaces: [surface], agents: [agent], sessions: [session] };
    expect(
      await fencedBy(before, { clientSurfaces: [{ ...surface, allowedEnvironmentIds: ['production'] }] }),
    ).to.deep.equal([['staging', 'client_surface', 'cs_1']]);
    expect(
      await fencedBy(before, {
        clientSurfaces: [{ ...surface, lifecycleState: 'disabled' }],
        agents: [{ ...agent, lifecycleState: 'revoked', approvalStatus: 'revoked' }],
        sessions: [{ ...session, state: 'terminated' }],
      }),
    ).to.deep.equal([
      ['production', 'client_surface', 'cs_1'],
      ['production', 'agent', 'agt_1'],
      ['production', 'client_session', 'ses_1'],
      ['staging', 'client_surface', 'cs_1'],
    ]);
  });
});
