import { expect } from 'chai';
import type { Decided } from '../decided.js';
import type { Result } from '../result.js';
import { expectOk, NOW } from '../testing/people.js';
import {
  type ClientSurfacePatch,
  decideArchiveSurface,
  decideDisableSurface,
  decideEnableSurface,
  decideUpdateSurface,
} from './change-surface.js';
import type { ClientSurface } from './client-surface.js';
import { decideRevokeSurface } from './review-surface.js';
import { review, revocations, surfaceOf } from './testing/surfaces.js';

type Decision = (surface: ClientSurface) => Result<Decided<ClientSurface>>;
const enable: Decision = (surface) => decideEnableSurface(surface, { now: NOW });
const disable: Decision = (surface) => decideDisableSurface(surface, { now: NOW });
const archive: Decision = (surface) => decideArchiveSurface(surface, { now: NOW });
const revoke: Decision = (surface) => decideRevokeSurface(surface, { now: NOW, revocations });
const rename: Decision = (surface) => decideUpdateSurface(surface, { displayName: 'Plug-in' }, { now: NOW });

describe('the configuration of a client surface', () => {
  it('keeps counting its versions from wherever an import started them', () => {
    const next = (versionRef: string): string => {
      const configSnippet = { ...surfaceOf().configSnippet, versionRef };
      const surface = surfaceOf({ configSnippet });
      return expectOk(decideUpdateSurface(surface, { format: 'toml' }, { now: NOW })).record.configSnippet
        .versionRef;
    };
    expect(['v1', 'v9', 'v41', 'release-7', 'rev3', 'v3-rc', 'v', ''].map(next)).to.deep.equal([
      'v2',
      'v10',
      'v42',
      ...Array.from({ length: 5 }, () => 'v2'),
    ]);
  });

  it('gets a new version for each change that its clients must know about', () => {
    const versionAfter = (patch: ClientSurfacePatch): string =>
      expectOk(decideUpdateSurface(surfaceOf(), patch, { now: NOW })).record.configSnippet.versionRef;
    expect([
      versionAfter({ authType: 'mtls' }),
      versionAfter({ clientType: 'cli' }),
      versionAfter({ allowedEnvironmentIds: ['production'] }),
      versionAfter({ discoverability: 'tenant', displayName: 'Plug-in' }),
      versionAfter({ format: 'mcp_json', authType: 'oauth2_pkce', clientType: 'ide' }),
    ]).to.deep.equal(['v2', 'v2', 'v2', 'v1', 'v1']);
  });
});

describe('the life of a client surface', () => {
  it('begins as a draft, listed once in each of its environments, with no findings', () => {
    expect(surfaceOf()).to.deep.include({
      allowedEnvironmentIds: ['production', 'staging'],
      lifecycleState: 'draft',
      approvalState: 'pending_review',
      configSnippet: {
        snippetId: 'surf_ide.config',
        format: 'mcp_json',
        generatedAt: '2026-02-01T00:00:00.000Z',
        versionRef: 'v1',
      },
      revocations: [],
    });
  });

  it('becomes active with its approval as a draft, and stays stopped when disabled', () => {
    const stateAfter = (lifecycleState: ClientSurface['lifecycleState']): string =>
      expectOk(review('approved')(surfaceOf({ lifecycleState }))).record.lifecycleState;
    expect([stateAfter('draft'), stateAfter('disabled')]).to.deep.equal(['active', 'disabled']);
    expect(expectOk(review('rejected')(surfaceOf())).record).to.deep.equal({
      ...surfaceOf(),
      approvalState: 'rejected',
      reviewedBy: 'usr_ada',
      reviewedAt: NOW,
      updatedAt: NOW,
    });
  });

  it('neither changes nor is fenced again when it is already in the requested state', () => {
    const standing: readonly (readonly [Decision, Partial<ClientSurface>])[] = [
      [review('approved'), { approvalState: 'approved' }],
      [review('rejected'), { approvalState: 'rejected' }],
      [enable, { lifecycleState: 'active', approvalState: 'approved' }],
      [disable, { lifecycleState: 'disabled', disabledAt: '2026-02-02T00:00:00.000Z' }],
      [archive, { lifecycleState: 'archived' }],
      [revoke, { approvalState: 'revoked', revocations }],
    ];
    for (const [decide, fields] of standing) {
      const surface = surfaceOf(fields);
      expect(expectOk(decide(surface))).to.deep.equal({ kind: 'no_change', record: surface });
    }
  });

  it('cannot be stopped or enabled before its approval, archived while it runs, or changed once archived', () => {
    const refused = { ok: false, refusal: { reasonCode: 'invalid_state' } };
    const archived = surfaceOf({ lifecycleState: 'archived' });
    expect([
      disable(surfaceOf()),
      enable(surfaceOf()),
      archive(surfaceOf({ lifecycleState: 'active', approvalState: 'approved' })),
      rename(archived),
      review('approved')(archived),
      review('rejected')(archived),
    ]).to.deep.equal(Array.from({ length: 6 }, () => refused));
  });

  it('is not fenced by a change that leaves no environment', () => {
    const patch = { displayName: 'Plug-in', allowedEnvironmentIds: ['staging', 'production', 'test'] };
    expect(expectOk(decideUpdateSurface(surfaceOf(), patch, { now: NOW }))).to.deep.include({
      kind: 'moved',
      changedFields: ['allowedEnvironmentIds', 'configSnippet', 'displayName'],
      fences: false,
    });
  });
});
