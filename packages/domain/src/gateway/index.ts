export { callDigest } from '../approval/call-digest.js';
export {
  authorizeCall,
  type CallDecision,
  type CallDenial,
  type CallFacts,
  MAX_FEED_AGE_SECONDS,
} from '../client-session/authorize-call.js';
export type { ClientSession } from '../client-session/client-session.js';
export { type CalledTool, RevocationView } from '../client-session/revocation-view.js';
export { parseExactJson } from '../exact-json.js';
export {
  canonicalDefinition,
  definitionHash,
  type ReceivedTool,
} from '../mcp-server/canonical-definition.js';
export type { GovernedTool } from '../mcp-server/governed-tool.js';
export { type CompiledPolicy, compilePolicy } from '../policy/compile-policy.js';
export type { PolicyManifest } from '../policy/manifest.js';
export type { PolicyOutcome } from '../policy/policy-outcome.js';
export type { PolicyRequest } from '../policy/policy-request.js';
export type { FeedRevocation } from '../revocation.js';
export { type ActivePolicy, activePolicyFromWire } from '../wire/active-policy-from-wire.js';
export { approvalFromWire, type GivenApproval } from '../wire/approval-from-wire.js';
export { type GovernedServer, mcpServerFromWire } from '../wire/mcp-server-from-wire.js';
export { revocationsFromWire } from '../wire/revocations-from-wire.js';
export { sessionFromWire } from '../wire/session-from-wire.js';
export { createEnforcer } from './enforcer.js';
export type { Enforcer, EnforcerOptions } from './enforcer-options.js';
export type {
  GatewayCall,
  GatewayDecision,
  GatewayDenial,
  GatewayRead,
  SessionDecision,
} from './gateway-call.js';
export type { GatewayClient } from './gateway-client.js';
