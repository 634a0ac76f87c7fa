import type { ClientSurface, Scope } from '@govgate/domain';
import { comparePositions } from '@govgate/domain/internal';
import { clientSessionKind, clientSurfaceKind, type RecordStore, type Where } from '@govgate/ports';
import type { CountedPage } from '../paging/counted-page.js';

/** A place in the list: how many live sessions a surface has, and its id. */
export interface SessionsPosition {
  readonly value: number;
  readonly id: string;
}

interface BySessions {
  readonly where: Pick<Where<typeof clientSurfaceKind>, 'is' | 'contains' | 'covered'>;
  readonly direction: 'asc' | 'desc';
  readonly after: SessionsPosition | undefined;
  readonly limit: number;
}

/**
 * The surfaces of an environment by how many live sessions they have there, ties by id upwards. No store keeps that order: the sessions are
 * counted and the ids sorted, and only the page's surfaces are read.
 */
export const surfacesBySessions = async (
  records: Pick<RecordStore, 'countBy' | 'getMany' | 'idsByMember'>,
  scope: Scope,
  { where, direction, after, limit }: BySessions,
): Promise<{ readonly page: CountedPage<ClientSurface>; readonly last: SessionsPosition | undefined }> => {
  const { environmentId } = scope;
  const request = { ...where, membership: 'environment', members: [environmentId] } as const;
  const [listed, sessions] = await Promise.all([
    records.idsByMember(clientSurfaceKind, scope, request),
    records.countBy(clientSessionKind, scope, 'liveSurfaceId'),
  ]);
  const places = (listed.get(environmentId) ?? [])
    .map((id): SessionsPosition => ({ value: sessions.get(id) ?? 0, id }))
    .sort((a, b) => comparePositions(a, b, direction));
  const behind = places.filter(
    (place) => after === undefined || comparePositions(place, after, direction) > 0,
  );
  const shown = behind.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const found = await records.getMany(clientSurfaceKind, scope, ids);
  const byId = new Map(found.map((stored) => [stored.record.clientSurfaceId, stored]));
  return {
    page: {
      items: ids.flatMap((id) => byId.get(id) ?? []),
      totalCount: places.length,
      more: behind.length > limit,
    },
    last: shown.at(-1),
  };
};
