import { expect } from 'chai';
import fc from 'fast-check';
import type { Decided } from '../decided.js';
import type { Result } from '../result.js';
import {
  ADMIN,
  callerWith,
  contributorOfUser,
  expectOk,
  grantOf,
  NOW,
  refusalIn,
} from '../testing/people.js';
import { eachVerb } from '../verb/verbs.js';
import type { Agent } from './agent.js';
import { AGENT_LIFECYCLE_STATES } from './agent.machine.js';
import { agentAllowedActions, agentVerbs } from './agent-verbs.js';
import { decideArchiveAgent, decideRevokeAgent } from './change-agent.js';
import { decideApproveAgent, decideRejectAgent } from './review-agent.js';
import { agentOf } from './testing/agents.js';

const review =
  (outcome: 'approved' | 'rejected', by = contributorOfUser('usr_ada'), fourEyes = true) =>
  (agent: Agent) => {
    const decide = outcome === 'approved' ? decideApproveAgent : decideRejectAgent;
    return decide(agent, { reasonCode: 'reviewed', reason: null, by, fourEyes, now: NOW });
  };

const DECISIONS: Readonly<Record<string, (agent: Agent) => Result<Decided<Agent>>>> = eachVerb(
  agentVerbs,
  ({ decide }) =>
    (agent: Agent) =>
      decide(agent, {
        reasonCode: 'reviewed',
        reason: null,
        by: contributorOfUser('usr_ada'),
        fourEyes: true,
        now: NOW,
        revocationId: 'rev_1',
      }),
);

const walk = fc.array(fc.constantFrom(...Object.keys(DECISIONS)), { maxLength: 20 });

describe('an agent', () => {
  it('becomes active with its approval', () => {
    const agent = agentOf();
    expect(expectOk(review('approved')(agent))).to.deep.equal({
      kind: 'moved',
      record: {
        ...agent,
        approvalStatus: 'approved',
        lifecycleState: 'active',
        reviewedBy: 'usr_ada',
        reviewReasonCode: 'reviewed',
        reviewedAt: NOW,
        updatedAt: NOW,
      },
      changedFields: ['approvalStatus', 'lifecycleState', 'reviewReasonCode', 'reviewedAt', 'reviewedBy'],
      fences: false,
    });
  });

  it('stays a draft when it is rejected', () => {
    const agent = agentOf();
    expect(expectOk(review('rejected')(agent)).record).to.deep.equal({
      ...agent,
      approvalStatus: 'rejected',
      reviewedBy: 'usr_ada',
      reviewReasonCode: 'reviewed',
      reviewedAt: NOW,
      updatedAt: NOW,
    });
  });

  it('is revoked from any state, and fenced', () => {
    for (const lifecycleState of ['draft', 'active', 'disabled', 'archived'] as const) {
      const decided = expectOk(
        decideRevokeAgent(agentOf({ lifecycleState }), { now: NOW, revocationId: 'rev_1' }),
      );
      expect(decided.kind === 'moved' && decided.fences).to.equal(true);
      expect(decided.record).to.include({
        lifecycleState: 'revoked',
        approvalStatus: 'revoked',
        revocationId: 'rev_1',
      });
    }
  });

  it('is archived from draft and disabled only', () => {
    const archived = (lifecycleState: Agent['lifecycleState']): unknown =>
      refusalIn(decideArchiveAgent(agentOf({ lifecycleState }), { now: NOW }))?.reasonCode ?? 'archived';
    expect(
      ['draft', 'active', 'disabled', 'archived', 'revoked'].map((state) => archived(state as never)),
    ).to.deep.equal(['archived', 'invalid_state', 'archived', 'archived', 'invalid_state']);
  });

  it('is reviewed while it is in use, and not once it is archived or revoked', () => {
    for (const outcome of ['approved', 'rejected'] as const)
      for (const lifecycleState of AGENT_LIFECYCLE_STATES) {
        const refused = refusalIn(review(outcome)(agentOf({ lifecycleState })));
        const gone = lifecycleState === 'archived' || lifecycleState === 'revoked';
        expect(refused, lifecycleState).to.deep.equal(gone ? { reasonCode: 'invalid_state' } : undefined);
      }
  });

  it('stays stopped when it is approved while disabled', () => {
    const disabled = agentOf({ lifecycleState: 'disabled', approvalStatus: 'rejected' });
    expect(expectOk(review('approved')(disabled)).record.lifecycleState).to.equal('disabled');
  });

  it('neither changes nor is fenced again when it is already in the requested state', () => {
    const standing: readonly (readonly [string, Partial<Agent>])[] = [
      ['approve', { approvalStatus: 'approved' }],
      ['reject', { approvalStatus: 'rejected' }],
      ['enable', { lifecycleState: 'active', approvalStatus: 'approved' }],
      ['disable', { lifecycleState: 'disabled', disabledAt: '2026-02-02T00:00:00.000Z' }],
      ['archive', { lifecycleState: 'archived' }],
      ['revoke', { lifecycleState: 'revoked', revocationId: 'rev_0' }],
    ];
    for (const [verb, fields] of standing) {
      const agent = agentOf(fields);
      expect(DECISIONS[verb]?.(agent), verb).to.deep.equal({
        ok: true,
        value: { kind: 'no_change', record: agent },
      });
    }
  });

  it('cannot be enabled unapproved or stopped before it ran', () => {
    const draft = agentOf();
    for (const verb of ['enable', 'disable'])
      expect(DECISIONS[verb]?.(draft), verb).to.deep.equal({
        ok: false,
        refusal: { reasonCode: 'invalid_state' },
      });
  });

  it('offers exactly the verbs that then succeed, on any walk, and is active only when approved', () => {
    fc.assert(
      fc.property(walk, (verbs) => {
        verbs.reduce((agent, verb) => {
          const moving = Object.keys(DECISIONS).filter((candidate) => {
            const decided = DECISIONS[candidate]?.(agent);
            return decided?.ok === true && decided.value.kind === 'moved';
          });
          expect(agentAllowedActions(ADMIN, agent, { fourEyes: true })).to.deep.equal(
            ['read', ...moving].sort(),
          );
          if (agent.lifecycleState === 'active') expect(agent.approvalStatus).to.equal('approved');
          const decided = DECISIONS[verb]?.(agent);
          return decided?.ok === true ? decided.value.record : agent;
        }, agentOf());
      }),
      { numRuns: 200 },
    );
  });

  it('fences whenever it stops being active', () => {
    fc.assert(
      fc.property(walk, (verbs) => {
        verbs.reduce((agent, verb) => {
          const decided = DECISIONS[verb]?.(agent);
          if (decided?.ok !== true) return agent;
          if (agent.lifecycleState === 'active' && decided.value.record.lifecycleState !== 'active')
            expect(decided.value.kind === 'moved' && decided.value.fences).to.equal(true);
          return decided.value.record;
        }, agentOf());
      }),
      { numRuns: 100 },
    );
  });

  it('shows the owner team’s reviewer what they may do, and strangers nothing', () => {
    const reviewer = (ownerTeam: string) =>
      callerWith([grantOf('registry_reviewer', { scopeType: 'owner_team', environmentId: null, ownerTeam })]);
    expect(agentAllowedActions(reviewer('sales'), agentOf(), { fourEyes: true })).to.deep.equal([
      'approve',
      'read',
      'reject',
    ]);
    expect(agentAllowedActions(reviewer('risk'), agentOf(), { fourEyes: true })).to.deep.equal([]);
  });
});

describe('the review of an agent', () => {
  const carol = contributorOfUser('usr_carol');

  it('cannot be approved by whoever registered it, but can be rejected by them', () => {
    const own = (outcome: 'approved' | 'rejected', fourEyes = true) =>
      review(outcome, carol, fourEyes)(agentOf());
    expect(refusalIn(own('approved'))).to.deep.equal({ reasonCode: 'self_approval_forbidden' });
    expect([own('rejected').ok, own('approved', false).ok]).to.deep.equal([true, true]);
    const rejected = expectOk(own('rejected')).record;
    expect(refusalIn(review('approved', carol)(rejected))).to.deep.equal({
      reasonCode: 'self_approval_forbidden',
    });
    const archived = agentOf({ lifecycleState: 'archived' });
    expect(refusalIn(review('approved', carol)(archived))).to.deep.equal({ reasonCode: 'invalid_state' });
  });

  it('is not offered to them', () => {
    const caller = { ...ADMIN, actorId: 'usr_carol', persons: ['usr_carol'] };
    const offered = (fourEyes: boolean) => agentAllowedActions(caller, agentOf(), { fourEyes });
    expect(offered(true)).to.deep.equal(['archive', 'read', 'reject', 'revoke']);
    expect(offered(false)).to.deep.equal(['approve', 'archive', 'read', 'reject', 'revoke']);
  });
});
