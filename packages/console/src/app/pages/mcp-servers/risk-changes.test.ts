import { expect } from 'chai';
import { asApproved, isAsApproved, risenFirst, risenTools, riskChanges } from './risk-changes.js';

describe('riskChanges', () => {
  const approved = [
    { tool_id: 'read', risk_tier: 'low' as const },
    { tool_id: 'refund', risk_tier: 'medium' as const },
    { tool_id: 'erase', risk_tier: 'critical' as const },
  ];
  const submitted = [
    { tool_id: 'read', risk_tier: 'low' as const },
    { tool_id: 'list', risk_tier: 'low' as const },
    { tool_id: 'refund', risk_tier: 'high' as const },
    { tool_id: 'erase', risk_tier: 'high' as const },
    { tool_id: 'drop', risk_tier: 'critical' as const },
  ];

  it('tells which tools are more dangerous than before, or new and dangerous; the worst first', () => {
    const changes = riskChanges(approved, submitted);
    expect(changes.filter(({ hasRisen }) => hasRisen)).to.deep.equal([
      { toolId: 'drop', before: undefined, after: 'critical', hasRisen: true },
      { toolId: 'refund', before: 'medium', after: 'high', hasRisen: true },
    ]);
  });

  it('does not count a tool as approved whose risk alone is another', () => {
    const risks = riskChanges(approved, submitted);
    expect(asApproved(['read', 'refund', 'erase'], risks)).to.deep.equal(['read']);
  });

  it('puts those tools before all others', () => {
    const tools = submitted.map(({ tool_id }) => ({ tool_id }));
    const risen = risenTools(riskChanges(approved, submitted), [{ tool_id: 'list' }]);
    expect(risenFirst(tools, risen).map(({ tool_id }) => tool_id)).to.deep.equal([
      'list',
      'refund',
      'drop',
      'read',
      'erase',
    ]);
  });
});

describe('isAsApproved', () => {
  const tool = { tool_id: 'read', risk_tier: 'low', gateway_status: 'approved', description: 'Reads' };
  const approved = { version: '1', endpoint: 'https://a.example', tools: [tool] };
  const of = (submitted: object, before: object | null = approved): boolean =>
    isAsApproved(
      before as Parameters<typeof isAsApproved>[0],
      submitted as Parameters<typeof isAsApproved>[1],
    );

  it('holds where only the version is another, and its tools are still to be decided', () => {
    expect(of({ ...approved, version: '2', tools: [{ ...tool, gateway_status: 'pending' }] })).to.equal(true);
  });

  it('does not hold for anything else: an endpoint, a risk, a text, a tool that was denied, a first submission', () => {
    expect(of({ ...approved, endpoint: 'https://b.example' })).to.equal(false);
    expect(of({ ...approved, tools: [{ ...tool, risk_tier: 'high' }] })).to.equal(false);
    expect(of({ ...approved, tools: [{ ...tool, description: 'Writes' }] })).to.equal(false);
    expect(of({ ...approved, tools: [tool, { ...tool, tool_id: 'write' }] })).to.equal(false);
    expect(of(approved, { ...approved, tools: [{ ...tool, gateway_status: 'denied' }] })).to.equal(false);
    expect(of(approved, null)).to.equal(false);
  });
});
