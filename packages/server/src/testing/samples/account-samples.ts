import type { ApiToken, ServiceAccount, User } from '@govgate/domain';
import { serviceAccountVerbs, userVerbs } from '@govgate/domain/internal';
import { userOf } from '@govgate/domain/testing';
import { apiTokenKind, serviceAccountKind, userKind } from '@govgate/ports';
import { TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

/** The token of the samples: unique in the installation, so each tenant with the samples needs a different one. */
export const SAMPLE_TOKEN = 'SampleToken1';

const NOW = '2026-01-02T00:00:00.000Z';

const tenant = { tenant_id: TENANT };
const none = {};
const reason = { reason_code: 'sample', reason: 'A sample' };
const user = (user_id: string) => ({ params: { user_id }, query: tenant });
const account = (service_account_id: string) => ({ params: { service_account_id }, query: tenant });

const sampleUser = (userId: string, disabledAt: string | null = null): User =>
  userOf(userId, { displayName: 'Uma', disabledAt });

const sampleRobot = (serviceAccountId: string, disabledAt: string | null = null): ServiceAccount => ({
  serviceAccountId,
  tenantId: TENANT,
  displayName: 'Nightly run',
  disabledAt,
});

// The first is called as an identity provider names people.
const SAMPLE_USERS = [sampleUser('idp|user-active'), sampleUser('user_disabled', NOW)];
const SAMPLE_ROBOTS = [sampleRobot('robot_active'), sampleRobot('robot_disabled', NOW)];

const asked = () => ({ now: NOW, lastSecurityAdmin: false });

/** Users and service accounts. */
export const ACCOUNT_SAMPLES: Readonly<Record<string, OperationSample>> = {
  createServiceAccount: {
    params: none,
    query: tenant,
    body: { service_account_id: 'account_new', display_name: 'Nightly build', reason_code: 'new_robot' },
    again: 409,
  },
  createApiToken: {
    params: none,
    query: tenant,
    body: {
      subject: { subject_type: 'user', subject_id: 'idp|user-active' },
      limited_to: { environment_ids: ['production'], permissions: ['policy.read'] },
      expires_at: '2099-01-01T00:00:00.000Z',
      reason_code: 'sample',
    },
    givenOnce: 'token',
  },
  createUser: {
    params: none,
    query: tenant,
    body: { user_id: 'user_new', display_name: 'Noor', reason_code: 'joined' },
    again: 409,
  },
  listServiceAccounts: { params: none, query: { ...tenant, status: 'active' } },
  listUsers: { params: none, query: { ...tenant, status: 'active' } },
  readServiceAccount: account('robot_active'),
  readUser: user('idp|user-active'),
  listApiTokens: { params: none, query: { ...tenant, subject_id: 'bea', status: 'active' } },
  readApiToken: { params: { token_id: SAMPLE_TOKEN }, query: tenant },
  revokeApiToken: { params: { token_id: SAMPLE_TOKEN }, query: tenant, body: reason },
  updateServiceAccount: {
    ...account('robot_active'),
    body: { display_name: 'Robot', reason_code: 'renamed' },
  },
  updateUser: { ...user('idp|user-active'), body: { display_name: 'Uma Active', reason_code: 'renamed' } },
  ...verbSamples('User', { verbs: userVerbs, records: SAMPLE_USERS, requestOf: asked }, ({ userId }) => ({
    ...user(userId),
    body: reason,
  })),
  ...verbSamples(
    'ServiceAccount',
    { verbs: serviceAccountVerbs, records: SAMPLE_ROBOTS, requestOf: asked },
    ({ serviceAccountId }) => ({ ...account(serviceAccountId), body: reason }),
  ),
};

export const sampleToken: ApiToken = {
  tokenId: SAMPLE_TOKEN,
  tenantId: TENANT,
  subjectType: 'user',
  // Belongs to somebody whom no sample disables: that would affect more than the account.
  subjectId: 'bea',
  secretHash: '0'.repeat(64),
  environmentIds: null,
  permissions: null,
  createdBy: 'ada',
  madeBy: ['ada'],
  ancestors: [],
  createdAt: NOW,
  expiresAt: null,
  revokedBy: null,
  revokedAt: null,
};

export const ACCOUNT_RECORDS: readonly SampleRecord[] = [
  { kind: apiTokenKind, record: sampleToken },
  ...SAMPLE_USERS.map((record) => ({ kind: userKind, record })),
  ...SAMPLE_ROBOTS.map((record) => ({ kind: serviceAccountKind, record })),
];
