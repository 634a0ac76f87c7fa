import { GovgateError } from '@govgate/client';

/** Converts every failure to the client's error type. Text that no header can carry is not a token. */
export const failureOf = (fault: unknown): GovgateError =>
  fault instanceof GovgateError
    ? fault
    : consoleFailure(
        'console_fault',
        fault instanceof Error ? fault.message : 'Something failed in the console.',
      );

/** Errors detected by the console itself. */
export const consoleFailure = (reasonCode: string, message: string): GovgateError =>
  new GovgateError({ operationId: 'console', status: 0, reasonCode, message, retryable: false });
