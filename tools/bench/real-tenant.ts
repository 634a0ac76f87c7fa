import { runSource } from './run-source.js';

/** How much a real tenant has (the issue "Real tenants under real load"). */
export const REAL_TENANT = {
  surfaces: 5_000,
  sessions: 20_000,
  liveSessions: 2_000,
  credentialBindings: 5_000,
  policies: 2_000,
  policyEnvironments: 50,
  servers: 1_000,
  groups: 500,
  roleBindings: 5_000,
  users: 2_000,
  events: 500_000,
} as const;

const PROGRAM = 'packages/server/src/testing/worlds/tenant-world.ts';

/** Fills the store of a folder with a real tenant. */
export const fillRealTenant = async (folder: string, tenantId: string): Promise<void> => {
  await runSource(PROGRAM, [folder, tenantId, JSON.stringify(REAL_TENANT)]);
};
