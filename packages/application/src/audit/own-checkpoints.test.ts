import { expect } from 'chai';
import { describe, it } from 'mocha';
import { whoseSignature } from './own-checkpoints.js';
import { signNow } from './sign-checkpoint.js';
import { ACME, makeTrailBench } from './testing/trail-bench.js';
import { signerOf } from './testing/trail-ports.js';

describe('whose signature a trail has', () => {
  it("is nobody's, ours or others', as it was signed", async () => {
    const { ports, append } = makeTrailBench();
    await append(3);
    expect(await whoseSignature(ports, ACME)).to.equal(undefined);
    await signNow(ports, ACME);
    expect(await whoseSignature(ports, ACME)).to.equal('own');
    expect(await whoseSignature({ ...ports, checkpointSigner: signerOf(2) }, ACME)).to.equal('others');
  });

  it("is not others' where another process of the installation signs for the first time while it is asked", async () => {
    const { ports, append, store } = makeTrailBench();
    await append(3);
    const checkpoints: typeof store.auditTrail.checkpoints = async (tenantId, query) => {
      const found = await store.auditTrail.checkpoints(tenantId, query);
      await signNow(ports, ACME);
      return found;
    };
    const asking = { ...ports, auditTrail: { ...ports.auditTrail, checkpoints } };
    expect(await whoseSignature(asking, ACME)).to.equal(undefined);
    expect(await whoseSignature(asking, ACME)).to.equal('own');
  });
});
