import type { Bundle } from '@govgate/application';
import type { Moments } from './moments.js';

/** Roles rather than names: no real people. The last one has left. */
const PEOPLE = [
  ['usr_security_lead', 'Security lead'],
  ['usr_security_analyst', 'Security analyst'],
  ['usr_platform_lead', 'Platform lead'],
  ['usr_platform_engineer', 'Platform engineer'],
  ['usr_registry_reviewer', 'Registry reviewer'],
  ['usr_policy_author', 'Policy author'],
  ['usr_credential_steward', 'Credential steward'],
  ['usr_payments_owner', 'Payments service owner'],
  ['usr_support_owner', 'Support tools owner'],
  ['usr_internal_auditor', 'Internal auditor'],
  ['usr_product_viewer', 'Product manager'],
  ['usr_incident_commander', 'Incident commander'],
  ['usr_former_engineer', 'Former engineer'],
] as const;

export const demoUsers = (tenantId: string, { daysAgo }: Moments): NonNullable<Bundle['users']> =>
  PEOPLE.map(([userId, displayName]) => ({
    userId,
    tenantId,
    displayName,
    ...(userId === 'usr_former_engineer' ? { disabledAt: daysAgo(21) } : {}),
  }));

export const demoServiceAccounts = (tenantId: string): NonNullable<Bundle['serviceAccounts']> => [
  { serviceAccountId: 'svc_gitops', tenantId, displayName: 'Policy deployment pipeline' },
  { serviceAccountId: 'svc_data_planes', tenantId, displayName: 'Data plane reporting' },
  { serviceAccountId: 'svc_audit_reader', tenantId, displayName: 'Audit archive' },
];

export const demoGroups = (tenantId: string, { daysAgo }: Moments): NonNullable<Bundle['groups']> => [
  {
    groupId: 'grp_security',
    tenantId,
    displayName: 'Security',
    createdAt: daysAgo(200),
    members: ['usr_security_lead', 'usr_security_analyst'],
  },
  {
    groupId: 'grp_platform',
    tenantId,
    displayName: 'Platform',
    createdAt: daysAgo(200),
    members: ['usr_platform_lead', 'usr_platform_engineer'],
  },
  {
    groupId: 'grp_payments',
    tenantId,
    displayName: 'Payments',
    createdAt: daysAgo(120),
    members: ['usr_payments_owner'],
  },
  {
    groupId: 'grp_support',
    tenantId,
    displayName: 'Customer support',
    createdAt: daysAgo(90),
    members: ['usr_support_owner', 'usr_product_viewer'],
  },
  {
    groupId: 'grp_pilot',
    tenantId,
    displayName: 'Finished pilot',
    createdAt: daysAgo(300),
    disabledAt: daysAgo(150),
    members: ['usr_former_engineer'],
  },
];
