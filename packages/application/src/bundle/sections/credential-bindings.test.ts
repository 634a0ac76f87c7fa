import { credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench } from '../testing/bundles.js';
import { binding, production, tenants, told } from '../testing/items.js';

describe('a credential binding in a bundle', () => {
  it('keeps its fingerprint as it stands', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, credentialBindings: [binding] });
    const stored = await bench.store.records.get(credentialBindingKind, production, 'cb_1');
    expect(stored?.record.secretRefFingerprint).to.equal('0123456789abcdef');
    expect((await bench.exported()).credentialBindings?.[0]).to.not.have.property('createdBy');
  });

  it('may not hold a credential, nor environments that are nowhere', async () => {
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
