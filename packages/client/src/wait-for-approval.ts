import type { CallOptions } from './client-options.js';
import type { GovgateClient, ReadApprovalInput } from './generated/methods.gen.js';
import type { CallApproval } from './generated/types.gen.js';

const WAIT_SECONDS = 20;

/**
 * Waits until an approval was decided on, for `forSeconds` at most: what it gives is still pending where nobody decided meanwhile.
 * @public Callers use it.
 */
export const waitForApproval = async (
  client: Pick<GovgateClient, 'readApproval'>,
  request: Omit<ReadApprovalInput, 'wait'>,
  forSeconds: number,
  options: CallOptions = {},
): Promise<CallApproval> => {
  const until = performance.now() + forSeconds * 1000;
  for (;;) {
    const left = Math.ceil((until - performance.now()) / 1000);
    const wait = Math.max(0, Math.min(WAIT_SECONDS, left));
    const approval = await client.readApproval({ ...request, wait }, options);
    if (approval.status !== 'pending' || performance.now() >= until) return approval;
  }
};
