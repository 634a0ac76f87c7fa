import { isId, ok, refuse } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** The location of a decision point, in AuthZEN's terms. */
export interface AccessMetadata {
  readonly policyDecisionPoint: string;
  readonly accessEvaluationEndpoint: string;
  readonly accessEvaluationsEndpoint: string;
  readonly searchSubjectEndpoint: string;
  readonly searchResourceEndpoint: string;
  readonly searchActionEndpoint: string;
  /** From the Access Request and Approval Profile. */
  readonly accessRequestEndpoint: string;
  /** What it understands beyond the standard. */
  readonly capabilities: readonly string[];
}

/** Access requests (AuthZEN Access Request and Approval Profile, section 6), and questions that name the definition of a tool. */
const CAPABILITIES = [
  'urn:openid:authzen:capability:access-request',
  'urn:govgate:authzen:definition-hash',
] as const;

/** Describes the decision point of an environment, identically whether or not the environment exists (docs/spec/authzen.md). */
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
      capabilities: [...CAPABILITIES],
    });
  };
