import { type Group, ok, refuse } from '@govgate/domain';
import { sortedExternalIds } from '@govgate/domain/internal';
import { groupKind } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite } from '../call/record-tag.js';
import { type GroupView, groupView } from './group-view.js';

export interface CreateGroupInput {
  readonly tenantId: string;
  readonly groupId: string;
  readonly displayName: string;
  readonly externalIds?: readonly string[] | undefined;
  readonly reasonCode?: string | undefined;
}

/** Creates an empty local group; it grants nothing until it is granted a role. */
export const makeCreateGroup =
  (deps: ChangeDeps): UseCase<CreateGroupInput, GroupView> =>
  (context, { tenantId, groupId, displayName, externalIds = [], reasonCode }) =>
    decideAndCommit(deps, context, {
      admit: () => mayInTenant(context, 'local_identity.manage', tenantId),
      decide: async () => {
        if ((await deps.records.get(groupKind, { tenantId }, groupId)) !== undefined)
          return refuse('already_exists', 'group_id');
        const createdAt = deps.clock.now();
        const record: Group = {
          groupId,
          tenantId,
          displayName,
          externalIds: sortedExternalIds(externalIds),
          createdAt,
          disabledAt: null,
          members: [],
          externalId: null,
          managedElsewhere: false,
        };
        const event = auditEvent(deps, context, {
          eventType: 'group.created',
          action: 'create',
          environmentId: null,
          resourceId: groupId,
          reasonCode,
          changedFields: ['displayName', ...(externalIds.length === 0 ? [] : ['externalIds'])],
        });
        return ok({
          commit: { changes: [{ kind: groupKind, record, expectedVersion: null }], audit: [event] },
          output: groupView(context)(afterWrite(undefined, record)),
        });
      },
    });
