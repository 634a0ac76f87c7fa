import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';
import type { PolicyAction } from '../policy/manifest.js';
import type { Scope } from '../scope.js';

/** The facts that distinguish one call from another: consent covers them and nothing else. */
export interface ReportedCall extends Scope {
  readonly clientSessionId: string;
  readonly serverId: string;
  readonly toolId: string;
  readonly action: PolicyAction;
  readonly policyVersion: string;
  /** The rule that asks, from the decision's `approvals`. */
  readonly ruleId: string;
  /** What the decision depended on besides names: see `contextDigest`. */
  readonly contextDigest?: string | null;
  /**
   * A hash of the call's arguments made by the gateway, under a key of its own if arguments can be guessed. Omitted, an approval covers the
   * tool with any arguments.
   */
  readonly argumentsDigest?: string | null;
}

/** The form of a call's digest, and of its context's. */
export const CALL_DIGEST_PATTERN = /^sha256:[0-9a-f]{64}$/;

/**
 * A call's identity for its approver: `sha256:` and the SHA-256 of the RFC 8785 form of its facts (docs/spec/approvals.md). Arguments never
 * leave the gateway; they are included only as a hash.
 * @public Gateways call it.
 * @example callDigest({ tenantId, environmentId, clientSessionId, serverId: 'srv_crm', toolId: 'delete', action: 'tool.invoke', policyVersion, ruleId })
 */
export const callDigest = (call: ReportedCall, hash?: Sha256Hex): string =>
  canonicalHash(
    {
      tenant_id: call.tenantId,
      environment_id: call.environmentId,
      client_session_id: call.clientSessionId,
      server_id: call.serverId,
      tool_id: call.toolId,
      action: call.action,
      policy_version: call.policyVersion,
      rule_id: call.ruleId,
      ...(isAbsent(call.contextDigest) ? {} : { context_digest: call.contextDigest }),
      ...(isAbsent(call.argumentsDigest) ? {} : { arguments_digest: call.argumentsDigest }),
    },
    hash,
  );

const isAbsent = (digest: string | null | undefined): digest is null | undefined =>
  digest === undefined || digest === null;

type Properties = Readonly<Record<string, unknown>>;
interface WithProperties {
  readonly properties?: Properties | undefined;
}

/** What an AuthZEN question says besides types, ids and names. */
export interface RequestedContext {
  readonly subject?: WithProperties | undefined;
  readonly action?: WithProperties | undefined;
  readonly resource?: WithProperties | undefined;
  readonly context?: Properties | undefined;
}

/**
 * The digest of what a decision depended on besides names: the context and the properties of subject, action and resource. Null if there is
 * none. `context.approval` names the consent and takes no part.
 * @throws TypeError for what RFC 8785 cannot write.
 * @public Gateways call it.
 * @example contextDigest({ context: { amount: 1 } })
 */
export const contextDigest = (request: RequestedContext, hash?: Sha256Hex): string | null => {
  const { approval: _, ...context } = request.context ?? {};
  const { subject, action, resource } = request;
  const parts = Object.entries({
    context,
    subject: subject?.properties ?? {},
    action: action?.properties ?? {},
    resource: resource?.properties ?? {},
  }).filter(([, part]) => Object.keys(part).length > 0);
  return parts.length === 0 ? null : canonicalHash(Object.fromEntries(parts) as Json, hash);
};
