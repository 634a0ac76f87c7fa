import type { ClientSession, Permission, Result, Scope } from '@govgate/domain';
import { clientSessionKind } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { type Loaded, loadRecord, type Wanted } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** Which session a call is about. */
export interface SessionRef {
  readonly scope: Scope;
  readonly clientSessionId: string;
}

/** A session as calls look for it. Nobody owns one. */
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

/** Finds a session that the caller may act on. */
export const loadSession = (
  records: Ports['records'],
  context: CallContext,
  ref: SessionRef,
  permission: Permission,
): Promise<Result<Loaded<ClientSession>>> => loadRecord(records, context, wantedSession(ref, permission));
