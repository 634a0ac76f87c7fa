import {
  callDigest,
  contextDigest,
  ok,
  POLICY_ACTIONS,
  type ReportedCall,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import type { AccessQuestion } from '../access/access-question.js';
import { requestedCall } from '../access/requested-call.js';
import { openDenial } from '../access/sealed-denial.js';
import type { Ports } from '../call/ports.js';

/** A call whose approval is requested. */
export interface CallToApprove extends Omit<ReportedCall, keyof Scope> {
  readonly contextDigest: string | null;
  readonly argumentsDigest: string | null;
  /** Computed here from all the others: a caller's own is only compared. */
  readonly callDigest: string;
  /** As the decision said; absent where the rule says it. */
  readonly ttlSeconds?: number;
}

type NamedCall = Pick<CallToApprove, 'clientSessionId' | 'serverId' | 'toolId' | 'policyVersion' | 'ruleId'>;

/**
 * The input: the call itself, or a denial by the decision point with what was denied, as in the AuthZEN Access Request and Approval Profile
 * (draft).
 */
export type ApprovalRequest = { readonly [Name in keyof NamedCall]?: string | undefined } & {
  readonly argumentsDigest?: string | undefined;
  readonly callDigest?: string | undefined;
} & { readonly [Part in keyof AccessQuestion]?: AccessQuestion[Part] | undefined } & {
  readonly denial?: { readonly evaluationId: string; readonly expiresAt: string } | undefined;
};

const NAMES = [
  ['clientSessionId', 'client_session_id'],
  ['serverId', 'server_id'],
  ['toolId', 'tool_id'],
  ['policyVersion', 'policy_version'],
  ['ruleId', 'rule_id'],
] as const;

const DIGESTS = [
  ['argumentsDigest', 'arguments_digest'],
  ['callDigest', 'call_digest'],
] as const;

/** The call meant by either form of the input. */
export const callToApprove = (
  deps: Pick<Ports, 'pageTokens' | 'clock'>,
  scope: Scope,
  request: ApprovalRequest,
): Result<CallToApprove> => {
  if (request.denial !== undefined) return deniedCall(deps, scope, { request, denial: request.denial });
  const missing = NAMES.find(([name]) => request[name] === undefined);
  return missing === undefined
    ? namedCall(scope, request as ApprovalRequest & NamedCall)
    : refuse('invalid_request', missing[1]);
};

const namedCall = (scope: Scope, request: ApprovalRequest & NamedCall): Result<CallToApprove> => {
  const { clientSessionId, serverId, policyVersion, ruleId } = request;
  const toolId = request.toolId.normalize('NFC');
  const foreign = (['subject', 'resource'] as const).find((part) => request[part] !== undefined);
  if (foreign !== undefined) return refuse('invalid_request', foreign);
  const { name = 'tool.invoke' } = request.action ?? {};
  const action = POLICY_ACTIONS.find((one) => one === name);
  if (action === undefined) return refuse('invalid_request', 'action.name');
  const call = {
    ...{ clientSessionId, serverId, toolId, action, policyVersion, ruleId },
    contextDigest: contextDigest({ action: request.action, context: request.context }),
    argumentsDigest: request.argumentsDigest ?? null,
  };
  const digest = callDigest({ ...scope, ...call });
  const isAnother = request.callDigest !== undefined && request.callDigest !== digest;
  return isAnother ? refuse('invalid_request', 'call_digest') : ok({ ...call, callDigest: digest });
};

interface DeniedCall {
  readonly request: ApprovalRequest;
  readonly denial: NonNullable<ApprovalRequest['denial']>;
}

// The id identifies what was denied by its digest, so the accompanying question must match exactly.
const deniedCall = (
  { pageTokens, clock }: Pick<Ports, 'pageTokens' | 'clock'>,
  { tenantId, environmentId }: Scope,
  { request: wanted, denial }: DeniedCall,
): Result<CallToApprove> => {
  const named = [...NAMES, ...DIGESTS].find(([name]) => wanted[name] !== undefined);
  if (named !== undefined) return refuse('invalid_request', named[1]);
  const { subject, action, resource, context } = wanted;
  if (subject === undefined) return refuse('invalid_request', 'subject');
  if (action === undefined) return refuse('invalid_request', 'action');
  if (resource === undefined) return refuse('invalid_request', 'resource');
  const known = openDenial(pageTokens, denial.evaluationId);
  if (known?.tenantId !== tenantId || known.environmentId !== environmentId)
    return refuse('invalid_request', 'denial.evaluation_id');
  if (known.expiresAt !== denial.expiresAt) return refuse('invalid_request', 'denial.expires_at');
  const { policyVersion, ruleId, ttlSeconds } = known;
  const call = requestedCall({ subject, action, resource, context });
  const denied = call && { ...call, policyVersion, ruleId, argumentsDigest: null };
  if (denied === undefined || callDigest({ ...denied, tenantId, environmentId }) !== known.callDigest)
    return refuse('invalid_request', 'denial');
  if (known.expiresAt <= clock.now()) return refuse('invalid_state', 'denial.expires_at');
  return ok({ ...denied, callDigest: known.callDigest, ttlSeconds });
};
