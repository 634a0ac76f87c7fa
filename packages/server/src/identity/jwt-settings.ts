import type { SignalSource } from '@govgate/ports';

/** An issuer whose JWT access tokens are accepted. Claims are names, or paths with dots between names. */
export interface JwtIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** A URL or the path of a file. */
  readonly jwks: string;
  readonly tenantClaim: string;
  /** The claim naming the user or service account. */
  readonly userClaim: string;
  readonly groupsClaim: string;
  readonly environmentsClaim: string;
  /** Whether a token of somebody unknown creates their user. */
  readonly provision: boolean;
  /** Where its signals are polled; undefined: they are pushed, if there are any. */
  readonly signals?: Omit<SignalSource, 'issuer'> | undefined;
}

/** Whose JWT access tokens are accepted. */
export interface JwtSettings {
  readonly issuers: readonly JwtIssuer[];
  /** How far clocks may differ. */
  readonly leewaySeconds: number;
}

/** Whether a key set is fetched; otherwise it is a file. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text);
