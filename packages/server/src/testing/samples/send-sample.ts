import type { Operation } from '@govgate/adapter-http';
import type { Answered, Call } from '../test-service.js';
import { type OperationSample, sampleUrl } from './operation-sample.js';
import { OPERATION_SAMPLES } from './operation-samples.js';

/** Sends an operation's sample, or a variant of it. */
export const sendSample = (
  call: Call,
  operation: Operation,
  token: string | undefined,
  over: Partial<OperationSample> = {},
): Promise<Answered> => {
  const request = { ...sampleOf(operation), ...over };
  return call(sampleUrl(operation.path, request), {
    method: operation.method.toUpperCase(),
    token,
    ...(operation.body === undefined ? {} : { body: request.body ?? {} }),
    ...(request.headers === undefined ? {} : { headers: request.headers }),
  });
};

/** The call of an operation that succeeds in the sample world. */
export const sampleOf = ({ id }: Operation): OperationSample => {
  const sample = OPERATION_SAMPLES[id];
  if (sample === undefined)
    throw new Error(`No sample for ${id}: add one in packages/server/src/testing/samples`);
  return sample;
};
