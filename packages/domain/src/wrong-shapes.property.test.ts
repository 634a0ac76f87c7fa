import { expect } from 'chai';
import { callDigest } from './approval/call-digest.js';
import { authorizeCall, type CallFacts } from './client-session/authorize-call.js';
import { RevocationView } from './client-session/revocation-view.js';
import { revocationOf, sessionOf } from './client-session/testing/sessions.js';
import { approvedCredential } from './credential-binding/testing/bindings.js';
import { definitionHash } from './mcp-server/canonical-definition.js';
import { compilePolicy } from './policy/compile-policy.js';
import { evaluatePolicy } from './policy/evaluate-policy.js';
import type { PolicyManifest } from './policy/manifest.js';
import type { PolicyRequest } from './policy/policy-request.js';
import { type Spoilt, spoiltOnce } from './testing/spoilt-once.js';

const received = { name: 'search', inputSchema: { type: 'object' } };
const NOW = '2026-03-01T12:00:00.000Z';
const digest = callDigest({
  tenantId: 'acme',
  environmentId: 'production',
  clientSessionId: 'cs_1',
  serverId: 'srv_a',
  toolId: 'search',
  action: 'tool.invoke',
  policyVersion: 'pv_1',
  ruleId: 'ask',
});

const facts: CallFacts = {
  session: sessionOf(),
  revocations: new RevocationView(),
  tool: { serverId: 'srv_a', toolId: 'search' },
  governedTool: {
    toolId: 'search',
    name: 'search',
    riskTier: 'low',
    callable: true,
    definitionHash: definitionHash(received),
    definitions: 'offered',
  },
  definitionHash: definitionHash(received),
  feedAgeSeconds: 0,
  bindings: [approvedCredential(), approvedCredential({ credentialBindingId: 'cb_mail' })],
  agent: { lifecycleState: 'active' },
  clientSurface: { lifecycleState: 'active' },
  approval: {
    needed: {
      serverId: 'srv_a',
      toolId: 'search',
      action: 'tool.invoke',
      policyVersion: 'pv_1',
      approvals: [{ approver_role: 'security_admin', ttl_seconds: 600, rule_id: 'ask' }],
    },
    given: [
      {
        clientSessionId: 'cs_1',
        policyVersion: 'pv_1',
        approverRole: 'security_admin',
        callDigest: digest,
        status: 'approved',
        expiresAt: '2026-03-01T12:10:00.000Z',
      },
    ],
    now: NOW,
  },
};

// What authorizing reads of records; they have more members, which a gateway may hand over whole.
const READ = [
  /^facts(\.(tool|governedTool|approval|feedAgeSeconds|definitionHash|revocations)\b.*)?$/,
  /^facts\.session(\.(tenantId|environmentId|userId|agentId|clientSurfaceId|clientSessionId|state|credentialBindingIds.*))?$/,
  /^facts\.(agent|clientSurface)(\.lifecycleState)?$/,
  /^facts\.bindings(\[\d\](\.(credentialBindingId|approvalStatus|lifecycleState))?)?$/,
];
// An approval is a record too, and a governed tool's words beside what is compared only tell.
const OPEN =
  /approval\.given\[0\]$|(session|agent|clientSurface|bindings\[\d\])$|governedTool\.(name|riskTier)$/;

describe('whatever decides', () => {
  it('never allows a call by facts of which any part has another shape or name', () => {
    expect(authorizeCall(facts)).to.deep.equal({ allowed: true });
    const spoilt = spoiltOnce(facts, 'facts').filter(
      ({ place, how }) =>
        READ.some((read) => read.test(place)) && !(OPEN.test(place) && !how.startsWith('is')),
    );
    expect(spoilt.length).to.be.greaterThan(300);
    for (const { place, how, value } of spoilt) {
      // A session may have no agent and no surface, a tool no pin.
      if (/\.(agentId|clientSurfaceId|governedTool\.definitionHash)$/.test(place) && how === 'is null')
        continue;
      const decision = authorizeCall(value as CallFacts);
      expect(decision.allowed, `${place} ${how}`).to.equal(false);
    }
  });

  it('never allows a call of a revoked tool that is named in another way, and names the argument', () => {
    const revocations = new RevocationView();
    revocations.apply([revocationOf({ sequence: 1, subjectType: 'mcp_tool', subjectId: 'srv_a/delete' })]);
    const tools: readonly [unknown, string][] = [
      [{ server_id: 'srv_a', tool_id: 'delete' }, 'tool.server_id'],
      [{ serverId: 'srv_a', toolId: undefined }, 'tool.toolId'],
      [{ serverId: 'srv_a', toolId: ['delete'] }, 'tool.toolId'],
      [{ serverId: 'srv_a', toolId: 'delete', action: 'x' }, 'tool.action'],
      [{}, 'tool.serverId'],
      ['srv_a/delete', 'tool'],
      [['srv_a', 'delete'], 'tool'],
      [null, 'tool'],
    ];
    for (const [tool, field] of tools)
      expect(
        authorizeCall({ session: sessionOf(), revocations, feedAgeSeconds: 0, tool: tool as never }),
        field,
      ).to.deep.equal({ allowed: false, reasonCode: 'evaluation_error', revocationId: null, field });
    const misspelt = {
      session: sessionOf(),
      revocations,
      feedAgeSeconds: 0,
      Tool: { serverId: 'srv_a', toolId: 'x' },
    };
    expect(authorizeCall(misspelt as never)).to.include({ allowed: false, field: 'Tool' });
    for (const nothing of [undefined, null, 'x', []])
      expect(authorizeCall(nothing as never)).to.include({ allowed: false, field: 'facts' });
  });

  it('never allows by a policy or a request of which any part has another shape or name', () => {
    const manifest = {
      manifest_version: '1.0',
      default_effect: 'allow',
      rules: [
        {
          rule_id: 'no',
          enabled: true,
          effect: 'deny',
          subjects: { users: ['usr_eve'], groups: ['grp_a'], agents: ['agt_a'], client_surfaces: ['surf_a'] },
          targets: { server_ids: ['srv_a'], tool_ids: ['delete'], max_risk_tier: 'high' },
          actions: ['tool.invoke'],
          conditions: [{ attribute: 'region', operator: 'eq', value: 'eu' }],
          obligations: [{ type: 'audit_level', value: 'full' }],
          reason_code: 'no',
        },
      ],
    };
    const request = {
      userId: 'usr_eve',
      groups: ['grp_a'],
      agentId: 'agt_a',
      clientSurfaceId: 'surf_a',
      target: { kind: 'mcp_server', serverId: 'srv_a', toolId: 'delete' },
      riskTier: 'low',
      action: 'tool.invoke',
      attributes: { region: 'eu' },
    };
    const decide = (ofPolicy: unknown, ofRequest: unknown) =>
      [
        evaluatePolicy(ofPolicy as PolicyManifest, ofRequest as PolicyRequest),
        compilePolicy(ofPolicy as PolicyManifest).decide(ofRequest as PolicyRequest),
      ].map(({ effect, reasonCode, field }) => ({ effect, reasonCode, field }));
    expect(decide(manifest, request)[0]).to.include({ effect: 'deny', reasonCode: 'no' });
    // Names, texts and attributes are what they are: another one is another call.
    const isOther = ({ place, how }: Spoilt): boolean =>
      /\.(rule_id|reason_code|value|attributes|region)\b|obligations/.test(place) && how !== 'is null';
    for (const { place, how, value } of spoiltOnce(manifest, 'manifest').filter((one) => !isOther(one)))
      for (const { effect } of decide(value, request)) expect(effect, `${place} ${how}`).to.equal('deny');
    for (const { place, how, value } of spoiltOnce(request, 'request').filter((one) => !isOther(one)))
      for (const { effect } of decide(manifest, value)) expect(effect, `${place} ${how}`).to.equal('deny');
  });
});
