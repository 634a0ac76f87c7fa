import type { ClientSurface, Instant } from '@govgate/domain';
import { clientSurfaceClasses, environmentsLeft } from '@govgate/domain/internal';
import { clientSurfaceKind } from '@govgate/ports';
import { eachShown } from '../giving.js';
import { defineSection } from '../section.js';
import { sortedIds } from '../sorted-ids.js';

type Carried =
  | 'clientSurfaceId'
  | 'tenantId'
  | 'displayName'
  | 'owner'
  | 'allowedEnvironmentIds'
  | 'authType'
  | 'clientType'
  | 'lifecycleState'
  | 'approvalState'
  | 'configSnippet'
  | 'discoverability';

/** A surface in a bundle. Only bundles have `updatedAt`, which lists sort by. */
export type ClientSurfaceItem = Pick<ClientSurface, Carried> & { readonly updatedAt?: Instant | null };

/** Client surfaces; their counts and `revocationState` are derived from other records. */
export const clientSurfacesSection = defineSection<ClientSurfaceItem, ClientSurface>({
  eventType: 'client_surface.imported',
  kind: clientSurfaceKind,
  keyOf: ({ tenantId, clientSurfaceId }) => ({ tenantId, environmentId: null, id: clientSurfaceId }),
  take: (item, { now, before }) => {
    const updatedAt = item.updatedAt ?? now;
    const record: ClientSurface = {
      clientSurfaceId: item.clientSurfaceId,
      tenantId: item.tenantId,
      displayName: item.displayName,
      owner: item.owner,
      allowedEnvironmentIds: sortedIds(item.allowedEnvironmentIds),
      authType: item.authType,
      clientType: item.clientType,
      lifecycleState: item.lifecycleState,
      approvalState: item.approvalState,
      configSnippet: item.configSnippet,
      discoverability: item.discoverability,
      reviewedBy: before?.reviewedBy ?? null,
      reviewedAt: before?.reviewedAt ?? null,
      disabledAt: before?.disabledAt ?? null,
      revokedAt: before?.revokedAt ?? null,
      revocations: before?.revocations ?? [],
      createdAt: before?.createdAt ?? updatedAt,
      updatedAt,
    };
    const references = item.allowedEnvironmentIds.map((id, place) => ({
      field: ['allowedEnvironmentIds', place],
      environment: { tenantId: item.tenantId, id },
    }));
    return { record, references };
  },
  revokes: (before, after) => {
    if (!isUsable(before)) return undefined;
    const environmentIds = isUsable(after) ? environmentsLeft(before, after) : before.allowedEnvironmentIds;
    return { subjectType: 'client_surface', environmentIds };
  },
  async *give(records) {
    for await (const surface of eachShown(records, clientSurfaceKind, clientSurfaceClasses)) {
      const { reviewedBy, reviewedAt, disabledAt, revokedAt, revocations, createdAt, ...item } = surface;
      yield item;
    }
  },
});

const isUsable = ({ lifecycleState, approvalState }: ClientSurface): boolean =>
  lifecycleState === 'active' && approvalState === 'approved';
