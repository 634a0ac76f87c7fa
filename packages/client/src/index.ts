export type {
  CallOptions,
  ChangeOptions,
  ClientOptions,
  CreateOptions,
  GuardedOptions,
  ReadOptions,
} from './client-options.js';
export { createClient } from './create-client.js';
export { etagOf } from './etags.js';
export { followRevocations } from './follow-revocations.js';
export type * from './generated/methods.gen.js';
export type * from './generated/types.gen.js';
export { type ClientReason, type Expectation, GovgateError } from './govgate-error.js';
export { toolsFromList } from './tools-from-list.js';
export { waitForApproval } from './wait-for-approval.js';
