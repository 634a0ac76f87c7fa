import { type Instant, ok, type Result, type Scope } from '@govgate/domain';
import { clientSurfaceAllowedActions, submissionAllowedActions } from '@govgate/domain/internal';
import { clientSurfaceKind, mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { AccessReviewSummary } from '../access-reviews/access-review-view.js';
import { makeListAccessReviews } from '../access-reviews/list-access-reviews.js';
import { makeListReviewItems } from '../access-reviews/list-review-items.js';
import { makeListAgents } from '../agents/list-agents.js';
import { makeListApprovals } from '../approvals/list-approvals.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { makeListCredentialBindings } from '../credential-bindings/list-credential-bindings.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { PAGE_BYTES } from '../paging/page-of-records.js';

/** Kinds of records that wait for a decision. */
export const WAITING_KINDS = [
  'approval',
  'mcp_submission',
  'credential_binding',
  'agent',
  'client_surface',
  'access_review',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** What of a kind the caller may decide now. */
export interface WaitingRecords {
  readonly kind: WaitingKind;
  readonly count: number;
  /** Whether there are more than were looked through. */
  readonly isAtLeast: boolean;
  /** Since when the oldest waits; null: none does. */
  readonly oldestAt: Instant | null;
  /** When the first runs out; null: none does. */
  readonly firstExpiresAt: Instant | null;
}

export type WaitingDeps = Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'publicUrl' | 'settings'>;

/** Records of a kind that are looked through, the oldest first. */
const MOST = 200;

interface Waiting {
  readonly since: Instant;
  readonly expiresAt?: Instant;
  readonly allowedActions: readonly string[];
}

interface Waitings {
  readonly items: readonly Waiting[];
  readonly more: boolean;
}

type FindWaiting = (context: CallContext, scope: Scope) => Promise<Result<Waitings>>;

/** What waits for the caller, by kind; a kind that may not be read is left out. */
export const makeWaitingRecords = (
  deps: WaitingDeps,
): ((context: CallContext, scope: Scope) => Promise<readonly WaitingRecords[]>) => {
  const finders = findersOf(deps);
  return async (context, scope) => {
    const found = await Promise.all(
      WAITING_KINDS.map(async (kind) => [kind, await finders[kind](context, scope)] as const),
    );
    return found.flatMap(([kind, waiting]) => (waiting.ok ? [summary(kind, waiting.value)] : []));
  };
};

const summary = (kind: WaitingKind, { items, more }: Waitings): WaitingRecords => {
  // Who submitted something may still reject it; it waits for those who may also approve it.
  const mine = items.filter(({ allowedActions }) => allowedActions.some((one) => DECIDING.has(one)));
  return {
    kind,
    count: mine.length,
    isAtLeast: more,
    oldestAt: earliest(mine.map(({ since }) => since)),
    firstExpiresAt: earliest(mine.flatMap(({ expiresAt }) => expiresAt ?? [])),
  };
};

const DECIDING: ReadonlySet<string> = new Set(['approve', 'decide']);

const earliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((first, one) => (first === null || one < first ? one : first), null);

const findersOf = (deps: WaitingDeps): Readonly<Record<WaitingKind, FindWaiting>> => {
  const listApprovals = makeListApprovals(deps);
  const listBindings = makeListCredentialBindings(deps);
  const listAgents = makeListAgents(deps);
  const listReviews = makeListAccessReviews(deps);
  const listItems = makeListReviewItems(deps);
  const oldest = { sort: 'created', limit: MOST } as const;
  return {
    approval: async (context, scope) =>
      waitingIn(
        await listApprovals(context, { scope, filters: { status: 'pending' }, ...oldest }),
        (one) => ({
          since: one.requestedAt,
          expiresAt: one.expiresAt,
          allowedActions: one.permissions.allowedActions,
        }),
      ),
    credential_binding: async (context, scope) => {
      const filters = { approvalStatus: 'pending_review' } as const;
      return waitingIn(await listBindings(context, { scope, filters, ...oldest }), (one) => ({
        since: one.submittedAt,
        allowedActions: one.permissions.allowedActions,
      }));
    },
    agent: async (context, scope) =>
      waitingIn(await listAgents(context, { scope, approvalStatus: 'pending_review', ...oldest }), (one) => ({
        since: one.submittedAt,
        allowedActions: one.permissions.allowedActions,
      })),
    client_surface: (context, scope) => waitingSurfaces(deps, context, scope),
    mcp_submission: (context, scope) => waitingSubmissions(deps, context, scope),
    access_review: async (context, scope) => {
      const { tenantId, environmentId } = scope;
      const listed = await listReviews(context, { tenantId, status: 'open', ...oldest });
      if (!listed.ok) return listed;
      const items = listed.value.items.filter((one) => [null, environmentId].includes(one.environmentId));
      return ok(await undecidedReviews(listItems, context, { ...listed.value, items }));
    },
  };
};

interface Listed<T> {
  readonly items: readonly T[];
  readonly page: { readonly nextCursor?: string };
}

const waitingIn = <T>(listed: Result<Listed<T>>, waitingOf: (one: T) => Waiting): Result<Waitings> =>
  listed.ok
    ? ok({ items: listed.value.items.map(waitingOf), more: listed.value.page.nextCursor !== undefined })
    : listed;

type ListItems = ReturnType<typeof makeListReviewItems>;

/** The reviews in which the caller may decide on a grant that is undecided. */
const undecidedReviews = async (
  listItems: ListItems,
  context: CallContext,
  { items, page }: Listed<AccessReviewSummary>,
): Promise<Waitings> => {
  const waits = await Promise.all(items.map((review) => waitsForCaller(listItems, context, review)));
  return {
    items: items
      .filter((_, index) => waits[index])
      .map(({ openedAt, dueAt, permissions: { allowedActions } }) => ({
        since: openedAt,
        expiresAt: dueAt,
        allowedActions,
      })),
    more: page.nextCursor !== undefined,
  };
};

/** Nobody decides on a grant of their own: where only those are left, somebody else has to. */
const waitsForCaller = async (
  listItems: ListItems,
  context: CallContext,
  { tenantId, accessReviewId }: AccessReviewSummary,
): Promise<boolean> => {
  const filters = { decision: 'none' } as const;
  const listed = await listItems(context, { tenantId, accessReviewId, filters, limit: MOST });
  if (!listed.ok) return false;
  const { items, page } = listed.value;
  const isDecidable = items.some(({ permissions }) => permissions.allowedActions.length > 0);
  return isDecidable || page.nextCursor !== undefined;
};

/** The list of surfaces counts their sessions and events, which nobody asked for here. */
const waitingSurfaces = async (
  { records }: WaitingDeps,
  context: CallContext,
  scope: Scope,
): Promise<Result<Waitings>> => {
  const coverage = listCoverage(context, 'client_surface.read', scope);
  if (!coverage.ok) return coverage;
  const { items, more } = await records.page(clientSurfaceKind, scope, {
    where: {
      is: { lifecycleState: 'draft' },
      has: { environment: scope.environmentId },
      ...coveredBy(coverage.value),
    },
    order: { by: 'createdAt', direction: 'asc' },
    limit: MOST,
    mostBytes: PAGE_BYTES,
  });
  const pending = items.filter(({ record }) => record.approvalState === 'pending_review');
  return ok({
    items: pending.map(({ record }) => ({
      since: record.createdAt,
      allowedActions: clientSurfaceAllowedActions(context.principal, record, scope.environmentId),
    })),
    more,
  });
};

/** Submissions are listed by server only, so those that wait are found by their status. */
const waitingSubmissions = async (
  { records, settings }: WaitingDeps,
  context: CallContext,
  scope: Scope,
): Promise<Result<Waitings>> => {
  const coverage = listCoverage(context, 'mcp_server.read', scope);
  if (!coverage.ok) return coverage;
  const { items, more } = await records.page(mcpSubmissionKind, scope, {
    where: { is: { status: 'pending' }, ...coveredBy(coverage.value) },
    order: { by: 'createdAt', direction: 'asc' },
    limit: MOST,
    mostBytes: PAGE_BYTES,
  });
  const servers = await records.getMany(
    mcpServerKind,
    scope,
    items.map(({ record }) => record.serverId),
  );
  const byId = new Map(servers.map(({ record }) => [record.serverId, record]));
  return ok({
    items: items.flatMap(({ record }) => {
      const server = byId.get(record.serverId);
      if (server === undefined) return [];
      const allowedActions = submissionAllowedActions(context.principal, server, record, settings);
      return [{ since: record.submittedAt, allowedActions }];
    }),
    more,
  });
};
