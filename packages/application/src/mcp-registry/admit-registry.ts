import { type EnvironmentSettings, ok, type Result, refuse, type Scope } from '@govgate/domain';
import type { Coverage } from '@govgate/domain/internal';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../environments/environment-settings.js';
import { listCoverage } from '../paging/list-scope.js';

/** What a caller may see of a registry. */
export interface AdmittedToRegistry {
  readonly settings: EnvironmentSettings;
  readonly coverage: Coverage;
}

const EVERYTHING: Coverage = { all: true };

/**
 * Admits to an environment's registry: anybody where it is public, else those who may read MCP servers. Without a token one that is not
 * public, one that is switched off and one of no tenant are alike.
 */
export const admitToRegistry = async (
  deps: Pick<Ports, 'records'>,
  context: CallContext,
  scope: Scope,
): Promise<Result<AdmittedToRegistry>> => {
  const { record: settings } = await settingsOf(deps, scope);
  const isOn = settings.registry?.enabled === true;
  if (isOn && settings.registry.public) return ok({ settings, coverage: EVERYTHING });
  // Who sends no token has no tenant.
  if (context.principal.tenantId === '') return refuse('unauthenticated');
  const coverage = listCoverage(context, 'mcp_server.read', scope);
  if (!coverage.ok) return coverage;
  return isOn ? ok({ settings, coverage: coverage.value }) : refuse('not_found');
};
