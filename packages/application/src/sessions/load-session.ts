import type { Permission, Scope } from '@govgate/domain';
import { clientSessionKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** The session a call concerns. */
export interface SessionRef {
  readonly scope: Scope;
  readonly clientSessionId: string;
}

/** A session as an authorization target. It has no owner. */
export const sessionAccess = (
  { scope, clientSessionId }: SessionRef,
  permission: Permission,
): RecordAccess<typeof clientSessionKind> => ({
  kind: clientSessionKind,
  permission,
  scope,
  within: scope,
  id: clientSessionId,
  ownerTeamOf: () => null,
});
