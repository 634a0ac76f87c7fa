/** How a client reaches govgate. */
export interface ClientOptions {
  /** Where govgate is, such as `https://govgate.example.com`; a path before `/v1` may stand in it. */
  readonly baseUrl: string;
  /** An API token or access token, or a function that gives one; it is asked before every attempt. */
  readonly token?: string | (() => string | Promise<string>);
  /** The tenant of calls that name none; the token's own where it is left out here, too. */
  readonly tenantId?: string;
  /** The environment of calls that name none. */
  readonly environmentId?: string;
  /** What sends requests; the platform's own by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How often a call is sent at most: 4 by default. */
  readonly attempts?: number;
  /** How long a call may take with all its attempts, not counting what it asks the service to wait: 30,000 ms by default. */
  readonly timeoutMs?: number;
  /**
   * How long a call may wait, beside that, where there were too many calls (429) and the service says when to come again: 600,000 ms by
   * default, so that bulk runs end; 0: such a refusal counts like others.
   */
  readonly quotaWaitMs?: number;
}

/** How long a call is worth waiting for. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly attempts?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly quotaWaitMs?: number | undefined;
}

/** Options of a read of a single record. */
export interface ReadOptions extends CallOptions {
  /** The record as it was read before: it comes back as it is where nothing has changed. */
  readonly ifNoneMatch?: object | undefined;
}

/** Options of a call that makes something. */
export interface CreateOptions extends CallOptions {
  /** Repeated within 24 hours, the call answers what it answered first and changes nothing more. */
  readonly idempotencyKey?: string | undefined;
  /** Groups the call's audit events. */
  readonly correlationId?: string | undefined;
}

/** Options of a change. */
export interface ChangeOptions extends CreateOptions {
  /** The state that was seen, as a record that a call gave or its ETag: the change is refused where the record has another now. */
  readonly ifMatch?: object | string | undefined;
}

/** Options of a change that must say which state it saw. */
export interface GuardedOptions extends CreateOptions {
  readonly ifMatch: object | string;
}

/** The options of all calls together. */
export interface AnyCallOptions extends ReadOptions, ChangeOptions {}
