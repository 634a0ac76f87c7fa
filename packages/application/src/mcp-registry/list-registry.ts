import { ok, type Result, type Scope } from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { coveredBy } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { admitToRegistry } from './admit-registry.js';
import { type RegistryEntry, registryEntries } from './registry-entry.js';

export interface ListRegistryInput extends ListOptions {
  readonly scope: Scope;
  /** Only what has changed since, in milliseconds of the epoch. */
  readonly updatedSinceMs?: number | undefined;
  /** Only this version. */
  readonly version?: string | undefined;
}

export interface RegistryPage {
  readonly items: readonly RegistryEntry[];
  readonly nextCursor?: string | undefined;
}

type Deps = Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'timer'>;

/** Lists the servers of an environment of which something may be called. A page may be short, or empty, while more follow. */
export const makeListRegistry = (deps: Deps): UseCase<ListRegistryInput, RegistryPage> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (
    context,
    { scope, updatedSinceMs = 0, version, ...options },
  ): Promise<Result<RegistryPage>> => {
    const admitted = await admitToRegistry(deps, context, scope);
    if (!admitted.ok) return admitted;
    const { settings, coverage } = admitted.value;
    const found = await pageOfRecords(deps, tokens, {
      kind: mcpServerKind,
      scope,
      question: { list: 'mcp_registry', ...scope, filters: {} },
      where: coveredBy(coverage),
      options,
    });
    if (!found.ok) return found;
    const servers = found.value.items.map(({ record }) => record);
    const items = (await registryEntries(deps, { scope, settings }, servers)).filter(
      (entry) =>
        (version === undefined || entry.version === version) && Date.parse(entry.updatedAt) >= updatedSinceMs,
    );
    return ok({ items, nextCursor: found.value.page.nextCursor });
  };
};
