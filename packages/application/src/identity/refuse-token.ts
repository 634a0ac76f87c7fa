import { type Ok, type Refused, refuse } from '@govgate/domain';
import type { FailedCheck } from '@govgate/ports';

/** A refused token. Which check failed is for the log and the metrics; there is a single reason code. */
export interface TokenRefused extends Refused {
  readonly failedCheck: FailedCheck;
  /** The claim of a JWT that failed it. */
  readonly claim?: string | undefined;
}

/** The longest token, in characters; providers put hundreds of groups into one. */
export const MAX_TOKEN = 32_768;

/** The result of examining a token. */
export type Authenticated<T> = Ok<T> | TokenRefused;

type Code = 'token_invalid' | 'token_expired' | 'identity_provider_unavailable';

export const refuseToken = (
  failedCheck: FailedCheck,
  code: Code = 'token_invalid',
  claim?: string,
): TokenRefused => ({ ...refuse(code), failedCheck, claim });
