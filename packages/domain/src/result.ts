import type { Help } from './expectation.js';
import type { ReasonCode } from './reason-codes.js';

/** Why a call was refused: a code from the table, the field it is about where there is one, and what helps to get it right. */
export interface Refusal extends Help {
  readonly reasonCode: ReasonCode;
  /** A body path such as `owner.team`, or a parameter's name. Metadata only: never a value. */
  readonly field?: string;
}

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** The outcome of a decision or a use case. Refusals are values; only programmer mistakes and port failures are thrown. */
export type Result<T> = Ok<T> | Refused;

/** @example return ok(binding) */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** @example return refuse('unknown_reference', 'subject.subject_id') */
export const refuse = (reasonCode: ReasonCode, field?: string, help?: Help): Refused => ({
  ok: false,
  refusal: { reasonCode, ...(field === undefined ? {} : { field }), ...help },
});
