import { expect } from 'chai';
import { contributorOfUser, expectOk, NOW } from '../testing/people.js';
import { decideRotate } from './rotate-credential-binding.js';
import { approvedRuntimeProjection } from './runtime-projection.js';
import { approvedCredential, credentialOf } from './testing/bindings.js';

describe('approvedRuntimeProjection', () => {
  it('contains what a gateway needs and nothing about who requested it', () => {
    const binding = approvedCredential();
    expect(approvedRuntimeProjection(binding)).to.deep.equal({
      credentialBindingId: 'cb_crm',
      tenantId: 'acme',
      environmentId: 'production',
      approvalStatus: 'approved',
      sourceType: 'mcp_server',
      sourceId: 'srv_crm',
      secretStoreType: 'openbao',
      secretRefFingerprint: '0123456789abcdef',
      rotationVersionRef: 'v1',
      credentialMode: 'shared_service',
      lifecycleState: 'active',
      safeStatus: 'unknown',
      allowedTargets: binding.allowedTargets,
      policyRefs: ['pv_1', 'pv_2'],
    });
  });

  it('is null for anything but approved and active', () => {
    expect(approvedRuntimeProjection(credentialOf())).to.equal(null);
    expect(approvedRuntimeProjection(approvedCredential({ lifecycleState: 'disabled' }))).to.equal(null);
  });
});

describe('decideRotate', () => {
  const request = { by: contributorOfUser('usr_ada'), now: NOW };

  it('points to the new version at once, without a change of the server', () => {
    const { record } = expectOk(
      decideRotate(approvedCredential(), {
        versionRef: 'v2',
        nextRotationDueAt: '2026-06-01T00:00:00.000Z',
        ...request,
      }),
    );
    expect(record.rotation).to.deep.equal({
      versionRef: 'v2',
      lastRotatedAt: NOW,
      nextRotationDueAt: '2026-06-01T00:00:00.000Z',
      rotationWithoutServerChange: true,
    });
    expect(approvedRuntimeProjection(record)?.rotationVersionRef).to.equal('v2');
    expect(record.runtimeProjectionVersionRef).to.equal('v2');
  });

  it('changes nothing for the version in use, and revives an approved binding that expired', () => {
    expect(expectOk(decideRotate(approvedCredential(), { versionRef: 'v1', ...request })).kind).to.equal(
      'no_change',
    );
    const expired = approvedCredential({ lifecycleState: 'expired' });
    expect(expectOk(decideRotate(expired, { versionRef: 'v1', ...request })).record.lifecycleState).to.equal(
      'active',
    );
    expect(
      decideRotate(credentialOf({ lifecycleState: 'expired' }), { versionRef: 'v2', ...request }).ok,
    ).to.equal(false);
  });
});
