/** What can go wrong with a call to the outside; never an exception's text. */
export type EgressFailure =
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'timeout'
  | 'tls_error'
  | 'network_error'
  /** What came back is no HTTP answer, or its head is larger than is read. */
  | 'answer_invalid'
  | 'redirect_blocked'
  | 'ssrf_blocked';

/** The status line and those response headers that the caller named, in lower case. */
export interface EgressHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How reading the body ended. `discarded`: nobody asked for it; `too_large`: it passed the limit and was cut off;
 * `stopped`: the reader had enough.
 */
export type BodyEnd = 'discarded' | 'complete' | 'stopped' | 'too_large';

/** A call's outcome is a value. A failure after the head arrived still gives the head. */
export type EgressResult =
  | { readonly ok: true; readonly head: EgressHead; readonly body: BodyEnd }
  | { readonly ok: false; readonly failure: EgressFailure; readonly head?: EgressHead };

/** Takes the body piece by piece and says when it has seen enough. The guard itself keeps nothing. */
export type BodyReader = (chunk: Uint8Array, head: EgressHead) => 'more' | 'enough';

export interface EgressLimits {
  /** The whole call, from the first lookup to the last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** How much of a body may arrive before the connection is cut, in bytes; 64 kB by default. */
  readonly maxBodyBytes?: number;
}

export interface EgressRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Response headers to report, in lower case. */
  readonly tellHeaders?: readonly string[];
  /** Without a reader the head decides: the result is given when the head has come, and the body is thrown away. */
  readonly readBody?: BodyReader;
  readonly signal?: AbortSignal;
  readonly limits: EgressLimits;
}

/** One answer of a resolver. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface EgressSettings {
  /** Ranges allowed besides public addresses (`GOVGATE_EGRESS_ALLOW`). */
  readonly allowCidrs: readonly string[];
  /** Ranges to which plain http may go (`GOVGATE_EGRESS_HTTP`); a private one must be allowed as well. */
  readonly httpCidrs: readonly string[];
  /** The resolver; the machine's by default. */
  readonly lookup?: Lookup;
  /** Certificates to trust instead of the system's. A service leaves it out and uses `NODE_EXTRA_CA_CERTS`. */
  readonly authorities?: string;
  /** Keep connections open between calls for this long, for polling; without it each call has its own connection. */
  readonly keepAliveMs?: number;
}

/** The one part through which everything outbound goes (decisions, section 9, egress). */
export interface Egress {
  /** Never rejects. */
  request(request: EgressRequest): Promise<EgressResult>;
  /** Cuts every connection. */
  close(): Promise<void>;
}
