import { REASONS, type ReasonCode, type RefusalKind } from '@govgate/domain';

/** The one place where kinds of refusal become HTTP status numbers (docs/spec/conventions.md). */
const STATUS_OF_KIND: Readonly<Record<RefusalKind, number>> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  precondition_required: 428,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
};

/** The status number of a reason code. */
export const statusOf = (reasonCode: ReasonCode): number => STATUS_OF_KIND[REASONS[reasonCode].kind];
