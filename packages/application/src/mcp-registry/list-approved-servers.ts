import { type EnvironmentSettings, ok, type Scope } from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { admitRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { environmentAccess, settingsOf } from '../environments/environment-settings.js';
import { everyRecord } from '../paging/every-record.js';
import { type RegistryEntry, registryEntries } from './registry-entry.js';

/** Every server of an environment of which something may be called. */
export interface ApprovedServers {
  readonly settings: EnvironmentSettings;
  readonly entries: readonly RegistryEntry[];
}

/** Lists the servers that an allow-list names: all of them, so who may read only some gets none. */
export const makeListApprovedServers =
  (deps: Pick<Ports, 'records' | 'timer'>): UseCase<{ readonly scope: Scope }, ApprovedServers> =>
  async (context, { scope }) => {
    const admitted = await admitRecord(deps.records, context, {
      ...environmentAccess(scope),
      permission: 'mcp_server.read',
    });
    if (!admitted.ok) return admitted;
    const { record: settings } = admitted.value.stored ?? (await settingsOf(deps, scope));
    const stored = await everyRecord(deps, mcpServerKind, scope, { most: Number.POSITIVE_INFINITY });
    const servers = stored.map(({ record }) => record);
    return ok({ settings, entries: await registryEntries(deps, { scope, settings }, servers) });
  };
