import type { CredentialBinding } from '@govgate/domain';
import { bindingVerbs } from '@govgate/domain/internal';
import { contributorOfUser, credentialOf } from '@govgate/domain/testing';
import { credentialBindingKind } from '@govgate/ports';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

const NOW = '2026-02-01T00:00:00.000Z';
const scope = { tenant_id: TENANT, environment_id: PRODUCTION };

const owner = {
  team: TEAM,
  userId: 'bea',
  escalationContact: 'oncall-payments',
  oncallRotation: 'payments-week',
};

/** A credential binding as the store holds it; its submitter is not the one who approves in the samples. */
export const sampleCredential = (
  credentialBindingId: string,
  facts: Partial<CredentialBinding> = {},
): CredentialBinding =>
  credentialOf({
    credentialBindingId,
    owner,
    source: { sourceType: 'mcp_server', sourceId: 'srv_search' },
    createdBy: 'bea',
    hands: { created: contributorOfUser('bea') },
    ...facts,
  });

const on = (credential_binding_id: string) => ({ params: { credential_binding_id }, query: scope });
const reason = { reasonCode: 'sample', reason: 'A sample' };

const submitted = { submittedBy: 'bea', submittedAt: NOW } as const;

const RECORDS = [
  sampleCredential('cb_approved', { ...submitted, approvalStatus: 'approved', lifecycleState: 'active' }),
  sampleCredential('cb_disabled', {
    ...submitted,
    approvalStatus: 'approved',
    lifecycleState: 'disabled',
    disabledAt: NOW,
  }),
  sampleCredential('cb_draft'),
  sampleCredential('cb_pending', { ...submitted, approvalStatus: 'pending_review' }),
];

export const CREDENTIAL_RECORDS: readonly SampleRecord[] = RECORDS.map((record) => ({
  kind: credentialBindingKind,
  record,
}));

/** Credential bindings. */
export const CREDENTIAL_SAMPLES: Readonly<Record<string, OperationSample>> = {
  changeCredentialApproval: { ...on('cb_pending'), body: { toStatus: 'approved', ...reason } },
  createCredentialBinding: {
    params: {},
    query: scope,
    body: {
      credentialBindingId: 'cb_new',
      allowedEnvironmentIds: [PRODUCTION],
      owner,
      source: { sourceType: 'mcp_server', sourceId: 'srv_search' },
      secretStoreType: 'openbao',
      secretRef: 'kv/payments/invoices',
      credentialMode: 'shared_service',
      allowedTargets: [],
      rotation: { versionRef: 'v1' },
      reasonCode: 'new_credential',
    },
    again: 409,
  },
  listCredentialBindings: { params: {}, query: scope },
  readCredentialBinding: on('cb_approved'),
  rotateCredentialBinding: { ...on('cb_approved'), body: { versionRef: 'v2', ...reason } },
  ...verbSamples(
    'CredentialBinding',
    {
      verbs: bindingVerbs,
      records: RECORDS,
      requestOf: () => ({ now: NOW, by: contributorOfUser('ada'), revocationId: 'rev_sample' }),
    },
    ({ credentialBindingId }) => ({ ...on(credentialBindingId), body: reason }),
  ),
};
