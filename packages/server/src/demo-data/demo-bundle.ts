import type { Bundle } from '@govgate/application';
import type { Instant } from '@govgate/domain';
import { demoAgents, demoClientSurfaces, demoSessions } from './clients.js';
import { demoCredentialBindings } from './credential-bindings.js';
import { demoDataPlanes } from './data-planes.js';
import { demoDestinations } from './destinations.js';
import { demoMcpServers } from './mcp-servers.js';
import { momentsOf } from './moments.js';
import { demoGroups, demoServiceAccounts, demoUsers } from './people.js';
import { demoPolicies } from './policies.js';
import { demoRoleBindings } from './role-bindings.js';

/** The demonstration's tenant; distinct from the bootstrap tenant, which always exists. */
export const DEMO_TENANT = 'demo';

/** The environment that holds most of it. */
export const DEMO_ENVIRONMENT = 'production';

/** The user whose token a demonstration prints: security_admin of the whole tenant. */
export const DEMO_ADMIN = 'usr_security_lead';

/** A believable tenant with two environments, entirely invented. The same time gives the same data. */
export const demoBundle = (now: Instant, tenantId = DEMO_TENANT): Bundle => {
  const moments = momentsOf(now);
  return {
    tenants: [{ tenantId, environments: [DEMO_ENVIRONMENT, 'staging'] }],
    users: demoUsers(tenantId, moments),
    serviceAccounts: demoServiceAccounts(tenantId),
    groups: demoGroups(tenantId, moments),
    roleBindings: demoRoleBindings(tenantId, moments),
    policies: demoPolicies(tenantId, moments),
    mcpServers: demoMcpServers(tenantId, moments),
    credentialBindings: demoCredentialBindings(tenantId, moments),
    clientSurfaces: demoClientSurfaces(tenantId, moments),
    agents: demoAgents(tenantId, moments),
    sessions: demoSessions(tenantId, moments),
    dataPlanes: demoDataPlanes(tenantId, moments),
    destinations: demoDestinations(tenantId, moments),
  };
};
