import {
  type ApprovalFacts,
  authorizeCall,
  type CallDenial,
  type CalledTool,
  ExportVerifier,
  evaluatePolicy,
  MAX_FEED_AGE_SECONDS,
  RevocationView,
  readNoteKey,
  revocationsFromWire,
  sessionFromWire,
} from '@govgate/domain';
import { compilePolicy, type PolicyManifest, type PolicyRequest } from '@govgate/domain/policy';

const manifest: PolicyManifest = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'sales_use_crm',
      effect: 'allow',
      subjects: { groups: ['sales'] },
      targets: { server_ids: ['crm'] },
      reason_code: 'sales_may_use_crm',
    },
  ],
};

const request: PolicyRequest = {
  agentId: 'agent_1',
  groups: ['sales'],
  target: { kind: 'mcp_server', serverId: 'crm', toolId: 'search' },
  action: 'tool.invoke',
};

const tool: CalledTool = { serverId: 'crm', toolId: 'search' };
const approval: ApprovalFacts = {
  needed: {
    serverId: 'crm',
    toolId: 'search',
    action: 'tool.invoke',
    policyVersion: 'pv_1',
    approvals: [{ approver_role: 'security_admin', ttl_seconds: 600, rule_id: 'ask' }],
  },
  given: [],
  now: '2026-03-01T12:00:00.000Z',
};

const authorized = (session: unknown, feed: unknown): readonly (true | CallDenial)[] => {
  const revocations = new RevocationView();
  revocations.apply(revocationsFromWire(feed));
  const known = {
    session: sessionFromWire(session),
    revocations,
    tool,
    feedAgeSeconds: MAX_FEED_AGE_SECONDS,
  };
  return [known, { ...known, approval }, { ...known, feedAgeSeconds: MAX_FEED_AGE_SECONDS + 1 }].map(
    (facts) => {
      const decided = authorizeCall(facts);
      return decided.allowed || decided.reasonCode;
    },
  );
};

const stateOf = (lines: readonly string[], key: string): string => {
  const known = readNoteKey(key);
  const verifier = new ExportVerifier({ keys: known === undefined ? [] : [known] });
  for (const line of lines) verifier.add(line);
  return verifier.verdict().state;
};

/** What a gateway has at hand: a session and a feed as the API answers them, an exported trail and its key. */
export interface AtHand {
  readonly session: unknown;
  readonly feed: unknown;
  readonly lines: readonly string[];
  readonly key: string;
}

/** What somebody who installed the package does with it: decides, authorizes, verifies a trail and one that lost its first event. */
export const useDomain = ({ session, feed, lines, key }: AtHand): unknown[] => [
  evaluatePolicy(manifest, request).effect,
  compilePolicy(manifest).decide({ ...request, groups: [] }).effect,
  authorized(session, feed),
  stateOf(lines, key),
  stateOf(lines.toSpliced(1, 1), key),
];
