import { PortTimedOut, PortUnavailable } from '@govgate/ports';
import { MongoError, MongoNetworkTimeoutError, MongoServerError, MongoServerSelectionError } from 'mongodb';

type Port = PortUnavailable['port'];

const DUPLICATE_KEY = 11000;
const MAX_TIME_EXPIRED = 50;

/** Work that exceeded its limit. */
export class OverTime extends Error {
  override readonly name = 'OverTime';

  constructor(limitMs: number) {
    super(`not finished within ${Math.round(limitMs)} ms`);
  }
}

/** The port's error for a failure of the driver. Programming errors pass through. */
export const portErrorOf = (error: unknown, port: Port = 'store'): unknown => {
  if (error instanceof PortUnavailable || error instanceof PortTimedOut) return error;
  if (isOverTime(error)) return new PortTimedOut(port, { cause: causeOf(error) });
  if (error instanceof MongoError) return new PortUnavailable(port, { cause: causeOf(error) });
  return error;
};

/** The cause for the log. A server's message may repeat values from a request, so its code stands in for it. */
export const causeOf = (error: unknown): unknown =>
  error instanceof MongoServerError
    ? new Error(`the server answered ${error.code ?? 'without a code'} ${error.codeName ?? ''}`.trimEnd())
    : error;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

export const isOverTime = (error: unknown): boolean =>
  error instanceof OverTime ||
  error instanceof MongoNetworkTimeoutError ||
  (error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED);

/** Whether the server was unreachable, so that nothing was decided there. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError && !(error instanceof MongoServerError));

/** Whether retrying the whole transaction may succeed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof MongoError &&
  (error.hasErrorLabel('TransientTransactionError') || error instanceof MongoServerSelectionError);
