import type { ErrorEnvelope } from './generated/types.gen.js';

/** What a value must be, in the words of JSON Schema. */
export type Expectation = NonNullable<ErrorEnvelope['expected']>;

/** Reasons that the client gives itself; all others are the service's. */
export type ClientReason =
  /** No answer came, or not all of it. */
  | 'connection_failed'
  /** The time of the call was over. */
  | 'deadline_exceeded'
  /** The call cannot be sent as it was asked for: `field` says what is wrong with it. */
  | 'invalid_call'
  /** The function that gives the token failed. */
  | 'token_unavailable'
  /** Something other than an answer of govgate came, or a refusal in another shape than the envelope: see `answer`. */
  | 'other_answer';

/** Why a call failed. The service may get reasons that are not known here. */
type Reason = ErrorEnvelope['reasonCode'] | ClientReason | (string & Record<never, never>);

/** What a failure is known by. */
export interface Failure {
  readonly operationId: string;
  readonly status: number;
  readonly reasonCode: Reason;
  readonly message: string;
  readonly retryable: boolean;
  readonly detail?: string | undefined;
  readonly expected?: Expectation | undefined;
  readonly field?: string | undefined;
  readonly permission?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly answer?: unknown;
}

/** Every failure of a call. It holds nothing of the token and nothing of what was sent. */
export class GovgateError extends Error implements Failure {
  override readonly name = 'GovgateError';
  readonly operationId: string;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly reasonCode: Reason;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** One sentence: what was wrong and what is right. */
  readonly detail: string | undefined;
  readonly expected: Expectation | undefined;
  /** The member of the body or the parameter that was wrong. */
  readonly field: string | undefined;
  /** The permission that is lacking. */
  readonly permission: string | undefined;
  /** Names the call in the service's log and audit trail. */
  readonly requestId: string | undefined;
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** A refusal in the shape of the operation's own answer, as of a publish whose policy is not valid. */
  readonly answer: unknown;

  constructor({ message, ...failure }: Failure) {
    const { operationId, status, reasonCode, detail, field } = failure;
    const code = status === 0 ? reasonCode : `${status} ${reasonCode}`;
    const about = field === undefined ? code : `${code} (${field})`;
    super(`${operationId}: ${about}: ${message}${detail === undefined ? '' : ` ${detail}`}`);
    this.operationId = operationId;
    this.status = status;
    this.reasonCode = reasonCode;
    this.retryable = failure.retryable;
    this.detail = detail;
    this.expected = failure.expected;
    this.field = failure.field;
    this.permission = failure.permission;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.answer = failure.answer;
  }
}
