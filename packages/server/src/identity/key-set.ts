import type { ServiceLog } from '@govgate/ports';
import { endWithin } from '@govgate/worker/in-process';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { KeySetFault } from './parse-key-set.js';

/** Reads a key set again; `unchanged` if it equals the last one. Rejects with a `KeySetFault`. */
export type LoadKeySet = () => Promise<JSONWebKeySet | 'unchanged'>;

/** No usable key set is known: tokens can be neither accepted nor called invalid. */
export class NoKeySet extends Error {
  override readonly name = 'NoKeySet';
}

export interface KeySet {
  readonly getKey: JWTVerifyGetKey;
  /** Rejects while the last read failed. Reads again when due, without waiting long for it. */
  check(): Promise<void>;
}

export interface KeySetParts {
  readonly load: LoadKeySet;
  readonly log: Pick<ServiceLog, 'warn' | 'info'>;
  /** Maximum age of a key set before it is read again, in milliseconds; 0: for every token. */
  readonly refreshMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
}

/** How long the last good set stays in use while none can be read, in milliseconds (docs/spec/conventions.md#limits). */
const SERVES_ON_MS = 3_600_000;
const MOST_BACK_OFF = 8;
/** How often unknown keys cause a read, and how long a call waits for it, in milliseconds (docs/spec/identity.md#jwt-access-tokens). */
const ASKS_EVERY_MS = 10_000;
const ASKING_WAITS_MS = 1_000;
/** A readiness probe gives up early; the next one sees the outcome of the read. */
const CHECK_WAITS_MS = 500;

interface Held {
  readonly keys: JWTVerifyGetKey;
  readonly readAtMs: number;
}

/**
 * The keys of an issuer. One read at a time and one per `refreshMs`, fewer after failures, while the last good set stays in use; and one for
 * unknown keys every ten seconds at most. jose's own remote set neither counts failures as reads nor prefers an old set to none.
 */
export const makeKeySet = ({ nowMs = () => performance.now(), ...parts }: KeySetParts): KeySet => {
  const reads = new KeySetReads({ nowMs, ...parts });

  const keyOf = (...requests: Parameters<JWTVerifyGetKey>): ReturnType<JWTVerifyGetKey> => {
    const keys = reads.usable();
    if (keys === undefined) throw new NoKeySet();
    return keys(...requests);
  };

  return {
    getKey: async (header, token) => {
      const isDue = reads.underway === undefined && reads.isDue();
      const waits = isDue || reads.usable() === undefined;
      if (isDue) void reads.begin();
      if (waits) await reads.underway;
      try {
        return await keyOf(header, token);
      } catch (fault) {
        if (!(fault instanceof errors.JWKSNoMatchingKey)) throw fault;
        if (!waits) await reads.forUnknownKey();
        return keyOf(header, token);
      }
    },
    check: async () => {
      if (reads.underway === undefined && reads.isDue()) void reads.begin();
      if (reads.underway !== undefined) await endWithin(reads.underway, CHECK_WAITS_MS);
      if (reads.hasFailed || reads.usable() === undefined) throw new NoKeySet();
    },
  };
};

/** The reads of a key set, and what the last good one brought. */
class KeySetReads {
  #held: Held | undefined;
  #beganAtMs = Number.NEGATIVE_INFINITY;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #underway: Promise<void> | undefined;

  constructor(private readonly parts: Required<KeySetParts>) {}

  get underway(): Promise<void> | undefined {
    return this.#underway;
  }

  /** Whether the last read failed. */
  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  usable(): JWTVerifyGetKey | undefined {
    const held = this.#held;
    return held !== undefined && this.parts.nowMs() - held.readAtMs < SERVES_ON_MS ? held.keys : undefined;
  }

  // Without any keys nobody can sign in, so waiting longer than usual would only prolong an outage.
  isDue(): boolean {
    const { nowMs, refreshMs } = this.parts;
    const failures = this.#failures;
    const isBackingOff = failures > 1 && this.usable() !== undefined;
    const backOff = isBackingOff ? Math.min(2 ** (failures - 1), MOST_BACK_OFF) : 1;
    return nowMs() - this.#beganAtMs >= refreshMs * backOff;
  }

  /**
   * Asks for a key that the set does not have, at most every ten seconds whatever tokens name, or waits for a read that may bring it.
   * @throws NoKeySet while the answer is outstanding
   */
  async forUnknownKey(): Promise<void> {
    const { nowMs } = this.parts;
    if (this.#underway === undefined && nowMs() - this.#askedAtMs >= ASKS_EVERY_MS) {
      this.#askedAtMs = nowMs();
      void this.begin();
    }
    if (this.#underway !== undefined) await endWithin(this.#underway, ASKING_WAITS_MS);
    if (this.#underway !== undefined) throw new NoKeySet();
  }

  begin(): Promise<void> {
    this.#beganAtMs = this.parts.nowMs();
    this.#underway = this.parts
      .load()
      .then((read) => this.#keep(read))
      .catch((fault) => this.#lament(fault))
      .finally(() => {
        this.#underway = undefined;
      });
    return this.#underway;
  }

  #keep(read: JSONWebKeySet | 'unchanged'): void {
    const keys = read === 'unchanged' ? this.#held?.keys : createLocalJWKSet(read);
    if (keys === undefined) return;
    this.#held = { keys, readAtMs: this.parts.nowMs() };
    if (this.#failures > 0) this.parts.log.info('the key set of the identity provider can be read again');
    this.#failures = 0;
  }

  #lament(fault: unknown): void {
    this.#failures += 1;
    if (this.#failures > 1) return;
    const because = fault instanceof KeySetFault ? fault.message : 'it is not a JSON Web Key Set';
    this.parts.log.warn(
      'the key set of the identity provider cannot be read; the last one stays in use for an hour',
      { because },
    );
  }
}
