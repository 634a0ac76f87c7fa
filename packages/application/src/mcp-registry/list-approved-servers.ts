import { type EnvironmentSettings, ok, type Scope } from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../environments/environment-settings.js';
import { everyRecord } from '../paging/every-record.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type RegistryEntry, registryEntries } from './registry-entry.js';

/** Every server of an environment of which something may be called. */
export interface ApprovedServers {
  readonly settings: EnvironmentSettings;
  readonly entries: readonly RegistryEntry[];
}

/** Lists the servers that an allow-list names. */
export const makeListApprovedServers =
  (deps: Pick<Ports, 'records' | 'timer'>): UseCase<{ readonly scope: Scope }, ApprovedServers> =>
  async (context, { scope }) => {
    const coverage = listCoverage(context, 'mcp_server.read', scope);
    if (!coverage.ok) return coverage;
    const { record: settings } = await settingsOf(deps, scope);
    const where = coveredBy(coverage.value);
    const stored = await everyRecord(deps, mcpServerKind, scope, { where, most: Number.POSITIVE_INFINITY });
    const servers = stored.map(({ record }) => record);
    return ok({ settings, entries: await registryEntries(deps, scope, servers, settings) });
  };
