import { expect } from 'chai';
import { contributorOfUser, expectOk, NOW, refusalIn } from '../testing/people.js';
import { type Manifest, serverManifestHash } from './manifest.js';
import { decideSubmit } from './submit.js';
import { driftedTool, live, manifestOf, submitRequest, submitted, toolOf } from './testing/servers.js';

describe('a first submission', () => {
  it('creates a server that is not live, and awaits review', () => {
    const manifest = manifestOf();
    expect(submitted(manifest)).to.deep.equal({
      server: {
        serverId: 'srv_crm',
        tenantId: 'acme',
        environmentId: 'production',
        name: 'CRM',
        ownerTeam: 'sales',
        lastSequence: 1,
        pendingSubmissionId: 'sub_1',
        liveSnapshot: null,
        driftedTools: [],
        driftedFields: [],
        readCredential: null,
        disabledAt: null,
        createdAt: NOW,
        updatedAt: NOW,
      },
      submission: {
        submissionId: 'sub_1',
        serverId: 'srv_crm',
        tenantId: 'acme',
        environmentId: 'production',
        sequence: 1,
        status: 'pending',
        manifest,
        manifestHash: serverManifestHash(manifest),
        hands: { submitted: contributorOfUser('usr_carol') },
        submittedBy: 'usr_carol',
        submittedAt: NOW,
        reviewedBy: null,
        reviewReasonCode: null,
        reviewReason: null,
        reviewedAt: null,
        supersededBySubmissionId: null,
        createdFromSnapshotId: null,
        snapshotId: null,
        findings: [],
        toolReviews: [],
      },
      superseded: null,
    });
  });

  it('is for an active server or a draft; deprecating and disabling go another way', () => {
    const refused = { reasonCode: 'invalid_request', field: 'manifest.registration_status' };
    const statuses: readonly Manifest['registrationStatus'][] = ['active', 'draft', 'deprecated', 'disabled'];
    expect(
      statuses.map((registrationStatus) =>
        refusalIn(
          decideSubmit(undefined, undefined, manifestOf({ registrationStatus }), submitRequest('sub_1')),
        ),
      ),
    ).to.deep.equal([undefined, undefined, refused, refused]);
  });
});

describe('a later submission', () => {
  const taken = manifestOf({ name: 'Ours now', owner: { ...manifestOf().owner, team: 'risk' } });
  const request = { ...submitRequest('sub_2'), now: '2026-03-02T00:00:00.000Z' };

  it('renames a server that was never live, and replaces the pending one', () => {
    const first = submitted();
    const decided = expectOk(decideSubmit(first.server, first.submission, taken, request));
    expect([decided.server, decided.superseded]).to.deep.equal([
      {
        ...first.server,
        name: 'Ours now',
        ownerTeam: 'risk',
        lastSequence: 2,
        pendingSubmissionId: 'sub_2',
        updatedAt: request.now,
      },
      { ...first.submission, status: 'superseded', supersededBySubmissionId: 'sub_2' },
    ]);
  });

  it('leaves a live server unchanged until an approval: its name, owner, switch and drift', () => {
    const { server } = live();
    const driftedTools = [driftedTool('search')];
    const stopped = { ...server, disabledAt: NOW, driftedTools };
    expect(expectOk(decideSubmit(stopped, undefined, taken, request)).server).to.deep.equal({
      ...stopped,
      lastSequence: 2,
      pendingSubmissionId: 'sub_2',
      updatedAt: request.now,
    });
  });

  it('marks no tool critical that a reviewer did not, even a live one', () => {
    const { server, submission } = live();
    const critical = manifestOf({ tools: [toolOf('search'), toolOf('delete', { riskTier: 'critical' })] });
    expect(
      refusalIn(decideSubmit(server, undefined, critical, { ...request, live: submission })),
    ).to.deep.equal({ reasonCode: 'invalid_request', field: 'manifest.tools' });
  });
});
