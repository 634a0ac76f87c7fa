import { REASONS, type Refusal } from '@govgate/domain';
import { statusOf } from './http-status.js';

/** The error envelope of every endpoint (contract, section 7). */
export interface ErrorEnvelope {
  readonly schemaVersion: '1.0';
  readonly requestId: string;
  readonly status: number;
  readonly reasonCode: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly machineSafe: true;
  readonly redactionStatus: 'metadata_only';
  readonly field?: string;
}

/** The envelope of a refusal. Nothing that was sent is in it but the name of the field. */
export const errorEnvelope = (refusal: Refusal, requestId: string): ErrorEnvelope => {
  const { message, retryable } = REASONS[refusal.reasonCode];
  return {
    schemaVersion: '1.0',
    requestId,
    status: statusOf(refusal.reasonCode),
    reasonCode: refusal.reasonCode,
    message,
    retryable,
    machineSafe: true,
    redactionStatus: 'metadata_only',
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
  };
};
