import { ROLES, type RoleBinding } from '@govgate/domain';
import { holdsInScope, roleHolds } from '@govgate/domain/internal';
import { groupKind, roleBindingKind, serviceAccountKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  group,
  makeBench,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeCreateRoleBinding } from './create-role-binding.js';
import type { RoleBindingInput } from './judge-role-binding.js';
import { makePreviewRoleBinding } from './preview-role-binding.js';

import { adminBench, draft } from './testing/drafts.js';

describe('previewing a role binding', () => {
  it('says what would change and writes nothing', async () => {
    const bench = await adminBench();
    await bench.grant('bob', 'auditor');
    const input = draft({ role: 'server_owner', subject: { subjectType: 'group', subjectId: 'operators' } });
    const preview = answerOf(await makePreviewRoleBinding(bench.ports)(await bench.as('ada'), input));
    const granted = [
      'credential_binding.create',
      'credential_binding.read',
      'credential_binding.rotate',
      'mcp_server.deprecate',
      'mcp_server.read',
      'mcp_server.register',
    ];
    expect(preview).to.deep.equal({
      schemaVersion: '1.0',
      valid: true,
      permissionsGranted: granted,
      newlyEffective: granted,
      alreadyEffective: [],
      affectedUserIds: ['bob'],
      affectedUserCount: 1,
      duplicateOf: null,
      findings: [],
    });
    expect(await bench.events()).to.deep.equal([]);
  });

  it('says that a group which tokens fill has members whom nobody can count', async () => {
    const bench = await adminBench();
    await bench.put(groupKind, group('security', [], { externalIds: ['/security/admins'] }));
    const input = draft({ subject: { subjectType: 'group', subjectId: 'security' } });
    const preview = makePreviewRoleBinding(bench.ports);
    const { valid, affectedUserCount, findings } = answerOf(await preview(await bench.as('ada'), input));
    expect([valid, affectedUserCount, findings]).to.deep.equal([
      true,
      0,
      [{ severity: 'info', reasonCode: 'members_by_token' }],
    ]);
  });

  it('names the binding that it would repeat', async () => {
    const bench = await adminBench();
    const made = answerOf(await makeCreateRoleBinding(bench.ports)(await bench.as('ada'), draft()));
    const preview = answerOf(await makePreviewRoleBinding(bench.ports)(await bench.as('ada'), draft()));
    expect([preview.valid, preview.duplicateOf, preview.findings]).to.deep.equal([
      false,
      made.bindingId,
      [{ severity: 'blocking', reasonCode: 'duplicate_binding' }],
    ]);
  });

  it('needs role_binding.read over the scope and the tenant of the caller', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'viewer', { scopeType: 'environment', environmentId: STAGING });
    const preview = makePreviewRoleBinding(bench.ports);
    const inStaging = draft({ scope: { scopeType: 'environment', environmentId: STAGING } });
    expect(refusalOf(await preview(await bench.as('ada'), draft()))).to.equal('permission_denied');
    expect(refusalOf(await preview(await bench.as('ada'), inStaging))).to.equal('ok');
    expect(refusalOf(await preview(await bench.as('ada'), draft({ tenantId: FOREIGN })))).to.equal(
      'scope_forbidden',
    );
  });

  const subjects = fc.constantFrom<RoleBindingInput['subject']>(
    { subjectType: 'user', subjectId: 'ada' },
    { subjectType: 'user', subjectId: 'bob' },
    { subjectType: 'user', subjectId: 'ghost' },
    { subjectType: 'group', subjectId: 'operators' },
    { subjectType: 'service_account', subjectId: 'deployer' },
  );
  const scopes = fc.constantFrom<RoleBinding['scope']>(
    { scopeType: 'tenant' },
    { scopeType: 'environment', environmentId: PRODUCTION },
    { scopeType: 'environment', environmentId: 'moon' },
    { scopeType: 'owner_team', environmentId: null, ownerTeam: 'payments' },
    { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'payments' },
    { scopeType: 'resource', environmentId: STAGING, resourceType: 'mcp_server', resourceId: 'srv_1' },
    { scopeType: 'resource', environmentId: null, resourceType: 'local_identity', resourceId: 'operators' },
  );
  const ends = fc.constantFrom(null, '2026-03-01T20:00:00.000Z', '2026-03-09T00:00:00.000Z', START);
  const roles = fc.constantFrom(...ROLES);

  it('predicts what a create then does, whoever grants what to whom', async () => {
    const arbitrary = fc.record({
      held: fc.array(fc.record({ subject: subjects, role: roles, scope: scopes }), { maxLength: 4 }),
      own: fc.array(fc.record({ role: roles, scope: scopes }), { minLength: 1, maxLength: 3 }),
      request: fc.record({ subject: subjects, role: roles, scope: scopes, expiresAt: ends }),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ held, own, request }) => {
        const bench = await makeBench();
        const account = { serviceAccountId: 'deployer', displayName: 'D', disabledAt: null };
        await bench.put(serviceAccountKind, { ...account, tenantId: TENANT });
        await bench.grant('ada', 'security_admin');
        for (const { role, scope } of own) await bench.grant('ada', role, scope);
        for (const [i, grant] of held.entries())
          await bench.put(roleBindingKind, binding({ bindingId: `rb_held_${i}`, ...grant }));
        const caller = await bench.as('ada');
        const before = await bench.as('bob');
        const input = draft(request);
        const preview = await makePreviewRoleBinding(bench.ports)(caller, input);
        const created = await makeCreateRoleBinding(bench.ports)(caller, input);
        expect(created.ok).to.equal(preview.ok && preview.value.valid);
        if (!created.ok || !preview.ok || request.subject.subjectId !== 'bob') return;
        const after = await bench.as('bob');
        const { permissionsGranted, newlyEffective, alreadyEffective } = preview.value;
        const could = (context: typeof after) =>
          permissionsGranted.filter((permission) => heldByOne(context, permission, request.scope));
        expect([could(before), could(after)]).to.deep.equal([alreadyEffective, permissionsGranted]);
        expect([...newlyEffective, ...alreadyEffective].sort()).to.deep.equal(permissionsGranted);
        expect(permissionsGranted.every((permission) => roleHolds(request.role, permission))).to.equal(true);
      }),
      { numRuns: 150 },
    );
  });

  const heldByOne = (
    { principal }: Awaited<ReturnType<Bench['as']>>,
    permission: Parameters<typeof holdsInScope>[1],
    scope: RoleBinding['scope'],
  ) => holdsInScope(principal, permission, scope);
});
