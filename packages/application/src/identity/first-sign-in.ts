import type { User } from '@govgate/domain';
import { ACTORS_WITHOUT_RECORD } from '@govgate/domain/internal';
import { userKind } from '@govgate/ports';
import { auditEventBy } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import type { Bearer } from './principal-source.js';

/**
 * Creates the user of a verified token whom nobody knows, without groups and roles of their own. Whether there is somebody now, created
 * here or by another process at the same time. A disabled user is known, and stays disabled.
 */
export const createFirstSignIn = async (
  deps: Pick<Ports, 'unitOfWork' | 'clock' | 'ids'>,
  { tenantId, subjectId }: Bearer,
): Promise<boolean> => {
  if (ACTORS_WITHOUT_RECORD.includes(subjectId)) return false;
  const record: User = {
    userId: subjectId,
    tenantId,
    displayName: subjectId,
    disabledAt: null,
    externalId: null,
    removedAt: null,
  };
  const caller = {
    tenantId,
    actor: { actorType: 'user', actorId: subjectId, authMethod: 'jwt' },
    requestId: deps.ids.mint('request'),
    correlationId: null,
  } as const;
  const event = auditEventBy(deps, caller, {
    eventType: 'user.created',
    action: 'create',
    environmentId: null,
    resourceId: subjectId,
    reasonCode: 'first_sign_in',
    changedFields: ['displayName'],
  });
  await deps.unitOfWork.commit({
    changes: [{ kind: userKind, record, expectedVersion: null }],
    audit: [event],
  });
  return true;
};
