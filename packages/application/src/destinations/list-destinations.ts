import { ok, refuse, type Scope } from '@govgate/domain';
import { type DestinationKind, newDestinationObservation } from '@govgate/domain/internal';
import { destinationKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { destinationObservations } from '../export/export-progress.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type DestinationView, destinationView, type ObservingDeps } from './destination-view.js';

export interface ListDestinationsInput extends ListOptions {
  readonly scope: Scope;
  readonly filters: { readonly kind?: DestinationKind; readonly status?: 'enabled' | 'disabled' };
}

/** Lists the destinations of an environment by id. */
export const makeListDestinations = (
  deps: ObservingDeps & Pick<Ports, 'pageTokens'>,
): UseCase<ListDestinationsInput, ListPage<DestinationView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, ...options }) => {
    const coverage = listCoverage(context, 'siem_webhook.read', scope);
    if (!coverage.ok) return coverage;
    // Destinations have no owner, so a team's grant covers none.
    if (!coverage.value.all && coverage.value.resourceIds.length === 0) return refuse('permission_denied');
    const found = await pageOfRecords(deps, tokens, {
      kind: destinationKind,
      scope,
      question: { list: 'siem_webhooks', ...scope, filters },
      where: { is: filters, ...coveredBy(coverage.value) },
      options,
    });
    if (!found.ok) return found;
    const { items, page } = found.value;
    const destinations = items.map(({ record }) => record);
    const seen = await destinationObservations(deps, scope, destinations);
    const views = items.map((stored) => {
      const observation = seen.get(stored.record.destinationId) ?? newDestinationObservation(stored.record);
      return destinationView(context, stored, observation);
    });
    return ok({ schemaVersion: '1.0', items: views, page });
  };
};
