import type { Refusal } from '@govgate/domain';
import { statusOf } from '../http-status.js';

/** Where identity providers push Security Event Tokens. */
export const SIGNALS_PATH = '/v1/identity/signals';

/**
 * A refused token in the form of RFC 8935, 2.3; undefined for what is no fault of a token, which is answered as everywhere. Whoever has no key
 * of the issuer does not learn which check failed: all tokens are refused alike.
 */
export const signalRefusal = ({ reasonCode }: Refusal) =>
  statusOf(reasonCode) === 400
    ? {
        status: 400,
        text: JSON.stringify({
          err: 'invalid_request',
          description: 'It is not a Security Event Token that is accepted here.',
        }),
        contentType: 'application/json',
        language: 'en',
      }
    : undefined;
