import { expect } from 'chai';
import { addSeconds } from '../instant.js';
import { ADMIN, NOW } from '../testing/people.js';
import { grantScopeFields, grantScopeOf, scopesMeet } from './grant-scope.js';
import { previewRoleBinding } from './preview-role-binding.js';
import { roleBindingStatus } from './role-binding.machine.js';
import { bindingOf, draftOf } from './testing/bindings.js';

const preview = (draft: Parameters<typeof draftOf>[0], bindings: Parameters<typeof bindingOf>[0][] = []) =>
  previewRoleBinding(draftOf(draft), {
    grantor: ADMIN,
    now: NOW,
    subjectExists: true,
    missingScopeField: null,
    bindings: bindings.map(bindingOf),
    subjectGroups: [],
    affectedUserIds: ['usr_bob'],
    membersByToken: false,
  });

const at = (seconds: number) => addSeconds(NOW, seconds);

describe('an existing binding', () => {
  const duplicateOf = (draft: Parameters<typeof draftOf>[0], standing: Parameters<typeof bindingOf>[0]) =>
    preview(draft, [standing]).duplicateOf;

  it('is equal in role, subject, kind of subject and scope', () => {
    expect(duplicateOf({}, {})).to.equal('rb_1');
    const unequal: Parameters<typeof bindingOf>[0][] = [
      { role: 'auditor' },
      { subject: { subjectType: 'user', subjectId: 'usr_eve' } },
      { subject: { subjectType: 'group', subjectId: 'usr_bob' } },
      { scope: { scopeType: 'environment', environmentId: 'staging' } },
    ];
    expect(unequal.map((standing) => duplicateOf({}, standing))).to.deep.equal(unequal.map(() => null));
  });

  it('counts where the two windows overlap, and not where one ends as the other begins', () => {
    const later = { notBefore: at(100), expiresAt: at(200) };
    expect([
      duplicateOf({ expiresAt: at(100) }, later),
      duplicateOf({ expiresAt: at(101) }, later),
      duplicateOf({ notBefore: at(199) }, later),
      duplicateOf({ notBefore: at(200) }, later),
      duplicateOf(later, { expiresAt: at(100) }),
      duplicateOf(later, { expiresAt: at(101) }),
      duplicateOf({ expiresAt: at(50) }, {}),
    ]).to.deep.equal([null, 'rb_1', 'rb_1', null, null, 'rb_1', 'rb_1']);
  });
});

describe('a warning', () => {
  const warnings = (draft: Parameters<typeof draftOf>[0]) => {
    const { valid, findings } = preview(draft);
    return [valid, findings.map(({ reasonCode }) => reasonCode)];
  };

  it('leaves a draft valid', () => {
    expect(warnings({ role: 'server_owner' })).to.deep.equal([true, ['broad_scope']]);
  });

  it('of a broad scope is for roles of one team or one emergency in the whole tenant', () => {
    const staging = { scopeType: 'environment', environmentId: 'staging' } as const;
    expect(warnings({ role: 'server_owner', scope: staging })).to.deep.equal([true, []]);
    expect(warnings({ role: 'viewer' })).to.deep.equal([true, []]);
  });
});

describe('what a subject can already do', () => {
  it('is what it can do when the draft begins, not now', () => {
    const draft = { role: 'auditor', scope: { scopeType: 'environment', environmentId: 'staging' } } as const;
    const already = (notBefore: string | null, standing: Parameters<typeof bindingOf>[0]) =>
      preview({ ...draft, notBefore }, [{ role: 'auditor', ...standing }]).alreadyEffective.length > 0;
    const ending = { expiresAt: at(100) };
    const coming = { notBefore: at(100) };
    expect([null, at(-50), at(99), at(100)].map((start) => already(start, ending))).to.deep.equal([
      true,
      true,
      true,
      false,
    ]);
    expect([null, at(-50), at(99), at(100)].map((start) => already(start, coming))).to.deep.equal([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('the fields of a scope', () => {
  it('are null where its type has none', () => {
    const none = { environmentId: null, ownerTeam: null, resourceType: null, resourceId: null };
    expect(grantScopeFields({ scopeType: 'tenant' })).to.deep.equal({ scopeType: 'tenant', ...none });
    expect(grantScopeFields({ scopeType: 'environment', environmentId: 'staging' })).to.deep.equal({
      ...none,
      scopeType: 'environment',
      environmentId: 'staging',
    });
  });

  it('refuse a team beside a resource', () => {
    const fields = { scopeType: 'resource', resourceType: 'agent', resourceId: 'ag_1', ownerTeam: 'risk' };
    expect(grantScopeOf(fields)).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'invalid_request', field: 'scope.owner_team' },
    });
  });

  it('overlap with an environment from either side, unless they name another', () => {
    const staging = { scopeType: 'environment', environmentId: 'staging' } as const;
    const risk = { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' } as const;
    const elsewhere = { ...risk, environmentId: 'production' };
    expect([scopesMeet(staging, risk), scopesMeet(risk, staging)]).to.deep.equal([true, true]);
    expect([scopesMeet(staging, elsewhere), scopesMeet(elsewhere, staging)]).to.deep.equal([false, false]);
  });
});

describe('the status of a role binding', () => {
  it('follows the window, its start included and its end not, and disabled takes precedence', () => {
    const status = (fields: Parameters<typeof bindingOf>[0]) => roleBindingStatus(bindingOf(fields), NOW);
    expect([
      status({}),
      status({ notBefore: NOW }),
      status({ notBefore: at(1) }),
      status({ expiresAt: at(1) }),
      status({ expiresAt: NOW }),
      status({ notBefore: at(1), disabledAt: NOW }),
    ]).to.deep.equal(['active', 'active', 'scheduled', 'active', 'expired', 'disabled']);
  });
});
