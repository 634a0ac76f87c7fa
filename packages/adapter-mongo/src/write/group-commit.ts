import { setTimeout as pause } from 'node:timers/promises';
import type { Sha256Hex } from '@govgate/domain';
import { PortTimedOut, PortUnavailable } from '@govgate/ports';
import { type ClientSession, type MongoClient, MongoError, ObjectId } from 'mongodb';
import { killSession } from '../driver/kill-session.js';
import { causeOf, isDuplicateKey, isOverTime, isUnreachable, OverTime } from '../driver/port-errors.js';
import { within } from '../driver/time-limit.js';
import type { Collections } from '../kinds/collections.js';
import { waitingKey } from '../kinds/keys.js';
import { applyAudit, applyState, mayTryAgain, RaceLost, UnitRefused } from './apply-draft.js';
import { type CommitProof, commitProofOf, wasCommitted } from './commit-proof.js';
import { GroupDraft } from './group-draft.js';
import { readStoredState } from './stored-state.js';
import { lineOf, type Unit, type UnitResult } from './unit.js';
import { isLostRace, type WaitingMarks } from './waiting-marks.js';

/** Points within a commit at which a test may end the process or inject a failure. */
export type FailpointName = 'before_txn' | 'after_state_write' | 'after_audit_write' | 'after_commit';
export type Failpoint = (name: FailpointName) => void | Promise<void>;

/** What commits need. */
export interface Committing {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly hash: Sha256Hex;
  readonly failpoint: Failpoint;
  readonly marks: WaitingMarks;
}

/** How a group is committed. `careful`: a unit alone, whose unique values are looked up so that its refusal can be exact. */
export interface GroupTerms {
  readonly limitMs: number;
  readonly careful: boolean;
}

/** The share of the limit spent on attempts; the rest is for an answer on its way. */
const TRYING = 0.75;
/** Races that a group loses before it asks the other processes to rest, each time anew. */
const LOST_BEFORE_A_MARK = 2;
/** Longest pause between attempts, in milliseconds: shorter than others rest. */
const LONGEST_PAUSE_MS = 40;
/** Least time that the server is given for a commit, in milliseconds. */
const LEAST_COMMIT_MS = 250;

/** The outcomes of a group's units, and how long to rest before the next group, so that another process gets its turn. */
export interface CommittedGroup {
  readonly results: readonly UnitResult[];
  readonly restMs: number;
}

/** A commit that was sent: until it is answered, its outcome is unknown. */
interface Sent extends CommittedGroup {
  readonly proof: CommitProof | undefined;
}

/** A group on its way. */
interface Transaction {
  readonly committing: Committing;
  readonly units: readonly Unit[];
  readonly terms: GroupTerms;
  readonly session: ClientSession;
  /** No attempt begins later. */
  readonly deadline: number;
  /** Aborted once the callers have been answered: no commit may be sent any more. */
  readonly over: AbortSignal;
  /** Whose failure it is if the attempt fails now, or the commit that was sent. */
  at: 'store' | 'audit' | Sent;
}

/**
 * Commits units together in one transaction: each fits or is left out; either all that fit are written or none. The transaction may run
 * several times. If the answer to a commit was lost, the next run first checks whether it landed.
 *
 * @throws UnitRefused when a unit must be taken out; PortUnavailable: nothing was written; PortTimedOut: the outcome is unknown.
 */
export const commitGroup = async (
  committing: Committing,
  units: readonly Unit[],
  terms: GroupTerms,
): Promise<CommittedGroup> => {
  const over = new AbortController();
  const session = committing.client.startSession();
  const deadline = performance.now() + terms.limitMs * TRYING;
  const transaction: Transaction = {
    committing,
    units,
    terms,
    session,
    deadline,
    over: over.signal,
    at: 'store',
  };
  try {
    const committed = await within(terms.limitMs, tryUntilCommitted(transaction));
    await session.endSession().catch(() => undefined);
    return committed;
  } catch (error) {
    over.abort();
    letGo(transaction, error);
    throw failureOf(transaction, error);
  }
};

// Nobody waits for it: the caller has been answered, and the next commit tries until it gets the tenant's head. The session is returned
// only after the kill, or its next user would be killed too.
const letGo = ({ committing, session, at }: Transaction, error: unknown): void => {
  const mayBeOpen = error instanceof OverTime || isSent(at);
  const closed = mayBeOpen ? killSession(committing.client, session) : Promise.resolve();
  closed.finally(() => session.endSession()).catch(() => undefined);
};

const isSent = (at: Transaction['at']): at is Sent => typeof at === 'object';

const tryUntilCommitted = async (transaction: Transaction): Promise<CommittedGroup> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(transaction);
    } catch (error) {
      await abort(transaction);
      if (transaction.over.aborted || !mayTryAgain(error)) throw error;
      if (performance.now() > transaction.deadline) return givenUp(transaction, error);
      await pauseAfter(transaction, error, tried);
    }
  }
};

const abort = async ({ session }: Transaction): Promise<void> => {
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
};

const pauseAfter = async (
  { committing, units }: Transaction,
  error: unknown,
  tried: number,
): Promise<void> => {
  if (tried % LOST_BEFORE_A_MARK === 0 && isLostRace(error)) await committing.marks.leave(nameOf(units));
  await pause(backoffMs(tried));
};

/** The queue that a group came from. */
const nameOf = ([first]: readonly Unit[]): string => (first === undefined ? '' : lineOf(first));

const attempt = async (transaction: Transaction): Promise<CommittedGroup> => {
  const { committing, units, session, at: before } = transaction;
  const { collections, failpoint, marks } = committing;
  const began = performance.now();
  await failpoint('before_txn');
  begin(transaction);
  if (isSent(before) && (await wasCommitted(collections, session, before.proof))) return before;
  transaction.at = 'store';
  const stored = await readStoredState(collections, session, units, transaction.terms.careful);
  const writing = { token: new ObjectId(), hash: committing.hash };
  const draft = new GroupDraft(stored, writing);
  const results = units.map((unit, owner) => draft.take(owner, unit));
  if (draft.isEmpty) return { results, restMs: 0 };
  await write(transaction, draft);
  transaction.at = { results, restMs: 0, proof: commitProofOf(units, results, writing.token) };
  await commit(transaction);
  await failpoint('after_commit');
  const name = nameOf(units);
  const restMs = marks.restMs(name, stored.heads.get(waitingKey(name)), performance.now() - began);
  return { results, restMs };
};

const begin = ({ session, deadline }: Transaction): void =>
  session.startTransaction({
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    maxCommitTimeMS: Math.ceil(Math.max(LEAST_COMMIT_MS, deadline - performance.now())),
  });

const write = async (transaction: Transaction, draft: GroupDraft): Promise<void> => {
  const { session, over, terms } = transaction;
  const { collections, failpoint } = transaction.committing;
  await applyState(collections, session, draft).catch((error: unknown) => {
    throw isRace(terms, error) ? new RaceLost() : error;
  });
  transaction.at = 'audit';
  await failpoint('after_state_write');
  await applyAudit(collections, session, draft);
  transaction.at = 'store';
  await failpoint('after_audit_write');
  if (over.aborted) throw new Error('the commit took too long to be sent');
};

// A careful unit has looked up the holders of its values: a value taken since shows on the next attempt.
const isRace = ({ careful }: GroupTerms, error: unknown): boolean =>
  careful && error instanceof UnitRefused && error.what === 'record' && isDuplicateKey(error.cause);

const commit = async ({ session, deadline }: Transaction): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      const unknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
      if (!unknown || isOverTime(error) || performance.now() > deadline) throw error;
      await pause(backoffMs(tried));
    }
  }
};

// A race lost again and again is a conflict, not a failure. A unit that changes no record cannot conflict.
const givenUp = ({ at, units }: Transaction, error: unknown): CommittedGroup => {
  if (isSent(at) || isUnreachable(error)) throw error;
  const results = units.map(
    ({ changes: [first] }): UnitResult =>
      first === undefined
        ? new PortUnavailable('audit', { cause: causeOf(error) })
        : { committed: false, conflict: { because: 'version', kind: first.kind.name, id: first.id } },
  );
  return { results, restMs: 0 };
};

const failureOf = ({ at, terms }: Transaction, error: unknown): unknown => {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  if (isSent(at)) return new PortTimedOut('store', { cause: causeOf(error) });
  if (error instanceof UnitRefused) {
    if (!terms.careful) return error;
    return new PortUnavailable(error.what === 'event' ? 'audit' : 'store', { cause: causeOf(error.cause) });
  }
  return new PortUnavailable(isUnreachable(error) ? 'store' : at, { cause: causeOf(error) });
};

// Jittered, so that processes that lost a race do not collide again.
const backoffMs = (tried: number): number => Math.random() * Math.min(4 * 1.6 ** tried, LONGEST_PAUSE_MS);
