import type { ClientSession, Permission, Result, Scope } from '@govgate/domain';
import { clientSessionKind } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { type Loaded, loadRecord, type Wanted } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** The session a call concerns. */
export interface SessionRef {
  readonly scope: Scope;
  readonly clientSessionId: string;
}

/** A session as an authorization target. It has no owner. */
export const wantedSession = (
  { scope, clientSessionId }: SessionRef,
  permission: Permission,
): Wanted<typeof clientSessionKind> => ({
  kind: clientSessionKind,
  permission,
  scope,
  within: scope,
  id: clientSessionId,
  ownerTeamOf: () => null,
});

/** Loads a session the caller may act on. */
export const loadSession = (
  records: Ports['records'],
  context: CallContext,
  ref: SessionRef,
  permission: Permission,
): Promise<Result<Loaded<ClientSession>>> => loadRecord(records, context, wantedSession(ref, permission));
