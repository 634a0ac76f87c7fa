import { setTimeout as pause } from 'node:timers/promises';
import type { Sha256Hex } from '@govgate/domain';
import { PortTimedOut, PortUnavailable } from '@govgate/ports';
import { type ClientSession, type MongoClient, MongoError, ObjectId, type TransactionOptions } from 'mongodb';
import { killSession } from '../driver/kill-session.js';
import { causeOf, isDuplicateKey, isOverTime, isUnreachable } from '../driver/port-errors.js';
import { within } from '../driver/time-limit.js';
import type { Collections } from '../kinds/collections.js';
import { waitingKey } from '../kinds/keys.js';
import { applyAudit, applyState, mayTryAgain, RaceLost, UnitRefused } from './apply-draft.js';
import { GroupDraft } from './group-draft.js';
import { hasLanded, type Landmark, landmarkOf } from './landmark.js';
import { readStanding } from './standing.js';
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

/**
 * Units committed together in one transaction: each fits or is left out; either all that fit are written or none. The transaction may run
 * several times. If the answer to a commit was lost, the next run first checks whether it landed.
 */
export class GroupCommit {
  readonly #deadline: number;
  #step: 'state' | 'audit' | 'commit' = 'state';
  #sent: { readonly landmark: Landmark | undefined; readonly results: readonly UnitResult[] } | undefined;
  #abandoned = false;
  #session: ClientSession | undefined;
  #restMs = 0;

  constructor(
    private readonly committing: Committing,
    private readonly units: readonly Unit[],
    private readonly terms: GroupTerms,
  ) {
    this.#deadline = performance.now() + terms.limitMs * TRYING;
  }

  /** @throws UnitRefused when a unit must be taken out; PortUnavailable: nothing was written; PortTimedOut: the outcome is unknown. */
  async run(): Promise<readonly UnitResult[]> {
    try {
      return await within(this.terms.limitMs, this.#tryOn());
    } catch (error) {
      this.#abandoned = true;
      this.#letGo();
      throw this.#failureOf(error);
    }
  }

  /** How long to rest before the next group, so that another process gets its turn. */
  get restMs(): number {
    return this.#restMs;
  }

  // Nobody waits for it: the caller has been answered, and the next commit tries until it gets the tenant's head. The session is returned
  // only after the kill, or its next user would be killed too.
  #letGo(): void {
    const session = this.#session;
    if (session === undefined || session.hasEnded) return;
    killSession(this.committing.client, session)
      .finally(() => session.endSession())
      .catch(() => undefined);
  }

  get #line(): string {
    return this.units[0] === undefined ? '' : lineOf(this.units[0]);
  }

  async #tryOn(): Promise<readonly UnitResult[]> {
    const session = this.committing.client.startSession();
    this.#session = session;
    try {
      for (let tried = 1; ; tried += 1) {
        try {
          const results = await this.#attempt(session);
          this.#sent = undefined;
          return results;
        } catch (error) {
          if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
          if (this.#abandoned || !mayTryAgain(error)) throw error;
          if (performance.now() > this.#deadline) return this.#givenUp(error);
          await this.#pauseAfter(error, tried);
        }
      }
    } finally {
      if (this.#sent === undefined) await session.endSession().catch(() => undefined);
    }
  }

  async #pauseAfter(error: unknown, tried: number): Promise<void> {
    if (tried % LOST_BEFORE_A_MARK === 0 && isLostRace(error)) await this.committing.marks.leave(this.#line);
    await pause(backoffMs(tried));
  }

  async #attempt(session: ClientSession): Promise<readonly UnitResult[]> {
    const { collections, hash, failpoint, marks } = this.committing;
    const began = performance.now();
    this.#step = 'state';
    await failpoint('before_txn');
    session.startTransaction(this.#options());
    if (this.#sent !== undefined) {
      if (await hasLanded(collections, session, this.#sent.landmark)) return this.#sent.results;
      this.#sent = undefined;
    }
    const standing = await readStanding(collections, session, this.units, this.terms.careful);
    const token = new ObjectId();
    const draft = new GroupDraft(standing, { token, hash });
    const results = this.units.map((unit, owner) => draft.take(owner, unit));
    if (draft.isEmpty) return results;
    await applyState(collections, session, draft).catch(this.#asRace);
    this.#step = 'audit';
    await failpoint('after_state_write');
    await applyAudit(collections, session, draft);
    this.#step = 'commit';
    await failpoint('after_audit_write');
    if (this.#abandoned) throw new Error('the commit took too long to be sent');
    this.#sent = { landmark: landmarkOf(this.units, results, token), results };
    await this.#commit(session);
    await failpoint('after_commit');
    this.#restMs = marks.restMs(
      this.#line,
      standing.heads.get(waitingKey(this.#line)),
      performance.now() - began,
    );
    return results;
  }

  async #commit(session: ClientSession): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await session.commitTransaction();
      } catch (error) {
        const unknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
        if (!unknown || isOverTime(error) || performance.now() > this.#deadline) throw error;
        await pause(backoffMs(tried));
      }
    }
  }

  // A careful unit has looked up the holders of its values: a value taken since shows on the next look.
  readonly #asRace = (error: unknown): never => {
    const raced =
      this.terms.careful &&
      error instanceof UnitRefused &&
      error.what === 'record' &&
      isDuplicateKey(error.cause);
    throw raced ? new RaceLost() : error;
  };

  #options(): TransactionOptions {
    const left = Math.max(250, this.#deadline - performance.now());
    return {
      readConcern: { level: 'majority' },
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
      maxCommitTimeMS: Math.ceil(left),
    };
  }

  // A race lost again and again is a conflict, not a failure. A unit that changes no record cannot conflict.
  #givenUp(error: unknown): readonly UnitResult[] {
    if (this.#sent !== undefined || isUnreachable(error)) throw error;
    return this.units.map(({ changes: [first] }) =>
      first === undefined
        ? new PortUnavailable('audit', { cause: causeOf(error) })
        : { committed: false, conflict: { because: 'version', kind: first.kind.name, id: first.id } },
    );
  }

  #failureOf(error: unknown): unknown {
    if (error instanceof TypeError || error instanceof RangeError) return error;
    if (this.#sent !== undefined) return new PortTimedOut('store', { cause: causeOf(error) });
    if (error instanceof UnitRefused) {
      if (!this.terms.careful) return error;
      return new PortUnavailable(error.what === 'event' ? 'audit' : 'store', { cause: causeOf(error.cause) });
    }
    const port = this.#step === 'audit' && !isUnreachable(error) ? 'audit' : 'store';
    return new PortUnavailable(port, { cause: causeOf(error) });
  }
}

// Jittered, so that processes that lost a race do not collide again.
const backoffMs = (tried: number): number => Math.random() * Math.min(4 * 1.6 ** tried, LONGEST_PAUSE_MS);
