import type { EgressProxy } from './egress-proxy.js';

/** How an outbound call can fail; never an exception's text. */
export type EgressFailure =
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'timeout'
  | 'tls_error'
  | 'network_error'
  /** The answer is not HTTP, or its head exceeds the limit. */
  | 'answer_invalid'
  | 'redirect_blocked'
  | 'ssrf_blocked';

/** The status line and the requested response headers, in lower case. */
export interface EgressHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How reading the body ended. `discarded`: nobody asked for it; `too_large`: it exceeded the limit and was cut off;
 * `stopped`: the reader had enough.
 */
export type BodyEnd = 'discarded' | 'complete' | 'stopped' | 'too_large';

/** A call's outcome, as a value. A failure after the head arrived still includes the head. */
export type EgressResult =
  | { readonly ok: true; readonly head: EgressHead; readonly body: BodyEnd }
  | { readonly ok: false; readonly failure: EgressFailure; readonly head?: EgressHead };

/** Receives the body in pieces and says when it has seen enough. The guard itself keeps nothing. */
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
  readonly responseHeaders?: readonly string[];
  /** Without a reader the head decides: the result is given when the head has arrived, and the body is discarded. */
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
  /** Allowed ranges besides public addresses (`GOVGATE_EGRESS_ALLOW`). */
  readonly allowCidrs: readonly string[];
  /** Ranges that may be called over plain http (`GOVGATE_EGRESS_HTTP`); a private one must be allowed as well. */
  readonly httpCidrs: readonly string[];
  /** The resolver; the machine's by default. */
  readonly lookup?: Lookup;
  /** CA certificates to trust instead of the system's. A service omits this and uses `NODE_EXTRA_CA_CERTS`. */
  readonly authorities?: string;
  /** The proxy that https goes through; without it calls go out directly. */
  readonly proxy?: EgressProxy;
  /** Keep idle connections open for this long, for polling; without it each call has its own connection. */
  readonly keepAliveMs?: number;
}

/** The only way out for outbound traffic (docs/spec/destinations.md, egress). */
export interface Egress {
  /** Never rejects. */
  request(request: EgressRequest): Promise<EgressResult>;
  /** Closes every connection. */
  close(): Promise<void>;
}
