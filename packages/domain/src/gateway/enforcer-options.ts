import type { FeedRevocation } from '../revocation.js';
import { isText, optionally, shapeOf, unless } from '../wrong-part.js';
import type { GatewayCall, GatewayDecision, GatewayRead, SessionDecision } from './gateway-call.js';
import type { GatewayClient } from './gateway-client.js';

export interface EnforcerOptions {
  readonly client: GatewayClient;
  readonly environmentId: string;
  /** How long a call may wait for an approval, in seconds: 60 by default. 0 asks for one and denies until it is given. */
  readonly approvalWaitSeconds?: number;
  /** The time in milliseconds since 1970. */
  readonly now?: () => number;
  /** Learns what could not be read, and why: calls are denied meanwhile. */
  readonly onError?: (what: string, error: unknown) => void;
}

export interface Enforcer {
  /** Decides a call. Allowed, it is to be made now, and once: its approvals are used and its rate limits counted. Never throws. */
  decide(call: GatewayCall): Promise<GatewayDecision>;
  /**
   * Decides a read of a resource or a prompt, by the policy's rules for its server: those that name tools say nothing about reads. A rule that
   * wants an approval denies, since approvals are for calls of tools. Allowed, its rate limits are counted. Never throws.
   */
  decideRead(read: GatewayRead): Promise<GatewayDecision>;
  /** Whether a session may send anything at all. What is neither a call nor a read needs no more. Never throws. */
  decideSession(clientSessionId: string): Promise<SessionDecision>;
  /** Whether the caller is to be told of a tool: it could be called, if only with an approval, and no rule hides it. Never throws. */
  lists(call: GatewayCall): Promise<boolean>;
  /**
   * Follows the feed of revocations, and gives what was applied, so that what is under way can be cut off. Without it the feed is read when
   * calls come. Throws where it cannot be read: follow anew.
   */
  follow(): AsyncGenerator<readonly FeedRevocation[], never, undefined>;
  /** For heartbeats: the last revocation that counts here. */
  readonly lastRevocationSequence: number;
  /** For heartbeats: the policy version in force; null where none is, or where that is unknown. */
  policyVersion(): Promise<string | null>;
}

const method = unless((value) => typeof value === 'function');
/** What is wrong with the options. */
export const wrongOptions = shapeOf({
  client: shapeOf(
    {
      readActivePolicy: method,
      readRevocations: method,
      readMcpServer: method,
      readSession: method,
      readCredentialBinding: method,
      requestApproval: method,
      readApproval: method,
      useApproval: method,
    },
    'open',
  ),
  environmentId: unless((value) => isText(value) && value !== ''),
  approvalWaitSeconds: optionally(unless((value) => Number.isFinite(value) && (value as number) >= 0)),
  now: optionally(method),
  onError: optionally(method),
});
