import { authorize } from '@govgate/domain';
import {
  type AnyKind,
  agentKind,
  clientSessionKind,
  type Query,
  type RecordFor,
  type ScopeOfKind,
  userKind,
} from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { DecidingView } from './decision-point.js';

/** What a search may find. */
export interface FoundEntity {
  readonly type: string;
  readonly id: string;
}

/** A step of a search: what to try, or nothing, and the place after it, which is opaque to everyone but its maker. */
export interface SearchStep<T> {
  readonly candidate?: T;
  readonly place: string;
}

/** The steps after a place, made only as far as they are read. */
export type Candidates<T> = AsyncGenerator<SearchStep<T>, void>;

/** Records read at a time. */
const A_PAGE = 250;

/**
 * Stored agents, active sessions, and users: all of them for a caller who may read them, otherwise those with a live session in the
 * environment (docs/spec/authzen.md).
 */
export const subjectsAfter = (
  { principal }: CallContext,
  view: DecidingView,
  { type, after }: { readonly type: string; readonly after: string },
): Candidates<FoundEntity> => {
  const { scope } = view;
  const { tenantId } = scope;
  if (type === 'agent') return named(type, recordsAfter(view, { kind: agentKind, scope, after }));
  if (type === 'client_session') {
    const where = { is: { state: 'active' } } as const;
    return named(type, recordsAfter(view, { kind: clientSessionKind, scope, after, where }));
  }
  if (type !== 'user') return nothing();
  const target = { tenantId, environmentId: null, resourceId: null, ownerTeam: null };
  return authorize(principal, 'local_identity.read', target)
    ? usersAfter(view, after)
    : usersInSessionAfter(view, after);
};

async function* nothing(): Candidates<FoundEntity> {}

async function* named<K extends AnyKind>(
  type: string,
  pages: AsyncGenerator<readonly [K, readonly RecordFor<K>[]]>,
): Candidates<FoundEntity> {
  for await (const [kind, records] of pages)
    for (const record of records) {
      const id = kind.idOf(record);
      yield { candidate: { type, id }, place: id };
    }
}

interface RecordsAfter<K extends AnyKind> {
  readonly kind: K;
  readonly scope: ScopeOfKind<K>;
  readonly after: string;
  readonly where?: Query<K>['where'];
}

async function* recordsAfter<K extends AnyKind>(
  view: DecidingView,
  { kind, scope, after, where = {} }: RecordsAfter<K>,
): AsyncGenerator<readonly [K, readonly RecordFor<K>[]]> {
  let last = after;
  for (;;) {
    const { items, more } = await view.recordsOf(kind, scope, {
      where,
      limit: A_PAGE,
      ...(last === '' ? {} : { after: { value: last, id: last } }),
    });
    const records = items.map(({ record }) => record);
    yield [kind, records];
    const end = records.at(-1);
    if (!more || end === undefined) return;
    last = kind.idOf(end);
  }
}

// Their groups are looked up together.
async function* usersAfter(view: DecidingView, after: string): Candidates<FoundEntity> {
  const { tenantId } = view.scope;
  for await (const [, users] of recordsAfter(view, { kind: userKind, scope: { tenantId }, after })) {
    await view.knowUsers(users);
    for (const { userId } of users) yield { candidate: { type: 'user', id: userId }, place: userId };
  }
}

// In the order of the users, so that each comes once however many sessions it has.
async function* usersInSessionAfter(view: DecidingView, after: string): Candidates<FoundEntity> {
  let [lastUser, lastSession] = after === '' ? [] : (JSON.parse(after) as string[]);
  for (;;) {
    const { items, more } = await view.recordsOf(clientSessionKind, view.scope, {
      where: { is: { live: 1 } },
      order: { by: 'userId', direction: 'asc' },
      limit: A_PAGE,
      ...(lastSession === undefined ? {} : { after: { value: lastUser as string, id: lastSession } }),
    });
    for (const { record } of items) {
      const isNew = record.userId !== lastUser;
      [lastUser, lastSession] = [record.userId, record.clientSessionId];
      const place = JSON.stringify([lastUser, lastSession]);
      yield isNew ? { candidate: { type: 'user', id: lastUser }, place } : { place };
    }
    if (!more) return;
  }
}
