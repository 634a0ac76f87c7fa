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

/** How long the last good set stays in use while none can be read, in milliseconds (decisions, section 16, "Limits"). */
const SERVES_ON_MS = 3_600_000;
const MOST_BACK_OFF = 8;
/** A readiness probe gives up early; the next one sees the outcome of the read. */
const CHECK_WAITS_MS = 500;

interface Held {
  readonly keys: JWTVerifyGetKey;
  readonly readAtMs: number;
}

/**
 * The keys of an issuer. One read at a time and one per `refreshMs`, regardless of caller and key; fewer after failures, while the last
 * good set stays in use. jose's own remote set neither counts failures as reads nor prefers an old set to none.
 */
export const makeKeySet = ({
  load,
  log,
  refreshMs,
  nowMs = () => performance.now(),
}: KeySetParts): KeySet => {
  let held: Held | undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let looking: Promise<void> | undefined;

  const usable = (): JWTVerifyGetKey | undefined =>
    held !== undefined && nowMs() - held.readAtMs < SERVES_ON_MS ? held.keys : undefined;

  // Without any keys nobody can sign in, so waiting longer than usual would only prolong an outage.
  const isDue = (): boolean => {
    const backOff = failures > 1 && usable() !== undefined ? Math.min(2 ** (failures - 1), MOST_BACK_OFF) : 1;
    return nowMs() - lookedAtMs >= refreshMs * backOff;
  };

  const keep = (read: JSONWebKeySet | 'unchanged'): void => {
    const keys = read === 'unchanged' ? held?.keys : createLocalJWKSet(read);
    if (keys === undefined) return;
    held = { keys, readAtMs: nowMs() };
    if (failures > 0) log.info('the key set of the identity provider can be read again');
    failures = 0;
  };

  const lament = (fault: unknown): void => {
    failures += 1;
    if (failures > 1) return;
    const because = fault instanceof KeySetFault ? fault.message : 'it is not a JSON Web Key Set';
    log.warn('the key set of the identity provider cannot be read; the last one stays in use for an hour', {
      because,
    });
  };

  const look = (): Promise<void> => {
    lookedAtMs = nowMs();
    looking = load()
      .then(keep)
      .catch(lament)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };

  const keyOf = (...asked: Parameters<JWTVerifyGetKey>): ReturnType<JWTVerifyGetKey> => {
    const keys = usable();
    if (keys === undefined) throw new NoKeySet();
    return keys(...asked);
  };

  return {
    getKey: async (header, token) => {
      if (looking === undefined && isDue()) await look();
      else if (usable() === undefined) await looking;
      try {
        return await keyOf(header, token);
      } catch (fault) {
        // A concurrent read may bring the key.
        if (looking === undefined || !(fault instanceof errors.JWKSNoMatchingKey)) throw fault;
        await looking;
        return keyOf(header, token);
      }
    },
    check: async () => {
      if (looking === undefined && isDue()) void look();
      if (looking !== undefined) await endWithin(looking, CHECK_WAITS_MS);
      if (failures > 0 || usable() === undefined) throw new NoKeySet();
    },
  };
};
