import type { SignalFault } from './signal-verifier.js';

/** Where the Security Event Tokens of an issuer are polled. */
export interface SignalSource {
  readonly issuer: string;
  readonly url: string;
  /** The file with the bearer token. */
  readonly tokenFile: string;
}

/** `access_denied`: the token is right, and what it wants is refused here. */
export type SignalErrorCode = SignalFault | 'access_denied';

/** What a poll acknowledges, reports and asks for (RFC 8936, 2.2). */
export interface SignalPoll {
  readonly maxEvents: number;
  readonly ack: readonly string[];
  readonly setErrs: Readonly<Record<string, { readonly err: SignalErrorCode; readonly description: string }>>;
}

/** Tokens by their ids, not verified, or why there are none. */
export type PolledSignals =
  | { readonly ok: true; readonly sets: Readonly<Record<string, unknown>>; readonly moreAvailable: boolean }
  | {
      readonly ok: false;
      readonly reasonCode: string;
      /** How long it asks to be left alone. */
      readonly retryAfterSeconds?: number;
    };

/** Polls the transmitters of issuers. */
export interface SignalTransmitter {
  /** One request, 4 seconds at most; never rejects. */
  poll(source: SignalSource, poll: SignalPoll): Promise<PolledSignals>;
}
