import type { BundleSection } from '../section.js';
import { agentsSection } from './agents.js';
import { clientSurfacesSection } from './client-surfaces.js';
import { credentialBindingsSection } from './credential-bindings.js';
import { dataPlanesSection } from './data-planes.js';
import { destinationsSection } from './destinations.js';
import { environmentsSection } from './environments.js';
import { groupsSection } from './groups.js';
import { mcpServersSection } from './mcp-servers.js';
import { policiesSection } from './policies.js';
import { roleBindingsSection } from './role-bindings.js';
import { serviceAccountsSection } from './service-accounts.js';
import { sessionsSection } from './sessions.js';
import { tenantsSection } from './tenants.js';
import { usersSection } from './users.js';

/** Every section of a bundle, in the order in which a bundle has them. */
export const BUNDLE_SECTIONS = {
  tenants: tenantsSection,
  environments: environmentsSection,
  users: usersSection,
  serviceAccounts: serviceAccountsSection,
  groups: groupsSection,
  roleBindings: roleBindingsSection,
  policies: policiesSection,
  mcpServers: mcpServersSection,
  credentialBindings: credentialBindingsSection,
  clientSurfaces: clientSurfacesSection,
  agents: agentsSection,
  sessions: sessionsSection,
  dataPlanes: dataPlanesSection,
  destinations: destinationsSection,
} as const;

export type SectionName = keyof typeof BUNDLE_SECTIONS;

type ItemOf<S> = S extends BundleSection<infer Item, infer _> ? Item : never;

/** A bundle in internal spelling. An absent section is an empty one. */
export type Bundle = {
  readonly [Name in SectionName]?: readonly ItemOf<(typeof BUNDLE_SECTIONS)[Name]>[];
};

/** The sections by name, in order. */
export const SECTION_NAMES = Object.keys(BUNDLE_SECTIONS) as SectionName[];

/** One section, whatever its types. */
export const sectionOf = (name: SectionName): BundleSection => BUNDLE_SECTIONS[name];
