import type { ClientSession, Instant } from '@govgate/domain';
import { clientSessionClasses, isLive } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import { eachShown, withoutNulls } from '../giving.js';
import { defineSection } from '../section.js';

/** A session in a bundle (docs/spec/operations.md). */
export interface SessionItem
  extends Pick<ClientSession, 'clientSessionId' | 'tenantId' | 'environmentId' | 'userId' | 'state'> {
  readonly agentId?: string | null;
  readonly clientSurfaceId?: string | null;
  readonly backendSessionIds?: readonly string[];
  readonly credentialBindingIds?: readonly string[];
  readonly createdAt?: Instant | null;
  readonly lastSeenAt?: Instant | null;
}

/** Client sessions: ids and times reported by data planes. */
export const sessionsSection = defineSection<SessionItem, ClientSession>({
  eventType: 'session.imported',
  kind: clientSessionKind,
  keyOf: ({ tenantId, environmentId, clientSessionId }) => ({ tenantId, environmentId, id: clientSessionId }),
  take: (item, { now, before }) => {
    const createdAt = item.createdAt ?? before?.createdAt ?? now;
    return {
      record: {
        clientSessionId: item.clientSessionId,
        tenantId: item.tenantId,
        environmentId: item.environmentId,
        userId: item.userId,
        agentId: item.agentId ?? null,
        clientSurfaceId: item.clientSurfaceId ?? null,
        state: item.state,
        backendSessionIds: item.backendSessionIds ?? [],
        credentialBindingIds: item.credentialBindingIds ?? [],
        createdAt,
        lastSeenAt: item.lastSeenAt ?? createdAt,
        revocationId: isLive(item.state) ? null : (before?.revocationId ?? null),
      },
    };
  },
  revokes: (before, after) =>
    isLive(before.state) && !isLive(after.state)
      ? { subjectType: 'client_session', environmentIds: [before.environmentId] }
      : undefined,
  async *give(records) {
    for await (const { revocationId: _, ...session } of eachShown(
      records,
      clientSessionKind,
      clientSessionClasses,
    ))
      yield withoutNulls(session, 'agentId', 'clientSurfaceId');
  },
});
