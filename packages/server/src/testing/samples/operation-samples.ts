import { ACCESS_REVIEW_RECORDS, ACCESS_REVIEW_SAMPLES } from './access-review-samples.js';
import { ACCESS_RECORDS, ACCESS_SAMPLES } from './access-samples.js';
import { ACCOUNT_RECORDS, ACCOUNT_SAMPLES } from './account-samples.js';
import { AGENT_RECORDS, AGENT_SAMPLES } from './agent-samples.js';
import { APPLIED_SET_RECORDS, APPLIED_SET_SAMPLES } from './applied-set-samples.js';
import { APPROVAL_RECORDS, APPROVAL_SAMPLES } from './approval-samples.js';
import { AUTHZEN_SAMPLES } from './authzen-samples.js';
import { BASE_RECORDS, BASE_SAMPLES } from './base-samples.js';
import { CLIENT_SURFACE_RECORDS, CLIENT_SURFACE_SAMPLES } from './client-surface-samples.js';
import { CREDENTIAL_RECORDS, CREDENTIAL_SAMPLES } from './credential-samples.js';
import { DATA_PLANE_RECORDS, DATA_PLANE_SAMPLES } from './data-plane-samples.js';
import { DELIVERY_TEST_RECORDS, DELIVERY_TEST_SAMPLES } from './delivery-test-samples.js';
import { DESTINATION_RECORDS, DESTINATION_SAMPLES } from './destination-samples.js';
import { MCP_SERVER_RECORDS, MCP_SERVER_SAMPLES } from './mcp-server-samples.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { SESSION_RECORDS, SESSION_SAMPLES } from './session-samples.js';

/** One sample for each operation that needs a token; a test compares this table with the registry. */
export const OPERATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
  ...ACCESS_REVIEW_SAMPLES,
  ...ACCESS_SAMPLES,
  ...ACCOUNT_SAMPLES,
  ...AGENT_SAMPLES,
  ...APPLIED_SET_SAMPLES,
  ...APPROVAL_SAMPLES,
  ...AUTHZEN_SAMPLES,
  ...BASE_SAMPLES,
  ...CLIENT_SURFACE_SAMPLES,
  ...CREDENTIAL_SAMPLES,
  ...DATA_PLANE_SAMPLES,
  ...DELIVERY_TEST_SAMPLES,
  ...DESTINATION_SAMPLES,
  ...MCP_SERVER_SAMPLES,
  ...SESSION_SAMPLES,
};

/** The records used by the samples. */
export const SAMPLE_RECORDS: readonly SampleRecord[] = [
  ...ACCESS_RECORDS,
  ...ACCESS_REVIEW_RECORDS,
  ...ACCOUNT_RECORDS,
  ...AGENT_RECORDS,
  ...APPLIED_SET_RECORDS,
  ...APPROVAL_RECORDS,
  ...BASE_RECORDS,
  ...CLIENT_SURFACE_RECORDS,
  ...CREDENTIAL_RECORDS,
  ...DATA_PLANE_RECORDS,
  ...DELIVERY_TEST_RECORDS,
  ...DESTINATION_RECORDS,
  ...MCP_SERVER_RECORDS,
  ...SESSION_RECORDS,
];
