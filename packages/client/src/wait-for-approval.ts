import type { Patience } from './client-options.js';
import type { CallApproval, ReadApprovalData } from './generated/types.gen.js';
import type { GovgateClient, InputOf } from './govgate-client.js';

const WAIT_SECONDS = 20;

/** Waits until an approval was decided on, for `forSeconds` at most: what it gives is still pending where nobody decided meanwhile. */
export const waitForApproval = async (
  client: Pick<GovgateClient, 'readApproval'>,
  asked: Omit<InputOf<ReadApprovalData>, 'wait'>,
  forSeconds: number,
  patience: Patience = {},
): Promise<CallApproval> => {
  const until = performance.now() + forSeconds * 1000;
  for (;;) {
    const left = Math.ceil((until - performance.now()) / 1000);
    const wait = Math.max(0, Math.min(WAIT_SECONDS, left));
    const approval = await client.readApproval({ ...asked, wait }, patience);
    if (approval.status !== 'pending' || performance.now() >= until) return approval;
  }
};
