import { GovgateError } from '@govgate/client';

/** Every failure as what the client throws. A text that no header can carry is no token. */
export const failureOf = (fault: unknown): GovgateError =>
  fault instanceof GovgateError
    ? fault
    : consoleFailure(
        'console_fault',
        fault instanceof Error ? fault.message : 'Something failed in the console.',
      );

/** What the console itself finds. */
export const consoleFailure = (reasonCode: string, message: string): GovgateError =>
  new GovgateError({ operationId: 'console', status: 0, reasonCode, message, retryable: false });
