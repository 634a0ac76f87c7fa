import type { GovgateClient, Submission } from '@govgate/client';
import { isAsApproved, riskChanges } from './risk-changes.js';

/** What a submission would change of what was approved: texts and schemas, and the risk of each tool. */
export const whatChanges = async (
  client: GovgateClient,
  server_id: string,
  { summary: { submission_id }, manifest: submitted }: Submission,
  options: { readonly signal?: AbortSignal } = {},
) => {
  const [review, { manifest }] = await Promise.all([
    client.reviewMcpDefinitions({ server_id, submission_id }, options),
    client.readMcpServer({ server_id }, options),
  ]);
  return {
    review,
    risks: riskChanges(manifest?.tools ?? [], submitted.tools),
    isAsApproved: isAsApproved(manifest, submitted),
  };
};
