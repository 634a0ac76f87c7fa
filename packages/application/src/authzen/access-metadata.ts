import { isId, ok, refuse } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** Where a decision point is, in AuthZEN's own words. */
export interface AccessMetadata {
  readonly policyDecisionPoint: string;
  readonly accessEvaluationEndpoint: string;
  readonly accessEvaluationsEndpoint: string;
  readonly searchSubjectEndpoint: string;
  readonly searchResourceEndpoint: string;
  readonly searchActionEndpoint: string;
  /** Of the Access Request and Approval Profile. */
  readonly accessRequestEndpoint: string;
}

/** Says where the decision point of an environment is, the same whether or not the environment exists (decisions, section 16). */
export const makeReadAccessMetadata =
  ({ publicUrl }: Pick<Ports, 'publicUrl'>): UseCase<{ readonly environmentId: string }, AccessMetadata> =>
  async (_, { environmentId }) => {
    if (!isId(environmentId)) return refuse('not_found');
    const base = publicUrl();
    const point = `${base}/v1/authzen/${environmentId}`;
    return ok({
      policyDecisionPoint: point,
      accessEvaluationEndpoint: `${point}/access/v1/evaluation`,
      accessEvaluationsEndpoint: `${point}/access/v1/evaluations`,
      searchSubjectEndpoint: `${point}/access/v1/search/subject`,
      searchResourceEndpoint: `${point}/access/v1/search/resource`,
      searchActionEndpoint: `${point}/access/v1/search/action`,
      accessRequestEndpoint: `${base}/v1/approvals?environment_id=${environmentId}`,
    });
  };
