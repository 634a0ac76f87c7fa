import type { SectionName } from '@govgate/application';
import type { AnySchema } from '../../operation/schema-shape.js';
import { AgentItem, ClientSurfaceItem, SessionItem } from './client-items.js';
import { CredentialBindingItem } from './credential-binding-item.js';
import { DataPlaneItem } from './data-plane-item.js';
import { DestinationItem } from './destination-item.js';
import { EnvironmentItem } from './environment-item.js';
import { GroupItem, RoleBindingItem, ServiceAccountItem, TenantItem, UserItem } from './identity-items.js';
import { McpServerItem } from './mcp-server-item.js';
import { PolicyItem } from './policy-item.js';

/** The sections of a bundle by wire name, in order, each with its internal section and its item schema. */
export const BUNDLE_SCHEMAS = {
  tenants: { section: 'tenants', item: TenantItem },
  environments: { section: 'environments', item: EnvironmentItem },
  users: { section: 'users', item: UserItem },
  service_accounts: { section: 'serviceAccounts', item: ServiceAccountItem },
  groups: { section: 'groups', item: GroupItem },
  role_bindings: { section: 'roleBindings', item: RoleBindingItem },
  policies: { section: 'policies', item: PolicyItem },
  mcp_servers: { section: 'mcpServers', item: McpServerItem },
  credential_bindings: { section: 'credentialBindings', item: CredentialBindingItem },
  client_surfaces: { section: 'clientSurfaces', item: ClientSurfaceItem },
  agents: { section: 'agents', item: AgentItem },
  sessions: { section: 'sessions', item: SessionItem },
  data_planes: { section: 'dataPlanes', item: DataPlaneItem },
  destinations: { section: 'destinations', item: DestinationItem },
} as const satisfies Record<string, { readonly section: SectionName; readonly item: AnySchema }>;

export type WireSectionName = keyof typeof BUNDLE_SCHEMAS;

/** The sections' wire names, in order. */
export const WIRE_SECTIONS = Object.keys(BUNDLE_SCHEMAS) as WireSectionName[];
