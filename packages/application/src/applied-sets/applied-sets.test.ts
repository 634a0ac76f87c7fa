import type { AppliedResource } from '@govgate/domain/internal';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  FOREIGN,
  makeBench,
  refusalOf,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeReadAppliedSet } from './read-applied-set.js';
import { makeRecordAppliedSet } from './record-applied-set.js';

const ADA: AppliedResource = { kind: 'user', id: 'ada', applied: { display_name: 'Ada' } };
const POLICY: AppliedResource = {
  kind: 'policy',
  id: 'production/pv_1',
  applied: { environment_id: 'production', policy_version: 'pv_1' },
};
const DIGEST = 'a'.repeat(64);
const set = (setId = 'default', tenantId = TENANT) => ({ tenantId, setId });

describe('what was applied from files', () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await makeBench();
    await bench.grant('ada', 'security_admin');
    await bench.grant('bob', 'policy_admin');
    await bench.grant('eve', 'auditor');
  });

  const record = async (by: string, resources = [POLICY], more: { setId?: string; ifMatch?: string } = {}) =>
    makeRecordAppliedSet(bench.ports)(
      { ...(await bench.as(by)), ...(more.ifMatch === undefined ? {} : { ifMatch: [more.ifMatch] }) },
      { ...set(more.setId), planDigest: DIGEST, resources },
    );
  const read = async (by: string, request = set()) =>
    makeReadAppliedSet(bench.ports)(await bench.as(by), request);

  it('is recorded with an event, and read again', async () => {
    expect(answerOf(await record('ada', [ADA, POLICY]))).to.deep.equal({
      setId: 'default',
      recordedAt: START,
      resourceCount: 2,
      tag: '1',
    });
    expect(answerOf(await read('ada'))).to.deep.equal({
      setId: 'default',
      planDigest: DIGEST,
      resources: [ADA, POLICY],
      recordedAt: START,
      tag: '1',
    });
    expect(await bench.events()).to.deep.equal(['applied_set.recorded']);
  });

  it('is changed only by whoever names its state', async () => {
    expect(refusalOf(await record('ada', [], { ifMatch: '1' }))).to.equal('etag_mismatch');
    answerOf(await record('ada'));
    expect(refusalOf(await record('ada'))).to.equal('precondition_required');
    expect(refusalOf(await record('ada', [], { ifMatch: '7' }))).to.equal('etag_mismatch');
    expect(answerOf(await record('ada', [], { ifMatch: '1' })).tag).to.equal('2');
    // Each set is one of its own.
    expect(answerOf(await record('ada', [], { setId: 'payments' })).tag).to.equal('1');
  });

  it('shows a resource to whoever may read it, and lets whoever may change it change what is said about it', async () => {
    answerOf(await record('ada', [ADA, POLICY]));
    expect(answerOf(await read('bob')).resources).to.deep.equal([POLICY]);
    expect(refusalOf(await read('eve'))).to.equal('not_found');
    expect(refusalOf(await record('bob', [ADA], { ifMatch: '1' }))).to.equal('permission_denied');
    expect(refusalOf(await record('eve', [], { ifMatch: '1' }))).to.equal('permission_denied');
    expect(answerOf(await record('bob', [], { ifMatch: '1' })).resourceCount).to.equal(1);
    expect(answerOf(await read('ada')).resources).to.deep.equal([ADA]);
  });

  it('is absent in another tenant', async () => {
    answerOf(await record('ada'));
    expect(refusalOf(await read('ada', set('none')))).to.equal('not_found');
    expect(refusalOf(await read('ada', set('default', FOREIGN)))).to.equal('not_found');
  });
});
