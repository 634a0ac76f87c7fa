import { hadHandInBinding } from '@govgate/domain';
import { agentKind, credentialBindingKind } from '@govgate/ports';
import { handOfUser } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench } from '../testing/bundles.js';
import { agent, binding, production, tenants, told } from '../testing/items.js';

describe('a credential binding in a bundle', () => {
  it('keeps its fingerprint unchanged', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, credentialBindings: [binding] });
    const stored = await bench.store.records.get(credentialBindingKind, production, 'cb_1');
    expect(stored?.record.secretRefFingerprint).to.equal('0123456789abcdef');
    expect((await bench.exported()).credentialBindings?.[0]).to.not.have.property('createdBy');
  });

  it('leaves out who worked on it, like an agent; an import names them by id', async () => {
    const bench = bundleBench();
    await bench.run({
      tenants,
      credentialBindings: [{ ...binding, submittedBy: 'usr_ada' }],
      agents: [agent],
    });
    const hands = { submitted: handOfUser('usr_ada') };
    const { records, unitOfWork } = bench.store;
    const stored = await records.get(credentialBindingKind, production, 'cb_1');
    const registered = await records.get(agentKind, production, 'agt_1');
    if (stored === undefined || registered === undefined) throw new Error('nothing was imported');
    expect([stored.record.hands, hadHandInBinding(stored.record, handOfUser('usr_ada'))]).to.deep.equal([
      undefined,
      true,
    ]);
    const [event] = await bench.events('acme');
    if (event === undefined) throw new Error('no event');
    await unitOfWork.commit({
      changes: [
        { kind: credentialBindingKind, record: { ...stored.record, hands }, expectedVersion: 'any' },
        { kind: agentKind, record: { ...registered.record, hands }, expectedVersion: 'any' },
      ],
      audit: [{ ...event, auditEventId: 'evt_again' }],
    });
    const exported = await bench.exported();
    expect(JSON.stringify(exported)).not.to.contain('hands');
    expect(exported.agents?.[0]).to.deep.include({ agentId: 'agt_1', submittedBy: 'usr_ada' });
  });

  it('may not contain a credential or unknown environments', async () => {
    const wrong = {
      ...binding,
      secretRefSummary: 'sk_live_0123456789abcdef',
      allowedEnvironmentIds: ['production', 'nowhere'],
    };
    expect(await told({ credentialBindings: [wrong] })).to.deep.equal([
      ['credentialBindings.0.secretRefSummary', 'forbidden_material'],
      ['credentialBindings.0.allowedEnvironmentIds.1', 'unknown_reference'],
    ]);
  });
});
