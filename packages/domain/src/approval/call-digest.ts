import { canonicalHash, type Sha256Hex } from '../canonical-json.js';
import type { PolicyAction } from '../policy/manifest.js';
import type { Scope } from '../scope.js';

/** The facts that distinguish one call from another, as known to a gateway. */
export interface ToldCall extends Scope {
  readonly clientSessionId: string;
  readonly serverId: string;
  readonly toolId: string;
  readonly action: PolicyAction;
  /**
   * A hash of the call's arguments made by the gateway, under a key of its own if arguments can be guessed. Omitted, an approval covers the
   * tool with any arguments.
   */
  readonly argumentsDigest?: string;
}

/** The form of a call's digest. */
export const CALL_DIGEST_PATTERN = /^sha256:[0-9a-f]{64}$/;

/**
 * A call's identity for its approver: `sha256:` and the SHA-256 of the RFC 8785 form of its facts (docs/spec/approvals.md). Arguments never
 * leave the gateway; they are included only as a hash.
 * @public Gateways call it.
 * @example callDigest({ tenantId, environmentId, clientSessionId, serverId: 'srv_crm', toolId: 'delete', action: 'tool.invoke' })
 */
export const callDigest = (call: ToldCall, hash?: Sha256Hex): string =>
  canonicalHash(
    {
      tenant_id: call.tenantId,
      environment_id: call.environmentId,
      client_session_id: call.clientSessionId,
      server_id: call.serverId,
      tool_id: call.toolId,
      action: call.action,
      ...(call.argumentsDigest === undefined ? {} : { arguments_digest: call.argumentsDigest }),
    },
    hash,
  );
