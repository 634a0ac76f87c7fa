import type { Result } from '@govgate/domain';
import { credentialBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { approvedBinding, draftBinding } from '../sessions/testing/records.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE, refusalOf, START } from '../testing/use-case-bench.js';
import { changesOfBindings } from './change-credential-binding.js';
import { makeRotateCredentialBinding } from './rotate-credential-binding.js';

const ref = { scope: PROD_SCOPE, credentialBindingId: 'cb_1' };

const adminBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  return bench;
};

describe('the life of a credential binding', () => {
  const repeatable = [
    ['submit', draftBinding(), changesOfBindings.submit],
    ['disable', approvedBinding(), changesOfBindings.disable],
    ['enable', approvedBinding({ lifecycleState: 'disabled', disabledAt: START }), changesOfBindings.enable],
    ['revoke', approvedBinding(), changesOfBindings.revoke],
  ] as const;

  for (const [verb, record, make] of repeatable) {
    it(`answers a second ${verb} with the same record and no second event`, async () => {
      const bench = await adminBench();
      await bench.put(credentialBindingKind, record);
      const run = make(bench.ports);
      const first = answerOf(await run(await bench.as('ada'), { ...ref, reasonCode: 'because' }));
      bench.clock.advance(1000);
      expect(answerOf(await run(await bench.as('ada'), ref))).to.deep.equal(first);
      expect(await bench.events()).to.have.length(1);
    });
  }

  const fenced = async (run: (bench: Bench) => Promise<Result<unknown>>) => {
    const bench = await adminBench();
    await bench.put(credentialBindingKind, approvedBinding());
    answerOf(await run(bench));
    return (await bench.store.revocations.after(PROD_SCOPE, 0, 5)).map(({ subjectId, reasonCode }) => [
      subjectId,
      reasonCode,
    ]);
  };

  it('fences the runtime when it is disabled or revoked, and not when it is rotated', async () => {
    const input = { ...ref, reasonCode: 'leaked' };
    const disable = async (bench: Bench) =>
      changesOfBindings.disable(bench.ports)(await bench.as('ada'), input);
    const revoke = async (bench: Bench) =>
      changesOfBindings.revoke(bench.ports)(await bench.as('ada'), input);
    const rotate = async (bench: Bench) =>
      makeRotateCredentialBinding(bench.ports)(await bench.as('ada'), { ...input, versionRef: 'v2' });
    expect([await fenced(disable), await fenced(revoke), await fenced(rotate)]).to.deep.equal([
      [['cb_1', 'leaked']],
      [['cb_1', 'leaked']],
      [],
    ]);
  });

  it('rotates without a change on the server, under a separate permission', async () => {
    const bench = await adminBench();
    await bench.put(credentialBindingKind, approvedBinding());
    await bench.grant('eve', 'viewer');
    const rotate = makeRotateCredentialBinding(bench.ports);
    const input = { ...ref, versionRef: 'v2', rotationProofRef: 'ticket_7' };
    expect(refusalOf(await rotate(await bench.as('eve'), input))).to.equal('permission_denied');
    expect(answerOf(await rotate(await bench.as('ada'), input)).rotation).to.deep.equal({
      versionRef: 'v2',
      lastRotatedAt: START,
      nextRotationDueAt: '',
      rotationWithoutServerChange: true,
      rotationProofRef: 'ticket_7',
    });
  });

  it('cannot be enabled, disabled or rotated once revoked', async () => {
    const bench = await adminBench();
    await bench.put(
      credentialBindingKind,
      approvedBinding({ approvalStatus: 'revoked', lifecycleState: 'revoked' }),
    );
    const ada = await bench.as('ada');
    expect(refusalOf(await changesOfBindings.enable(bench.ports)(ada, ref))).to.equal('invalid_state');
    expect(refusalOf(await changesOfBindings.disable(bench.ports)(ada, ref))).to.equal('invalid_state');
    const rotate = { ...ref, versionRef: 'v2' };
    expect(refusalOf(await makeRotateCredentialBinding(bench.ports)(ada, rotate))).to.equal('invalid_state');
    expect(refusalOf(await changesOfBindings.submit(bench.ports)(ada, ref))).to.equal('invalid_transition');
  });
});
