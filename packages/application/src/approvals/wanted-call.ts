import { ok, type Result, refuse, type Scope } from '@govgate/domain';
import type { AskedFor } from '../access/sealed-denial.js';
import { digestOfAsked, openDenial } from '../access/sealed-denial.js';
import type { Ports } from '../call/ports.js';

/** A call whose approval is requested. */
export interface WantedCall {
  readonly clientSessionId: string;
  readonly serverId: string;
  readonly toolId: string;
  readonly policyVersion: string;
  readonly ruleId: string;
  readonly callDigest: string;
}

/**
 * The input: the call itself, or a denial by the decision point with what was denied, as in the AuthZEN Access Request and Approval Profile
 * (draft).
 */
export type AskedApproval = { readonly [Name in keyof WantedCall]?: string | undefined } & {
  readonly [Part in keyof AskedFor]?: AskedFor[Part] | undefined;
} & { readonly denial?: { readonly evaluationId: string; readonly expiresAt: string } | undefined };

const NAMES = [
  ['clientSessionId', 'client_session_id'],
  ['serverId', 'server_id'],
  ['toolId', 'tool_id'],
  ['policyVersion', 'policy_version'],
  ['ruleId', 'rule_id'],
  ['callDigest', 'call_digest'],
] as const;

/** The call meant by either form of the input. */
export const wantedCall = (
  deps: Pick<Ports, 'pageTokens' | 'clock'>,
  scope: Scope,
  asked: AskedApproval,
): Result<WantedCall> => {
  if (asked.denial !== undefined) return deniedCall(deps, scope, { asked, denial: asked.denial });
  const missing = NAMES.find(([name]) => asked[name] === undefined);
  return missing === undefined ? ok(asked as WantedCall) : refuse('invalid_request', missing[1]);
};

interface DeniedCall {
  readonly asked: AskedApproval;
  readonly denial: NonNullable<AskedApproval['denial']>;
}

// The id identifies what was denied by its digest, so the accompanying three must match exactly.
const deniedCall = (
  { pageTokens, clock }: Pick<Ports, 'pageTokens' | 'clock'>,
  { tenantId, environmentId }: Scope,
  { asked, denial }: DeniedCall,
): Result<WantedCall> => {
  const named = NAMES.find(([name]) => asked[name] !== undefined);
  if (named !== undefined) return refuse('invalid_request', named[1]);
  const { subject, action, resource } = asked;
  if (subject === undefined) return refuse('invalid_request', 'subject');
  if (action === undefined) return refuse('invalid_request', 'action');
  if (resource === undefined) return refuse('invalid_request', 'resource');
  const known = openDenial(pageTokens, denial.evaluationId);
  if (known?.tenantId !== tenantId || known.environmentId !== environmentId)
    return refuse('invalid_request', 'denial.evaluation_id');
  if (known.expiresAt !== denial.expiresAt) return refuse('invalid_request', 'denial.expires_at');
  if (known.callDigest !== digestOfAsked({ subject, action, resource }))
    return refuse('invalid_request', 'denial');
  if (known.expiresAt <= clock.now()) return refuse('invalid_state', 'denial.expires_at');
  const { policyVersion, ruleId, callDigest } = known;
  const at = resource.id.indexOf('/');
  const [serverId, toolId] = [resource.id.slice(0, at), resource.id.slice(at + 1)];
  return ok({ clientSessionId: subject.id, serverId, toolId, policyVersion, ruleId, callDigest });
};
