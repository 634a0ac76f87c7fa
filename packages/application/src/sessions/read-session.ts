import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type SessionRef, sessionAccess } from './load-session.js';
import { type SessionView, sessionView } from './session-view.js';

/** Reads a client session (docs/spec/sessions.md). */
export const makeReadSession =
  ({ records }: Pick<Ports, 'records'>): UseCase<SessionRef, SessionView> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, sessionAccess(ref, 'session.read'));
    return loaded.ok ? ok(sessionView(context, loaded.value.stored)) : loaded;
  };
