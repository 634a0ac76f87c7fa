import type { Bundle } from '@govgate/application';
import type { Moments } from './moments.js';

type Item = NonNullable<Bundle['roleBindings']>[number];
type Row = Pick<Item, 'role' | 'subject' | 'scope'> & Partial<Item>;
const TENANT: Item['scope'] = { scopeType: 'tenant' };

export const demoRoleBindings = (tenantId: string, moments: Moments): NonNullable<Bundle['roleBindings']> =>
  rows(moments).map((row, place) => ({
    bindingId: `rb_demo_${String(place + 1).padStart(2, '0')}`,
    tenantId,
    reasonCode: 'onboarding',
    grantedBy: 'usr_security_lead',
    createdAt: moments.daysAgo(60 - place),
    ...row,
  }));

const user = (subjectId: string): Item['subject'] => ({ subjectType: 'user', subjectId });

const group = (subjectId: string): Item['subject'] => ({ subjectType: 'group', subjectId });

const service = (subjectId: string): Item['subject'] => ({ subjectType: 'service_account', subjectId });

const environment = (environmentId: string): Item['scope'] => ({ scopeType: 'environment', environmentId });

const team = (ownerTeam: string, environmentId: string | null = null): Item['scope'] => ({
  scopeType: 'owner_team',
  environmentId,
  ownerTeam,
});

/** Every role, every kind of scope, and every status that time and people can cause. */
const rows = ({ hoursAgo, inHours, daysAgo, inDays }: Moments): readonly Row[] => [
  { role: 'security_admin', subject: user('usr_security_lead'), scope: TENANT },
  { role: 'security_admin', subject: group('grp_security'), scope: environment('staging') },
  { role: 'platform_admin', subject: group('grp_platform'), scope: TENANT },
  { role: 'registry_reviewer', subject: user('usr_registry_reviewer'), scope: TENANT },
  { role: 'policy_admin', subject: user('usr_policy_author'), scope: environment('production') },
  { role: 'policy_admin', subject: service('svc_gitops'), scope: environment('staging') },
  { role: 'credential_admin', subject: user('usr_credential_steward'), scope: environment('production') },
  { role: 'server_owner', subject: group('grp_payments'), scope: team('payments') },
  { role: 'server_owner', subject: group('grp_support'), scope: team('support', 'production') },
  {
    role: 'server_owner',
    subject: user('usr_platform_engineer'),
    scope: {
      scopeType: 'resource',
      environmentId: 'production',
      resourceType: 'mcp_server',
      resourceId: 'srv_build_status',
    },
  },
  { role: 'auditor', subject: user('usr_internal_auditor'), scope: TENANT },
  { role: 'auditor', subject: service('svc_audit_reader'), scope: TENANT, expiresAt: inDays(180) },
  { role: 'viewer', subject: user('usr_product_viewer'), scope: environment('production') },
  { role: 'data_plane_agent', subject: service('svc_data_planes'), scope: environment('production') },
  {
    role: 'viewer',
    subject: user('usr_support_owner'),
    scope: environment('staging'),
    reason: 'Starts with the next release',
    notBefore: inDays(3),
  },
  {
    role: 'break_glass_admin',
    subject: user('usr_incident_commander'),
    scope: environment('production'),
    reasonCode: 'incident_response',
    reason: 'Payment latency incident',
    createdAt: hoursAgo(2),
    expiresAt: inHours(10),
  },
  {
    role: 'break_glass_admin',
    subject: user('usr_incident_commander'),
    scope: environment('staging'),
    reasonCode: 'incident_response',
    createdAt: daysAgo(12),
    expiresAt: daysAgo(11),
  },
  {
    role: 'platform_admin',
    subject: user('usr_former_engineer'),
    scope: environment('production'),
    disabledBy: 'usr_security_lead',
    disabledAt: daysAgo(21),
    disableReasonCode: 'left_the_company',
  },
];
