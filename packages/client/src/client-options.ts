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
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly attempts?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly quotaWaitMs?: number | undefined;
}

/** Everything that calls may be given besides what they are about; the types of operations say which of it each takes. */
export interface AnyCallOptions extends Patience {
  readonly ifMatch?: object | string | undefined;
  readonly ifNoneMatch?: object | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly correlationId?: string | undefined;
}
