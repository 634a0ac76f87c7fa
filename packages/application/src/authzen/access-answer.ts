import { callDigest, type PolicyObligation, type Scope } from '@govgate/domain';
import type { AccessQuestion } from '../access/access-question.js';
import { requestedCall } from '../access/requested-call.js';
import { sealDenial } from '../access/sealed-denial.js';
import type { Ports } from '../call/ports.js';
import type { AccessVerdict } from './decision-point.js';

/** Where to request an approval that would lift a denial (AuthZEN Access Request and Approval Profile, draft 1). */
export interface AccessRequestHint {
  readonly endpoint: string;
  readonly expiresAt: string;
}

/** What accompanies a decision (docs/spec/authzen.md). */
export interface AccessContext {
  readonly reasonCode: string;
  readonly policyVersion: string | null;
  readonly manifestHash: string | null;
  readonly decidedBy: readonly string[];
  readonly obligations?: readonly PolicyObligation[];
  /** Of a denial, its reason: the standard's own member for it. */
  readonly reason?: string;
  /** Two members of a denial that an approval can lift: the request refers to them. */
  readonly evaluationId?: string;
  readonly accessRequest?: AccessRequestHint;
  /** An undecidable question in a batch, in the standard's own form. */
  readonly error?: { readonly status: number; readonly message: string };
}

export interface AccessAnswer {
  readonly decision: boolean;
  readonly context: AccessContext;
}

type Deps = Pick<Ports, 'pageTokens' | 'clock' | 'publicUrl'>;

/** How long after a denial its approval can be requested. */
const REQUESTABLE_MS = 300_000;

/** A question and what was decided about it. */
export interface Decided {
  readonly question: AccessQuestion;
  readonly verdict: AccessVerdict;
}

/** Turns a verdict into an answer. What needs an approval is denied; if a session asks for a tool, the answer says how to request one. */
export const accessAnswer = (deps: Deps, scope: Scope, decided: Decided): AccessAnswer => {
  const { outcome, policy, tooLarge } = decided.verdict;
  const { effect, reasonCode, decidedBy, obligations } = outcome;
  const context: AccessContext = {
    reasonCode,
    policyVersion: policy?.policyVersion ?? null,
    manifestHash: policy?.manifestHash ?? null,
    decidedBy,
    ...(obligations.length === 0 ? {} : { obligations }),
    ...(effect === 'allow' ? {} : { reason: reasonCode }),
    ...(tooLarge === undefined ? {} : { error: { status: 413, message: `Too large: ${tooLarge}.` } }),
    ...(effect === 'require_approval' ? requestableBy(deps, scope, decided) : {}),
  };
  return { decision: effect === 'allow', context };
};

/** The same for a denial lifted by an approval. */
export const withoutRequest = ({
  evaluationId: _,
  reason: __,
  accessRequest: ___,
  ...context
}: AccessContext): AccessContext => context;

// An approval covers a session's call of a tool, by one role: where several must consent, no single request lifts the denial.
const requestableBy = (
  { pageTokens, clock, publicUrl }: Deps,
  { tenantId, environmentId }: Scope,
  { question, verdict: { outcome, policy, caller } }: Decided,
): Pick<AccessContext, 'evaluationId' | 'accessRequest'> | undefined => {
  const session = caller?.known === true ? caller.session : null;
  const [required, another] = outcome.approvals;
  if (session === null || policy === null || required === undefined || another !== undefined)
    return undefined;
  const call = requestedCall(question);
  if (call === undefined) return undefined;
  const expiresAt = new Date(clock.epochMs() + REQUESTABLE_MS).toISOString();
  const { policyVersion } = policy;
  const { rule_id: ruleId, ttl_seconds: ttlSeconds } = required;
  const evaluationId = sealDenial(pageTokens, {
    tenantId,
    environmentId,
    policyVersion,
    ruleId,
    ttlSeconds,
    callDigest: callDigest({ ...call, tenantId, environmentId, policyVersion, ruleId }),
    expiresAt,
  });
  const endpoint = `${publicUrl()}/v1/approvals?environment_id=${encodeURIComponent(environmentId)}`;
  return { evaluationId, accessRequest: { endpoint, expiresAt } };
};
