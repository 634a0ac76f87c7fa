import { GovgateError } from './govgate-error.js';

/** What is wrong with a call before it is sent. Never leaves this package: `asGovgateError` makes a failure of the call of it. */
export class InvalidCall extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** A fault in making a call, as its failure; what is not known here is not repeated. */
export const asGovgateError = (operationId: string, fault: unknown): GovgateError => {
  if (fault instanceof GovgateError) return fault;
  const known = fault instanceof InvalidCall ? fault : undefined;
  return new GovgateError({
    operationId,
    status: 0,
    reasonCode: 'invalid_call',
    message: known?.message ?? 'The call cannot be written as JSON.',
    field: known?.field ?? 'body',
    retryable: false,
  });
};
