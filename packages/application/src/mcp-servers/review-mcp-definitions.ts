import { ok } from '@govgate/domain';
import { type DefinitionReview, reviewDefinitions } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { liveOf, loadSubmission, type SubmissionRef } from './load-server.js';
import { type RiskRise, riskRises } from './risk-rises.js';
import { serverJsonChanges } from './server-json/server-json-changes.js';

/** A reviewer's comparison: each definition that differs, old beside new, as untrusted text. */
export interface DefinitionReviewView extends DefinitionReview {
  readonly schemaVersion: '1.0';
  readonly serverId: string;
  readonly submissionId: string;
  /** The approved submission it is compared with; null if there is none. */
  readonly against: string | null;
  /** What made approved tools more dangerous: to be read first. */
  readonly risks: readonly RiskRise[];
}

/** Compares a submission with what is approved (docs/spec/mcp-servers.md). */
export const makeReviewMcpDefinitions =
  ({ records }: Pick<Ports, 'records'>): UseCase<SubmissionRef, DefinitionReviewView> =>
  async (context, ref) => {
    const loaded = await loadSubmission(records, context, ref);
    if (!loaded.ok) return loaded;
    const { server, submission } = loaded.value;
    const live = await liveOf(records, server.record);
    const { serverId, submissionId } = ref;
    const review = reviewDefinitions(live?.record.manifest, submission.record);
    const described = serverJsonChanges(live?.record.manifest, submission.record.manifest);
    return ok({
      schemaVersion: '1.0',
      serverId,
      submissionId,
      against: live?.record.submissionId ?? null,
      ...review,
      server: [...described, ...review.server],
      risks: riskRises(live?.record.manifest, submission.record.manifest),
    });
  };
