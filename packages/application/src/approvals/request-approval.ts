import {
  type CallApproval,
  type ClientSession,
  type Instant,
  ok,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import { type Contributor, contributorOf, isLive, newCallApproval, statusAt } from '@govgate/domain/internal';
import {
  APPROVAL_LEDGER_ID,
  approvalLedgerKind,
  type Change,
  callApprovalKind,
  clientSessionKind,
  mcpServerKind,
  type Precondition,
  policyVersionKind,
  type Stored,
  type Where,
} from '@govgate/ports';
import type { AccessDecisions } from '../access/access-decisions.js';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { preconditionOf } from '../call/precondition-of.js';
import { lookUpReferences } from '../sessions/session-references.js';
import {
  type RequiredApprovals,
  type RequiringRule,
  requiredApprovals,
  requiringRule,
  secondsOf,
} from './approval-rules.js';
import { type CallApprovalView, callApprovalView } from './call-approval-view.js';
import { type ApprovalRequest, type CallToApprove, callToApprove } from './call-to-approve.js';
import { expireLapsed, expiry } from './expire-approvals.js';
import { RevocationBook } from './revocation-book.js';
import { MOST_OPEN_APPROVALS } from './withdraw-approvals.js';

export interface RequestApprovalInput {
  readonly scope: Scope;
  readonly request: ApprovalRequest;
}

/** A request and the call it concerns. */
interface CallInput extends CallToApprove {
  readonly scope: Scope;
  readonly required: RequiredApprovals;
}

/** The requested approval, and whether this call created it. */
export interface RequestedApproval extends CallApprovalView {
  readonly created: boolean;
}

type Deps = Pick<
  Ports,
  'records' | 'unitOfWork' | 'locks' | 'revocations' | 'clock' | 'ids' | 'pageTokens' | 'publicUrl'
> &
  AccessDecisions;

type DepsWithBook = Deps & { readonly book: RevocationBook };

/** Open approvals per session and per requester: nobody reviews more, and none of them must fill everybody's queue. */
const MOST_OF_SESSION = 20;
const MOST_OF_REQUESTER = 100;

/**
 * Requests approval of one call (docs/spec/approvals.md). Repeating the request returns the open approval. The commit is conditional on
 * everything that would withdraw it, so that no approval outlives its subject.
 */
export const makeRequestApproval = (ports: Deps): UseCase<RequestApprovalInput, RequestedApproval> => {
  const deps = { ...ports, book: new RevocationBook(ports) };
  return (context, { scope, request }) =>
    decideAndCommit(deps, context, {
      lock: lockKey(approvalLedgerKind, scope),
      admit: () => mayCreate(context, 'approval.request', { ...scope, resourceId: null, ownerTeam: null }),
      decide: async () => {
        const call = callToApprove(deps, scope, request);
        if (!call.ok) return call;
        const required = await requiredApprovals(await deps.decisionPoint.in(scope), call.value, request);
        return decideOn(deps, context, { scope, ...call.value, required });
      },
    });
};

const decideOn = async (
  deps: DepsWithBook,
  context: CallContext,
  input: CallInput,
): Promise<Result<Decision<RequestedApproval>>> => {
  const now = deps.clock.now();
  const session = await callingSession(deps, input);
  if (!session.ok) return session;
  const requiring = await requiringRule(deps, input.scope, input);
  if (!requiring.ok) return requiring;
  const open = await openOne(deps, input);
  if (open !== undefined && statusAt(open.record, now) !== 'expired')
    return ok({ output: { ...callApprovalView(deps, context, open), created: false } });
  const room = await hasRoom(deps, input, contributorOf(context.principal));
  if (!room.ok) return room;
  return toDecision(deps, context, {
    input,
    ...requiring.value,
    session: session.value.session,
    preconditions: [...session.value.seen, preconditionOf(policyVersionKind, requiring.value.policy)],
    lapsed: open,
    now,
  });
};

interface CallingSession {
  readonly session: ClientSession;
  readonly seen: readonly Precondition[];
}

// As when a session is opened: everything it was opened with must be in use, and no revocation may cover it.
const callingSession = async (
  { records, book }: DepsWithBook,
  { scope, clientSessionId }: CallInput,
): Promise<Result<CallingSession>> => {
  const stored = await records.get(clientSessionKind, scope, clientSessionId);
  if (stored === undefined) return refuse('unknown_reference', 'client_session_id');
  const session = stored.record;
  if (!isLive(session.state)) return refuse('invalid_state', 'client_session_id');
  const references = await lookUpReferences(records, undefined, session);
  const isUsable = references.ok && references.value.unusableField === null;
  if (!isUsable || (await book.covering(session)) !== undefined)
    return refuse('invalid_state', 'client_session_id');
  return ok({ session, seen: [preconditionOf(clientSessionKind, stored), ...references.value.seen] });
};

const openOne = async (
  { records }: Deps,
  { scope, clientSessionId, policyVersion, ruleId, callDigest }: CallInput,
): Promise<Stored<CallApproval> | undefined> => {
  const page = await records.page(callApprovalKind, scope, {
    where: { is: { open: 1, clientSessionId, policyVersion, callDigest } },
    limit: MOST_OF_SESSION,
  });
  return page.items.find(({ record }) => record.ruleId === ruleId);
};

const hasRoom = async (deps: Deps, input: CallInput, by: Contributor): Promise<Result<undefined>> => {
  if (await isRoom(deps, input, by)) return ok(undefined);
  await expireLapsed(deps, input.scope);
  return (await isRoom(deps, input, by)) ? ok(undefined) : refuse('limit_exceeded');
};

const isRoom = async (
  { records }: Deps,
  { scope, clientSessionId }: CallInput,
  { actorType, actorId }: Contributor,
): Promise<boolean> => {
  const open = (whose: Where<typeof callApprovalKind>['is']): Promise<number> =>
    records.count(callApprovalKind, scope, { is: { open: 1, ...whose } });
  const [all, ofSession, ofRequester] = await Promise.all([
    open({}),
    open({ clientSessionId }),
    open({ requester: `${actorType}:${actorId}` }),
  ]);
  return all < MOST_OPEN_APPROVALS && ofSession < MOST_OF_SESSION && ofRequester < MOST_OF_REQUESTER;
};

interface Facts extends RequiringRule {
  readonly input: CallInput;
  readonly session: ClientSession;
  readonly preconditions: readonly Precondition[];
  /** An expired one for the same call. */
  readonly lapsed: Stored<CallApproval> | undefined;
  readonly now: Instant;
}

const toDecision = async (
  deps: Deps,
  context: CallContext,
  facts: Facts,
): Promise<Result<Decision<RequestedApproval>>> => {
  const { scope, clientSessionId, serverId, toolId, policyVersion, ruleId } = facts.input;
  const ledger = await deps.records.get(approvalLedgerKind, scope, APPROVAL_LEDGER_ID);
  const record = await approvalOf(deps, context, facts);
  const changes: Change[] = [
    { kind: callApprovalKind, record, expectedVersion: null },
    {
      kind: approvalLedgerKind,
      record: { ...scope, requests: (ledger?.record.requests ?? 0) + 1 },
      expectedVersion: ledger?.version ?? null,
    },
  ];
  const event = auditEvent(deps, context, {
    eventType: 'approval.requested',
    action: 'request',
    environmentId: scope.environmentId,
    resourceId: record.approvalId,
    relatedIds: [clientSessionId, serverId, toolId, policyVersion, ruleId],
  });
  const lapsed = facts.lapsed === undefined ? [] : [expiry(deps, facts.lapsed, facts.now)];
  const output = { ...callApprovalView(deps, context, { record, version: 1 }), created: true };
  return ok({
    commit: {
      changes: [...lapsed.map(({ change }) => change), ...changes],
      preconditions: facts.preconditions,
      audit: [event, ...lapsed.map((one) => one.event)],
    },
    output,
  });
};

const approvalOf = async (
  { records, ids }: Deps,
  { principal }: CallContext,
  { input, session, rule, now }: Facts,
): Promise<CallApproval> => {
  const { scope, ttlSeconds = secondsOf(rule.approval, input.required), required: _, ...call } = input;
  const server = await records.get(mcpServerKind, scope, call.serverId);
  return newCallApproval(
    {
      approvalId: ids.mint('approval'),
      ...scope,
      ...call,
      userId: session.userId,
      agentId: session.agentId,
      approverRole: rule.approval.approver_role,
      ownerTeam: server?.record.ownerTeam ?? null,
      requestedBy: contributorOf(principal),
    },
    { now, ttlSeconds },
  );
};
