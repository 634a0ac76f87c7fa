import { expect } from 'chai';
import { addSeconds } from '../instant.js';
import { NOW } from '../testing/people.js';
import type { ApiToken } from './api-token.js';
import { apiTokenStatus } from './api-token.machine.js';
import { decideRevokeApiToken } from './revoke-api-token.js';

const tokenOf = (fields: Partial<ApiToken> = {}): ApiToken => ({
  tokenId: 'exampletoken',
  tenantId: 'acme',
  subjectType: 'user',
  subjectId: 'usr_bob',
  secretHash: 'not-a-real-hash',
  environmentIds: null,
  permissions: null,
  createdBy: 'usr_ada',
  madeBy: ['usr_ada'],
  ancestors: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedBy: null,
  revokedAt: null,
  ...fields,
});

describe('the status of an API token', () => {
  it('is active up to the millisecond before its end, and forever without one', () => {
    const status = (expiresAt: string | null) => apiTokenStatus(tokenOf({ expiresAt }), NOW);
    expect([null, addSeconds(NOW, 0.001), NOW, addSeconds(NOW, -1)].map(status)).to.deep.equal([
      'active',
      'active',
      'expired',
      'expired',
    ]);
  });

  it('is revoked even if it has expired too', () => {
    expect(apiTokenStatus(tokenOf({ revokedAt: NOW, expiresAt: NOW }), NOW)).to.equal('revoked');
    expect(apiTokenStatus(tokenOf({ revokedAt: NOW, expiresAt: addSeconds(NOW, 60) }), NOW)).to.equal(
      'revoked',
    );
  });
});

describe('decideRevokeApiToken', () => {
  const request = { actorId: 'usr_ada', now: NOW };

  it('notes who revoked it and when', () => {
    expect(decideRevokeApiToken(tokenOf(), request)).to.deep.equal({
      ok: true,
      value: {
        kind: 'moved',
        record: tokenOf({ revokedBy: 'usr_ada', revokedAt: NOW }),
        changedFields: ['revokedAt', 'revokedBy'],
        fences: false,
      },
    });
  });

  it('keeps the first revocation when asked again', () => {
    const revoked = tokenOf({ revokedBy: 'usr_carol', revokedAt: '2026-02-01T00:00:00.000Z' });
    expect(decideRevokeApiToken(revoked, request)).to.deep.equal({
      ok: true,
      value: { kind: 'no_change', record: revoked },
    });
  });
});
