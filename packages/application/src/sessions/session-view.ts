import type { ClientSession } from '@govgate/domain';
import { allowedActions, clientSessionActions, mayOn } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';

/** A client session as answered (docs/spec/sessions.md, docs/spec/operations.md). */
export interface SessionView extends ClientSession {
  readonly schemaVersion: '1.0';
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

export const sessionView = ({ principal }: CallContext, stored: Stored<ClientSession>): SessionView => {
  const { record } = stored;
  const { tenantId, environmentId, clientSessionId } = record;
  const target = { tenantId, environmentId, resourceId: clientSessionId, ownerTeam: null };
  const allowed = allowedActions(
    clientSessionActions,
    { state: record.state, facts: {} },
    mayOn(principal, target),
  );
  return {
    ...record,
    schemaVersion: '1.0',
    tag: recordTag(stored),
    permissions: permissionsView('session', clientSessionId, allowed),
  };
};
