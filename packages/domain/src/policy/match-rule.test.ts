import { expect } from 'chai';
import type { PolicyRule } from './manifest.js';
import { matchRule } from './match-rule.js';
import { requestOf, ruleOf } from './testing/policies.js';

type RequestFields = Parameters<typeof requestOf>[0];

/** Whether a rule like this surely matches a request. */
const matches = (fields: Partial<PolicyRule>, request: RequestFields = {}): boolean =>
  matchRule(ruleOf({ rule_id: 'a', ...fields }), requestOf(request)).outcome === 'matched';

const withoutUser: RequestFields = { userId: undefined };

const API = { kind: 'api_source', apiSourceId: 'api_billing', operationId: 'refund' } as const;

describe('a rule matches', () => {
  it('all with an absent list or a star, none with an empty one', () => {
    for (const list of ['agents', 'client_surfaces', 'groups', 'users']) {
      expect(matches({ subjects: { [list]: ['*'] } }), list).to.equal(true);
      expect(matches({ subjects: { [list]: [] } }), list).to.equal(false);
      expect(matches({ subjects: { [list]: ['nobody'] } }), list).to.equal(false);
    }
    expect(matches({ actions: [] })).to.equal(false);
    expect(matches({ actions: ['*'] })).to.equal(true);
  });

  it('the subject only when all kinds of subjects match', () => {
    const subjects = { agents: ['agt_sales'], users: ['usr_ada'], groups: ['grp_x', 'grp_sales'] };
    expect(matches({ subjects })).to.equal(true);
    expect(matches({ subjects }, { groups: ['grp_y'] })).to.equal(false);
    expect(matches({ subjects: { users: ['*'] } }, withoutUser)).to.equal(true);
    expect(matches({ subjects: { users: ['usr_ada'] } }, withoutUser)).to.equal(false);
  });

  it('servers and API sources by their own lists', () => {
    const crm = { server_ids: ['srv_crm'] };
    const billing = { api_source_ids: ['api_billing'] };
    expect(matches({ targets: crm })).to.equal(true);
    expect(matches({ targets: crm }, { target: API })).to.equal(false);
    expect(matches({ targets: billing })).to.equal(false);
    expect(matches({ targets: billing }, { target: API })).to.equal(true);
    expect(matches({ targets: { ...crm, ...billing } })).to.equal(true);
    expect(matches({ targets: { ...crm, ...billing } }, { target: API })).to.equal(true);
    expect(matches({ targets: { ...crm, ...billing, operation_ids: ['list'] } }, { target: API })).to.equal(
      false,
    );
    expect(matches({ targets: { server_ids: ['*'] } }, { target: API })).to.equal(false);
    expect(matches({ targets: {} }, { target: API })).to.equal(true);
  });

  it('a tool by server and tool', () => {
    expect(matches({ targets: { server_ids: ['srv_crm'], tool_ids: ['search'] } })).to.equal(true);
    expect(matches({ targets: { server_ids: ['srv_crm'], tool_ids: ['erase'] } })).to.equal(false);
    const listing = { action: 'tool.list', target: { kind: 'mcp_server', serverId: 'srv_crm' } } as const;
    expect(matches({ targets: { tool_ids: ['search'] } }, listing)).to.equal(false);
    expect(matches({ targets: { server_ids: ['srv_crm'] } }, listing)).to.equal(true);
  });

  it('risk tiers up to the highest', () => {
    const tiers = ['low', 'medium', 'high', 'critical'] as const;
    const upTo = (max_risk_tier: (typeof tiers)[number]): boolean[] =>
      tiers.map((riskTier) => matches({ targets: { max_risk_tier } }, { riskTier }));
    expect(tiers.map(upTo)).to.deep.equal([
      [true, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ]);
  });
});
