import type { FailedCheck } from './token-verifier.js';

/** One line of the service's log about a call. Metadata only: no bodies, tokens, query values or identifiers that were sent broken. */
export interface RequestLine {
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly isWrite: boolean;
  readonly actorId?: string;
  readonly tenantId?: string;
  readonly reasonCode?: string;
  /** Which check a refused token failed; never the token. */
  readonly failedCheck?: FailedCheck;
  /** The claim that failed it, by its name. */
  readonly claim?: string;
}

/** Where the service writes what happened. */
export interface ServiceLog {
  request(line: RequestLine): void;
  /** A failure inside. The cause is logged by its name and stack, never with values from a request. */
  failure(what: string, cause: unknown, about?: Readonly<Record<string, string>>): void;
  /** Something that an operator should look at, though nothing failed inside. */
  warn(what: string, about?: Readonly<Record<string, string | number>>): void;
  info(what: string, about?: Readonly<Record<string, string | number>>): void;
}
