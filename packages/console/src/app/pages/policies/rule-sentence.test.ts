import { expect } from 'chai';
import { ruleSentences } from './rule-sentence.js';

describe('ruleSentences', () => {
  const sentenceOf = (rule: object) => ruleSentences({ rules: [rule] })[0]?.sentence;

  it('says who may do what, where and when', () => {
    expect(
      sentenceOf({
        rule_id: 'refunds',
        effect: 'require_approval',
        subjects: { groups: ['grp_payments', 'grp_support'] },
        targets: { server_ids: ['srv_payments'], tool_ids: ['refund_payment'] },
        actions: ['tool.invoke'],
        conditions: [{ attribute: 'amount_eur', operator: 'gt', value: 100 }],
        approval: { approver_role: 'security_admin', ttl_seconds: 3600 },
      }),
    ).to.equal(
      'Group grp_payments or grp_support needs an approval by security_admin (good for 3600 s) for tool.invoke on server srv_payments and tool refund_payment, when amount_eur is more than 100.',
    );
  });

  it('distinguishes an absent list, which matches all, from an empty one, which matches nothing', () => {
    expect(sentenceOf({ effect: 'allow', targets: { max_risk_tier: 'low' } })).to.equal(
      'Everybody may do anything on everything up to low risk.',
    );
    expect(sentenceOf({ effect: 'allow', subjects: { users: [] } })).to.equal(
      'No user may do anything on everything.',
    );
    expect(sentenceOf({ effect: 'allow', subjects: { agents: ['*'] } })).to.equal(
      'Any agent may do anything on everything.',
    );
  });

  it('says what is disabled', () => {
    expect(sentenceOf({ effect: 'deny', enabled: false })).to.equal(
      'Switched off: Everybody may not do anything on everything.',
    );
  });

  it('puts nothing into words that it would have to pass over', () => {
    const rule = { effect: 'deny', subjects: { users: ['ada'] } };
    const odd = [
      { effect: 'alow' },
      { effect: undefined },
      { subject: { users: ['ada'] } },
      { subjects: { user: ['ada'] } },
      { subjects: { users: 'ada' } },
      { subjects: 'ada' },
      { subjects: null },
      { targets: { server_id: ['srv_crm'] } },
      { conditions: { attribute: 'amount' } },
    ];
    expect(odd.map((part) => sentenceOf({ ...rule, ...part }))).to.deep.equal([
      'Not valid: effect alow.',
      'Not valid: effect.',
      'Not valid: subject.',
      'Not valid: subjects.user.',
      'Not valid: subjects.users.',
      'Not valid: subjects.',
      'Not valid: subjects.',
      'Not valid: targets.server_id.',
      'Not valid: conditions.',
    ]);
  });

  it('handles whatever a draft contains', () => {
    for (const body of [null, 1, 'x', [], {}, { rules: 'x' }, { rules: [null, 1, [], { subjects: 1 }] }])
      expect(() => ruleSentences(body)).not.to.throw();
  });
});
