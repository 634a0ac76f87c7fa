import { expect } from 'chai';
import fc from 'fast-check';
import { grantGives } from '../authorization/principal.js';
import { ROLE_PERMISSIONS } from '../authorization/roles.js';
import { addSeconds } from '../instant.js';
import { ADMIN, callerWith, grantOf, NOW } from '../testing/people.js';
import { refusalOfFindings } from './findings.js';
import { scopeCovers } from './grant-scope.js';
import { effectiveGrants } from './grants.js';
import { previewRoleBinding, type RoleBindingPreviewFacts, windowRefusal } from './preview-role-binding.js';
import { newRoleBinding } from './role-binding.js';
import { bindingOf, bindingsArbitrary, draftArbitrary, draftOf } from './testing/bindings.js';

const factsOf = (fields: Partial<RoleBindingPreviewFacts> = {}): RoleBindingPreviewFacts => ({
  grantor: ADMIN,
  now: NOW,
  subjectExists: true,
  missingScopeField: null,
  bindings: [],
  subjectGroups: [],
  affectedUserIds: ['usr_bob'],
  membersByToken: false,
  ...fields,
});

describe('previewRoleBinding', () => {
  it('shows what a first role grants', () => {
    expect(previewRoleBinding(draftOf({ role: 'auditor' }), factsOf())).to.deep.equal({
      valid: true,
      permissionsGranted: ['audit.export', 'audit.read', 'siem_webhook.read'],
      newlyEffective: ['audit.export', 'audit.read', 'siem_webhook.read'],
      alreadyEffective: [],
      affectedUserIds: ['usr_bob'],
      affectedUserCount: 1,
      duplicateOf: null,
      findings: [],
    });
  });

  it('distinguishes what the subject could already do, including through a group', () => {
    const bindings = [bindingOf({ role: 'viewer', subject: { subjectType: 'group', subjectId: 'grp_ops' } })];
    const preview = previewRoleBinding(
      draftOf({ role: 'auditor' }),
      factsOf({ bindings, subjectGroups: ['grp_ops'] }),
    );
    expect(preview.alreadyEffective).to.deep.equal(['siem_webhook.read']);
    expect(preview.newlyEffective).to.deep.equal(['audit.export', 'audit.read']);
  });

  it('lists a hundred users at most and counts all', () => {
    const users = Array.from({ length: 250 }, (_, index) => `usr_${String(index).padStart(3, '0')}`);
    const preview = previewRoleBinding(
      draftOf({ subject: { subjectType: 'group', subjectId: 'grp_ops' } }),
      factsOf({ affectedUserIds: [...users].reverse() }),
    );
    expect(preview.affectedUserIds).to.deep.equal(users.slice(0, 100));
    expect(preview.affectedUserCount).to.equal(250);
  });

  const refusals: [string, Parameters<typeof draftOf>[0], Partial<RoleBindingPreviewFacts>, unknown][] = [
    [
      'an unknown subject',
      {},
      { subjectExists: false },
      { reasonCode: 'unknown_reference', field: 'subject.subject_id' },
    ],
    [
      'an unknown environment',
      { scope: { scopeType: 'environment', environmentId: 'moon' } },
      { missingScopeField: 'scope.environment_id' },
      { reasonCode: 'unknown_reference', field: 'scope.environment_id' },
    ],
    [
      'break glass without an end',
      { role: 'break_glass_admin' },
      {},
      { reasonCode: 'invalid_request', field: 'expires_at' },
    ],
    [
      'break glass for more than a day',
      { role: 'break_glass_admin', expiresAt: '2026-03-02T12:00:00.001Z' },
      {},
      { reasonCode: 'invalid_request', field: 'expires_at' },
    ],
    [
      'a grant to oneself',
      { subject: { subjectType: 'user', subjectId: 'usr_ada' } },
      {},
      { reasonCode: 'self_grant_forbidden' },
    ],
    [
      'a grant to a group that one is in',
      { subject: { subjectType: 'group', subjectId: 'grp_ops' } },
      { grantor: { ...ADMIN, groups: ['grp_ops'] } },
      { reasonCode: 'self_grant_forbidden' },
    ],
    [
      'more than the grantor may do',
      { role: 'platform_admin' },
      { grantor: callerWith([grantOf('security_admin')]) },
      { reasonCode: 'exceeds_grantor' },
    ],
    ['an equal binding', {}, { bindings: [bindingOf()] }, { reasonCode: 'duplicate_binding' }],
  ];
  for (const [what, draft, facts, refusal] of refusals)
    it(`refuses ${what}`, () => {
      const preview = previewRoleBinding(draftOf(draft), factsOf(facts));
      expect(preview.valid).to.equal(false);
      expect(refusalOfFindings(preview.findings)).to.deep.equal({ ok: false, refusal });
    });

  it('answers with the first of several findings, in the order of the contract', () => {
    const draft = draftOf({
      role: 'break_glass_admin',
      subject: { subjectType: 'user', subjectId: 'usr_ada' },
    });
    const facts = factsOf({
      subjectExists: false,
      missingScopeField: 'scope.environment_id',
      grantor: callerWith([]),
      bindings: [bindingOf({ role: 'break_glass_admin', subject: draft.subject })],
    });
    expect(previewRoleBinding(draft, facts).findings.map((finding) => finding.reasonCode)).to.deep.equal([
      'subject_not_found',
      'scope_not_found',
      'break_glass_expiry_required',
      'self_grant',
      'exceeds_grantor',
      'duplicate_binding',
      'broad_scope',
    ]);
  });

  it('accepts break glass that ends after exactly a day', () => {
    const draft = draftOf({ role: 'break_glass_admin', expiresAt: addSeconds(NOW, 86_400) });
    expect(previewRoleBinding(draft, factsOf()).findings).to.deep.equal([
      { severity: 'warning', reasonCode: 'broad_scope' },
    ]);
  });

  it('warns about duties that should be separate, where the scopes overlap', () => {
    const held = bindingOf({
      role: 'server_owner',
      scope: { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' },
    });
    const reviewing = (environmentId: string): string[] =>
      previewRoleBinding(
        draftOf({ role: 'registry_reviewer', scope: { scopeType: 'environment', environmentId } }),
        factsOf({ bindings: [held] }),
      ).findings.map((finding) => finding.reasonCode);
    expect(reviewing('production')).to.deep.equal(['separation_of_duties']);
    const elsewhere = bindingOf({
      ...held,
      scope: { scopeType: 'owner_team', environmentId: 'staging', ownerTeam: 'risk' },
    });
    expect(
      previewRoleBinding(
        draftOf({
          role: 'registry_reviewer',
          scope: { scopeType: 'environment', environmentId: 'production' },
        }),
        factsOf({ bindings: [elsewhere] }),
      ).findings,
    ).to.deep.equal([]);
  });

  it('lets the same role follow a binding that has ended or was disabled', () => {
    const ended = bindingOf({ expiresAt: NOW });
    const disabled = bindingOf({ bindingId: 'rb_2', disabledAt: NOW });
    expect(previewRoleBinding(draftOf(), factsOf({ bindings: [ended, disabled] })).duplicateOf).to.equal(
      null,
    );
  });

  it('shows exactly what becomes effective, for any subject, role and scope', () => {
    fc.assert(
      fc.property(
        draftArbitrary,
        bindingsArbitrary,
        fc.constantFrom([], ['grp_ops']),
        (draft, bindings, groups) => {
          fc.pre(windowRefusal(draft, NOW) === undefined);
          const { subjectType, subjectId } = draft.subject;
          const isGroup = subjectType === 'group';
          const subjectGroups = isGroup ? [] : groups;
          const preview = previewRoleBinding(draft, factsOf({ bindings, subjectGroups }));
          const start = draft.notBefore !== null && draft.notBefore > NOW ? draft.notBefore : NOW;
          const holder = isGroup
            ? { actorType: 'user' as const, actorId: 'nobody', groups: [subjectId] }
            : { actorType: subjectType, actorId: subjectId, groups: subjectGroups };
          const can = (all: typeof bindings): string[] => {
            const { grants } = effectiveGrants(all, holder, start);
            // What the role grants in that scope: some permissions need a whole environment.
            return [...ROLE_PERMISSIONS[draft.role]]
              .filter((permission) => grantGives(draft, permission))
              .filter((permission) =>
                grants.some(
                  (grant) => grantGives(grant, permission) && scopeCovers(grant.scope, draft.scope),
                ),
              )
              .sort();
          };
          const created = newRoleBinding(draft, { bindingId: 'rb_new', grantedBy: 'usr_ada', now: NOW });
          expect(can(bindings)).to.deep.equal(preview.alreadyEffective);
          expect(can([...bindings, created])).to.deep.equal(preview.permissionsGranted);
          expect([...preview.alreadyEffective, ...preview.newlyEffective].sort()).to.deep.equal(
            preview.permissionsGranted,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('windowRefusal', () => {
  it('refuses a window that has ended or ends before it starts', () => {
    const refused = { ok: false, refusal: { reasonCode: 'invalid_request', field: 'expires_at' } };
    expect(windowRefusal({ notBefore: null, expiresAt: NOW }, NOW)).to.deep.equal(refused);
    expect(
      windowRefusal({ notBefore: '2026-03-03T00:00:00.000Z', expiresAt: '2026-03-02T00:00:00.000Z' }, NOW),
    ).to.deep.equal(refused);
    expect(windowRefusal({ notBefore: NOW, expiresAt: null }, NOW)).to.equal(undefined);
    expect(windowRefusal({ notBefore: NOW, expiresAt: addSeconds(NOW, 1) }, NOW)).to.equal(undefined);
  });
});
