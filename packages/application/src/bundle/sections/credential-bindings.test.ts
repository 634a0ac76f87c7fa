import { contributedToBinding } from '@govgate/domain/internal';
import { contributorOfUser } from '@govgate/domain/testing';
import { credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench } from '../testing/bundles.js';
import { binding, production, tenants, told } from '../testing/items.js';

describe('a credential binding in a bundle', () => {
  it('keeps its fingerprint unchanged', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, credentialBindings: [binding] });
    const stored = await bench.store.records.get(credentialBindingKind, production, 'cb_1');
    expect(stored?.record.secretRefFingerprint).to.equal('0123456789abcdef');
    expect((await bench.exported()).credentialBindings?.[0]).to.not.have.property('createdBy');
  });

  it('counts whoever it names by id alone as everybody who could be meant', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, credentialBindings: [{ ...binding, submittedBy: 'usr_ada' }] });
    const stored = await bench.store.records.get(credentialBindingKind, production, 'cb_1');
    if (stored === undefined) throw new Error('nothing was imported');
    expect([
      stored.record.hands,
      contributedToBinding(stored.record, contributorOfUser('usr_ada')),
    ]).to.deep.equal([undefined, true]);
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
