import type { OperationSample, SampleRecord } from './operation-sample.js';
import { AGENT_RECORDS, AGENT_SAMPLES } from './samples/agent-samples.js';
import { BASE_RECORDS, BASE_SAMPLES } from './samples/base-samples.js';

/** One sample for each operation that needs a token; a test holds this table against the registry. */
export const OPERATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
  ...AGENT_SAMPLES,
  ...BASE_SAMPLES,
};

/** The records that the samples are about. */
export const SAMPLE_RECORDS: readonly SampleRecord[] = [...AGENT_RECORDS, ...BASE_RECORDS];
