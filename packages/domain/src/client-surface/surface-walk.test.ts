import { expect } from 'chai';
import fc from 'fast-check';
import type { Decided } from '../decided.js';
import type { Result } from '../result.js';
import { ADMIN, callerWith, expectOk, grantOf, NOW, refusalIn } from '../testing/people.js';
import { eachVerb } from '../verb/verbs.js';
import { decideEnableSurface, decideUpdateSurface, environmentsLeft } from './change-surface.js';
import type { ClientSurface } from './client-surface.js';
import { decideRevokeSurface } from './review-surface.js';
import { revocationStateOf } from './revocation-state.js';
import { clientSurfaceAllowedActions, mayChangeSurface, surfaceVerbs } from './surface-verbs.js';
import { review, revocations, surfaceOf } from './testing/surfaces.js';

let renames = 0;
const DECISIONS: Readonly<Record<string, (surface: ClientSurface) => Result<Decided<ClientSurface>>>> = {
  ...eachVerb(
    surfaceVerbs,
    ({ decide }) =>
      (surface: ClientSurface) =>
        decide(surface, { now: NOW, actorId: 'usr_ada', revocations }),
  ),
  update: (surface) => {
    renames += 1;
    return decideUpdateSurface(surface, { displayName: `Plug-in ${renames}` }, { now: NOW });
  },
};

const walk = fc.array(fc.constantFrom(...Object.keys(DECISIONS)), { maxLength: 20 });

describe('a client surface', () => {
  it('offers exactly the verbs that then succeed, on any walk, and is active only when approved', () => {
    fc.assert(
      fc.property(walk, (verbs) => {
        verbs.reduce((surface, verb) => {
          const moving = Object.keys(DECISIONS).filter((candidate) => {
            const decided = DECISIONS[candidate]?.(surface);
            return decided?.ok === true && decided.value.kind === 'moved';
          });
          expect(clientSurfaceAllowedActions(ADMIN, surface, 'production')).to.deep.equal(
            ['read', ...moving].sort(),
          );
          if (surface.lifecycleState === 'active') expect(surface.approvalState).to.equal('approved');
          const decided = DECISIONS[verb]?.(surface);
          if (decided?.ok !== true) return surface;
          if (surface.lifecycleState === 'active' && decided.value.record.lifecycleState !== 'active')
            expect(decided.value.kind === 'moved' && decided.value.fences).to.equal(true);
          return decided.value.record;
        }, surfaceOf());
      }),
      { numRuns: 200 },
    );
  });

  it('gets a new configuration version when its clients must know about a change', () => {
    const surface = surfaceOf();
    const renamed = expectOk(decideUpdateSurface(surface, { displayName: 'Plug-in' }, { now: NOW }));
    expect(renamed.record.configSnippet).to.deep.equal(surface.configSnippet);
    const reformed = expectOk(decideUpdateSurface(surface, { format: 'toml' }, { now: NOW }));
    expect(reformed.record.configSnippet).to.deep.equal({
      snippetId: 'surf_ide.config',
      format: 'toml',
      generatedAt: NOW,
      versionRef: 'v2',
    });
  });

  it('changes nothing for a value equal to the current one, however it is written', () => {
    const surface = surfaceOf();
    const { team, userId, escalationContact, oncallRotation } = surface.owner;
    const patch = {
      owner: { oncallRotation, escalationContact, userId, team },
      allowedEnvironmentIds: ['staging', 'production'],
    };
    expect(expectOk(decideUpdateSurface(surface, patch, { now: NOW }))).to.deep.equal({
      kind: 'no_change',
      record: surface,
    });
  });

  it('is fenced in an environment that it leaves', () => {
    const surface = surfaceOf();
    const decided = expectOk(
      decideUpdateSurface(surface, { allowedEnvironmentIds: ['production'] }, { now: NOW }),
    );
    expect(decided.kind === 'moved' && decided.fences).to.equal(true);
    expect(environmentsLeft(surface, decided.record)).to.deep.equal(['staging']);
  });

  it('cannot be enabled once it is revoked', () => {
    const active = surfaceOf({ lifecycleState: 'active', approvalState: 'approved' });
    const { record } = expectOk(decideRevokeSurface(active, { now: NOW, revocations }));
    expect(record).to.include({ lifecycleState: 'disabled', approvalState: 'revoked', revokedAt: NOW });
    expect(refusalIn(decideEnableSurface(record, { now: NOW }))).to.deep.equal({
      reasonCode: 'invalid_state',
    });
    expect(refusalIn(review('approved')(record))).to.deep.equal({ reasonCode: 'invalid_state' });
  });
});

describe('what a caller may do with a surface', () => {
  const inProduction = callerWith([
    grantOf('platform_admin', { scopeType: 'environment', environmentId: 'production' }),
  ]);
  const draft = surfaceOf({ allowedEnvironmentIds: ['production'] });

  it('requires the permission in every environment that the surface appears in, except for reading', () => {
    const shared = surfaceOf({ allowedEnvironmentIds: ['production', 'staging'] });
    expect(clientSurfaceAllowedActions(inProduction, draft, 'production')).to.deep.equal([
      'approve',
      'archive',
      'read',
      'reject',
      'revoke',
      'update',
    ]);
    expect(clientSurfaceAllowedActions(inProduction, shared, 'production')).to.deep.equal(['read']);
    expect(mayChangeSurface(inProduction, 'client_surface.revoke', shared, 'production')).to.equal(false);
    expect(mayChangeSurface(ADMIN, 'client_surface.revoke', shared, 'production')).to.equal(true);
  });

  it('requires a different permission to revoke than to manage', () => {
    const breakGlass = callerWith([grantOf('break_glass_admin')]);
    expect(clientSurfaceAllowedActions(breakGlass, draft, 'production')).to.deep.equal(['read', 'revoke']);
  });

  it('also requires it in the environment of the request', () => {
    expect(mayChangeSurface(inProduction, 'client_surface.manage', draft, 'staging')).to.equal(false);
  });
});

describe('revocationStateOf', () => {
  const revoked = surfaceOf({
    approvalState: 'revoked',
    revocations: [
      { environmentId: 'production', revocationId: 'rev_1' },
      { environmentId: 'staging', revocationId: 'rev_2' },
    ],
  });
  const sequences = new Map([
    ['rev_1', 7],
    ['rev_2', 3],
  ]);
  const stateWith = (production: number[], staging: number[], surface = revoked): string =>
    revocationStateOf(
      surface,
      (revocationId) => sequences.get(revocationId),
      (environmentId) => (environmentId === 'production' ? production : staging),
    );

  it('is pending until every plane of every environment has applied it', () => {
    expect(stateWith([7, 9], [3])).to.equal('revoked');
    expect(stateWith([6, 9], [3])).to.equal('revocation_pending');
    expect(stateWith([7, 9], [0])).to.equal('revocation_pending');
    expect(stateWith([], [])).to.equal('revoked');
    expect(stateWith([], [], surfaceOf())).to.equal('not_revoked');
  });

  it('is pending for a revocation without a position in the feed', () => {
    const lost = { ...revoked, revocations: [{ environmentId: 'production', revocationId: 'rev_9' }] };
    expect(stateWith([99], [], lost)).to.equal('revocation_pending');
  });
});
