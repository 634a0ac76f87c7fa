import { expect } from 'chai';
import { describe, it } from 'mocha';
import { callDigest, contextDigest } from '../approval/call-digest.js';
import { CALL, enforcerOver, RecordedGovgate } from './testing/recorded-govgate.js';

const approval = (approver_role: string) => ({ approver_role, ttl_seconds: 60 });
const RULES = [
  { rule_id: 'all', effect: 'require_approval', approval: approval('security_admin'), reason_code: 'ask' },
  { rule_id: 'more', effect: 'require_approval', approval: approval('policy_admin'), reason_code: 'ask' },
] as const;

interface ApprovalBody {
  readonly client_session_id: string;
  readonly server_id: string;
  readonly tool_id: string;
  readonly policy_version: string;
  readonly rule_id: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly arguments_digest?: string;
}

/** The digest as the service computes it. */
const digestOf = (body: ApprovalBody): string =>
  callDigest({
    tenantId: 'acme',
    environmentId: 'production',
    clientSessionId: body.client_session_id,
    serverId: body.server_id,
    toolId: body.tool_id,
    action: 'tool.invoke',
    policyVersion: body.policy_version,
    ruleId: body.rule_id,
    contextDigest: contextDigest({ context: body.context }),
    argumentsDigest: body.arguments_digest ?? null,
  });

/** A service that knows the approvals of a call, by the rule that asks for each. */
const asking = (status = 'approved', over: Record<string, unknown> = {}) => {
  const govgate = new RecordedGovgate(...RULES);
  const bodies: ApprovalBody[] = [];
  const given = (body: ApprovalBody, now: string) => ({
    schema_version: '1.0',
    approval_id: `apr_${body.rule_id}`,
    client_session_id: 'cs_1',
    policy_version: body.policy_version,
    approver_role: body.rule_id === 'all' ? 'security_admin' : 'policy_admin',
    call_digest: digestOf(body),
    status: now,
    expires_at: '2026-03-01T12:10:00.000Z',
    ...over,
  });
  govgate.answers.requestApproval = (body: ApprovalBody) => {
    bodies.push(body);
    return given(body, 'pending');
  };
  govgate.answers.readApproval = () =>
    given(
      bodies[govgate.requests.filter((one) => one === 'readApproval').length - 1] as ApprovalBody,
      status,
    );
  govgate.answers.useApproval = { schema_version: '1.0' };
  return { govgate, bodies };
};

describe('an enforcer, where people must consent', () => {
  it('asks for each rule and role, waits, and takes each approval once', async () => {
    const { govgate, bodies } = asking();
    const { enforcer } = enforcerOver(govgate);
    expect(await enforcer.decide(CALL)).to.deep.equal({
      allowed: true,
      reasonCode: 'ask',
      toolId: 'find_ticket',
      policyVersion: 'pv_1',
      decidedBy: ['all', 'more'],
      obligations: [],
    });
    expect(bodies.map(({ rule_id }) => rule_id).sort()).to.deep.equal(['all', 'more']);
    expect(govgate.requests.filter((name) => /Approval/.test(name))).to.deep.equal([
      'requestApproval',
      'requestApproval',
      'readApproval',
      'readApproval',
      'useApproval',
      'useApproval',
    ]);
  });

  it('asks for one call with its attributes and arguments, and for no other', async () => {
    const call = { ...CALL, attributes: { amount: 1 }, argumentsDigest: 'a'.repeat(64) };
    const { govgate, bodies } = asking();
    expect((await enforcerOver(govgate).enforcer.decide(call)).allowed).to.equal(true);
    expect(bodies.map(({ context, arguments_digest }) => ({ context, arguments_digest }))).to.deep.equal(
      Array(2).fill({ context: { amount: 1 }, arguments_digest: 'a'.repeat(64) }),
    );
    const dearer = asking('approved', {
      call_digest: digestOf({ ...(bodies[0] as ApprovalBody), context: { amount: 1e9 } }),
    });
    expect(await enforcerOver(dearer.govgate).enforcer.decide(call)).to.deep.equal({
      allowed: false,
      reasonCode: 'approval_other_call',
    });
  });

  it('denies what was denied, has expired, was given to another call or role, or cannot be asked or used', async () => {
    const decided = async ({ govgate }: ReturnType<typeof asking>) =>
      (await enforcerOver(govgate).enforcer.decide(CALL)).reasonCode;
    const failing = (name: string) => {
      const made = asking();
      made.govgate.answers[name] = new Error('refused');
      return made;
    };
    expect([
      await decided(asking('denied')),
      await decided(asking('approved', { expires_at: '2026-03-01T11:00:00.000Z' })),
      await decided(asking('approved', { call_digest: `sha256:${'0'.repeat(64)}` })),
      await decided(asking('approved', { client_session_id: 'cs_2' })),
      await decided(asking('approved', { policy_version: 'pv_0' })),
      await decided(asking('approved', { approver_role: 'viewer' })),
      await decided(asking('agreed')),
      await decided(failing('requestApproval')),
      await decided(failing('readApproval')),
      await decided(failing('useApproval')),
    ]).to.deep.equal([
      'approval_denied',
      'approval_expired',
      'approval_other_call',
      'approval_other_call',
      'approval_other_policy',
      'approval_other_role',
      'approval_unavailable',
      'approval_unavailable',
      'approval_unavailable',
      'approval_unavailable',
    ]);
  });

  it('denies while nobody has decided, and does not wait where it is told not to', async () => {
    const { govgate } = asking('pending');
    const { enforcer } = enforcerOver(govgate, { approvalWaitSeconds: 0 });
    expect(await enforcer.decide(CALL)).to.deep.equal({ allowed: false, reasonCode: 'approval_pending' });
    expect(govgate.requests).not.to.include('readApproval');
  });

  it('denies by a version that was replaced while people thought', async () => {
    const { govgate } = asking();
    const { enforcer, clock } = enforcerOver(govgate);
    const answer = govgate.answers.readApproval as () => object;
    govgate.answers.readApproval = () => {
      govgate.publish('pv_2', ...RULES);
      clock.ms += 2_000;
      return answer();
    };
    expect(await enforcer.decide(CALL)).to.deep.equal({ allowed: false, reasonCode: 'policy_changed' });
    expect(govgate.requests).not.to.include('useApproval');
  });
});
