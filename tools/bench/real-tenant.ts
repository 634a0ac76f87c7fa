import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeStore } from './govgate.js';
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

/** How much a tenant has. */
export type TenantSizes = Readonly<Record<keyof typeof REAL_TENANT, number>>;

/** A tenant of a share of that size, in as many environments. */
export const sizedTenant = (share: number): TenantSizes => {
  const sized = Object.entries(REAL_TENANT).map(([what, count]) => [
    what,
    Math.max(1, Math.round(count * share)),
  ]);
  const { policyEnvironments } = REAL_TENANT;
  return { ...(Object.fromEntries(sized) as TenantSizes), policyEnvironments };
};

const KEYS = 'server-keys.json';
const PROGRAM = 'packages/server/src/testing/worlds/tenant-world.ts';

/** Fills the folder of an embedded store with a real tenant. */
export const fillRealTenant = async (folder: string, tenantId: string, sizes: TenantSizes): Promise<void> => {
  await filled(folder, tenantId, sizes);
  await makeStore(folder);
};

/** The same on MongoDB. */
export const fillRealTenantOn = async (
  mongoUrl: string,
  folder: string,
  tenantId: string,
  sizes: TenantSizes,
): Promise<void> => {
  await runSource(PROGRAM, [mongoUrl, tenantId, JSON.stringify(sizes)]);
  await makeStore(folder, { GOVGATE_MONGO_URL: mongoUrl, GOVGATE_KEYS_IN_STORE: 'true' });
};

/** Fills the folder of an embedded store with nothing but the trail of a real tenant, of so many events, of which nothing is signed. */
export const fillTrail = async (folder: string, tenantId: string, events: number): Promise<void> => {
  await filled(folder, tenantId, { ...REAL_TENANT, events, isTrailAlone: true });
};

// A trail is in the order of its times, so what is made today stands behind it. But a filled store without keys counts as one that lost
// them: they are made first.
const filled = async (folder: string, tenantId: string, sizes: object): Promise<void> => {
  await makeStore(folder);
  for (const file of await readdir(folder))
    if (file !== KEYS) await rm(join(folder, file), { recursive: true });
  await runSource(PROGRAM, [folder, tenantId, JSON.stringify(sizes)]);
};
