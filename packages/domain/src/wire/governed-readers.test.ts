import { expect } from 'chai';
import fc from 'fast-check';
import { REGISTRATION_STATUSES, TOOL_GATEWAY_STATUSES } from '../mcp-server/manifest.js';
import { activePolicyFromWire } from './active-policy-from-wire.js';
import { mcpServerFromWire } from './mcp-server-from-wire.js';
import { policiesAnswer, policyAnswer, serverAnswer, toolAnswer } from './testing/answers.js';
import { anySpoilt } from './testing/spoil.js';

describe('activePolicyFromWire', () => {
  it('returns the active version, and null where none is', () => {
    const { body } = policyAnswer();
    expect(activePolicyFromWire(policiesAnswer(policyAnswer()))).to.deep.equal({
      tenantId: 'acme',
      environmentId: 'production',
      policyVersion: 'pv_1',
      manifest: body,
    });
    expect(activePolicyFromWire(policiesAnswer())).to.equal(null);
  });

  it('reads the answer that gateways poll as well', () => {
    const polled = (policy: unknown) => ({ schema_version: '1.0', policy });
    expect(activePolicyFromWire(polled(policyAnswer()))).to.deep.equal(
      activePolicyFromWire(policiesAnswer(policyAnswer())),
    );
    expect(activePolicyFromWire(polled(null))).to.equal(null);
    const refused: [unknown, string][] = [
      [polled(policyAnswer({ status: 'archived' })), 'policies.policy.status'],
      [polled([policyAnswer()]), 'policies.policy'],
      [polled(undefined), 'policies.policy'],
      [{ policy: null }, 'policies.schema_version'],
    ];
    for (const [answer, place] of refused)
      expect(() => activePolicyFromWire(answer), place).to.throw(TypeError, `look at ${place}`);
  });

  it('refuses an inactive version, two active ones, a list without manifests and anything but a list', () => {
    const { body: _, ...bare } = policyAnswer();
    const refused: [unknown, string][] = [
      [policiesAnswer(policyAnswer({ status: 'draft' })), 'policies.items[0].status'],
      [policiesAnswer(policyAnswer(), policyAnswer({ policy_version: 'pv_2' })), 'policies.items'],
      [policiesAnswer(bare), 'policy.body'],
      [{ ...policiesAnswer(), schema_version: '2.0' }, 'policies.schema_version'],
      [{ schema_version: '1.0' }, 'policies.items'],
      [policyAnswer(), 'policies.items'],
      [[], 'policies'],
    ];
    for (const [answer, place] of refused)
      expect(() => activePolicyFromWire(answer), place).to.throw(TypeError, `look at ${place}`);
  });

  it('never returns another manifest than the published one, however the answer is spoilt', () => {
    const published = activePolicyFromWire(policiesAnswer(policyAnswer()));
    fc.assert(
      fc.property(anySpoilt(policiesAnswer(policyAnswer())), (spoilt) => {
        try {
          const read = activePolicyFromWire(spoilt);
          if (read !== null) expect(read.manifest).to.deep.equal(published?.manifest);
        } catch (error) {
          expect(error).to.be.instanceOf(TypeError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('mcpServerFromWire', () => {
  const callable = (answer: unknown): readonly string[] =>
    mcpServerFromWire(answer)
      .tools.filter((tool) => tool.callable)
      .map(({ name }) => name);

  it('returns the tools, and which of them may be called', () => {
    const unpinned = { definitionHash: null, definitions: 'offered' };
    const answer = serverAnswer([
      toolAnswer(),
      toolAnswer({ tool_id: 't_close', name: 'close', risk_tier: 'high', gateway_status: 'changed' }),
    ]);
    expect(mcpServerFromWire(answer)).to.deep.equal({
      tenantId: 'acme',
      environmentId: 'production',
      serverId: 'srv_tickets',
      inUse: true,
      tools: [
        { toolId: 'find_ticket', name: 'find_ticket', riskTier: 'low', callable: true, ...unpinned },
        { toolId: 't_close', name: 'close', riskTier: 'high', callable: false, ...unpinned },
      ],
    });
    expect(mcpServerFromWire(serverAnswer([], { manifest: null })).tools).to.deep.equal([]);
  });

  it('lets approved tools of servers in use be called, and nothing else', () => {
    const names = REGISTRATION_STATUSES.flatMap((registration_status) =>
      TOOL_GATEWAY_STATUSES.map((gateway_status) => {
        const answer = serverAnswer([toolAnswer({ gateway_status })], { registration_status });
        return callable(answer).length === 0 ? [] : [`${registration_status} ${gateway_status}`];
      }),
    ).flat();
    expect(names.sort()).to.deep.equal(['active approved', 'deprecated approved']);
  });

  it('returns the hash of what was approved, and what the environment wants to know of it', () => {
    const answer = serverAnswer([toolAnswer({ definition_hash: 'sha256:1' })], { definitions: 'required' });
    expect(mcpServerFromWire(answer).tools[0]).to.include({
      definitionHash: 'sha256:1',
      definitions: 'required',
    });
  });

  it('refuses unknown words, and two tools of one name', () => {
    const refused: [unknown, string][] = [
      [serverAnswer([toolAnswer({ gateway_status: 'trusted' })]), 'server.manifest.tools[0].gateway_status'],
      [serverAnswer([toolAnswer({ risk_tier: 'none' })]), 'server.manifest.tools[0].risk_tier'],
      [serverAnswer([], { registration_status: 'resting' }), 'server.registration_status'],
      [serverAnswer([], { definitions: 'Trust_gateway' }), 'server.definitions'],
      [serverAnswer([toolAnswer({ definition_hash: null })]), 'server.manifest.tools[0].definition_hash'],
      [serverAnswer([toolAnswer(), toolAnswer({ tool_id: 'other' })]), 'server.manifest.tools'],
      [serverAnswer([], { manifest: undefined }), 'server.manifest'],
      [{ ...serverAnswer([]), schema_version: 1 }, 'server.schema_version'],
    ];
    for (const [answer, place] of refused)
      expect(() => mcpServerFromWire(answer), place).to.throw(TypeError, `look at ${place}`);
  });

  it('never makes a tool callable that was not, however the answer is spoilt', () => {
    const closed = serverAnswer([toolAnswer({ gateway_status: 'changed' })]);
    const disabled = serverAnswer([toolAnswer()], { registration_status: 'disabled' });
    fc.assert(
      fc.property(fc.oneof(anySpoilt(closed), anySpoilt(disabled)), (spoilt) => {
        try {
          expect(callable(spoilt)).to.deep.equal([]);
        } catch (error) {
          expect(error).to.be.instanceOf(TypeError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
