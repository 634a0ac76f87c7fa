import { expect } from 'chai';
import { decidePublish, type PublishFacts } from './decide-publish.js';
import { manifestFinding } from './manifest-finding.js';
import { POLICY_STATUSES } from './policy-version.js';
import { policyOf } from './testing/policies.js';

const NOW = '2026-02-02T00:00:00.000Z';
const BEFORE = '2026-01-15T00:00:00.000Z';

const factsFor = (
  policy: { readonly manifestHash: string },
  fields: Partial<PublishFacts> = {},
): PublishFacts => ({
  manifestHash: policy.manifestHash,
  findings: [],
  now: NOW,
  actorId: 'usr_bob',
  ...fields,
});

const VALID = {
  valid: true,
  status: 'valid',
  checkedAt: NOW,
  checkedBy: 'usr_bob',
  ruleCount: 1,
  errors: [],
};

describe('decidePublish', () => {
  it('makes a draft active and the active one superseded', () => {
    const draft = policyOf({ policyVersion: 'pv_2' });
    const active = policyOf({
      policyVersion: 'pv_1',
      status: 'active',
      lastPublishedAt: BEFORE,
      lastPublishedBy: 'usr_ada',
    });
    expect(decidePublish(draft, active, factsFor(draft))).to.deep.equal({
      ok: true,
      value: {
        kind: 'published',
        policyVersion: {
          ...draft,
          status: 'active',
          validation: VALID,
          previousPolicyVersion: 'pv_1',
          lastPublishedAt: NOW,
          lastPublishedBy: 'usr_bob',
          updatedAt: NOW,
        },
        superseded: { ...active, status: 'superseded', updatedAt: NOW },
        changedFields: [
          'lastPublishedAt',
          'lastPublishedBy',
          'previousPolicyVersion',
          'status',
          'validation',
        ],
      },
    });
  });

  it('publishes the first version of an environment without a previous one', () => {
    const draft = policyOf();
    const decided = decidePublish(draft, undefined, factsFor(draft));
    expect(decided).to.have.nested.property('value.superseded', null);
    expect(decided).to.have.nested.property('value.policyVersion.previousPolicyVersion', null);
  });

  it('reinstates a superseded version: that is the rollback', () => {
    const old = policyOf({ policyVersion: 'pv_1', status: 'superseded', previousPolicyVersion: 'pv_0' });
    const active = policyOf({ policyVersion: 'pv_2', status: 'active', previousPolicyVersion: 'pv_1' });
    const decided = decidePublish(old, active, factsFor(old));
    expect(decided).to.have.nested.property('value.policyVersion.status', 'active');
    expect(decided).to.have.nested.property('value.policyVersion.previousPolicyVersion', 'pv_2');
    expect(decided).to.have.nested.property('value.superseded.status', 'superseded');
  });

  it('changes nothing when the version is already the active one, valid or not', () => {
    const active = policyOf({ status: 'active' });
    const findings = [manifestFinding('unknown_reference', '/rules/0/subjects/agents/0')];
    expect(decidePublish(active, active, factsFor(active, { findings }))).to.deep.equal({
      ok: true,
      value: { kind: 'already_active', policyVersion: active },
    });
  });

  it('refuses a publish when the hash differs, before it looks at the state', () => {
    for (const status of POLICY_STATUSES) {
      const policy = policyOf({ status });
      expect(decidePublish(policy, undefined, factsFor({ manifestHash: 'sha256:0' }))).to.deep.equal({
        ok: false,
        refusal: { reasonCode: 'manifest_hash_mismatch', field: 'manifest_hash' },
      });
    }
  });

  it('refuses an archived version, before it looks at the validation', () => {
    const archived = policyOf({ status: 'archived' });
    const findings = [manifestFinding('missing_field', '/rules')];
    expect(decidePublish(archived, undefined, factsFor(archived, { findings }))).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'invalid_state' },
    });
  });

  it('returns the fresh validation when it finds anything, whatever an older one said', () => {
    const draft = policyOf({
      validation: {
        valid: true,
        status: 'valid',
        checkedAt: BEFORE,
        checkedBy: 'x',
        ruleCount: 1,
        errors: [],
      },
    });
    const findings = [manifestFinding('missing_field', '/rules/0/effect')];
    expect(decidePublish(draft, undefined, factsFor(draft, { findings }))).to.deep.equal({
      ok: true,
      value: {
        kind: 'invalid',
        validation: {
          valid: false,
          status: 'invalid',
          checkedAt: NOW,
          checkedBy: 'usr_bob',
          ruleCount: 1,
          errors: findings,
        },
      },
    });
  });

  it('asks to read again when the version read as active no longer is', () => {
    const draft = policyOf();
    const stale = policyOf({ policyVersion: 'pv_0', status: 'superseded' });
    expect(decidePublish(draft, stale, factsFor(draft))).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'conflict' },
    });
  });
});
