import { expect } from 'chai';
import fc from 'fast-check';
import { allowedActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import type { Role } from '../authorization/roles.js';
import { step } from '../machine/machine.js';
import { ok } from '../result.js';
import { decideArchive } from './decide-archive.js';
import { decideEdit } from './decide-edit.js';
import { decidePublish } from './decide-publish.js';
import { decideValidate } from './decide-validate.js';
import type { PolicyStatus, PolicyVersion } from './policy-version.js';
import { POLICY_STATUSES } from './policy-version.js';
import { policyActions, policyVersionMachine } from './policy-version.machine.js';
import { policyOf } from './testing/policies.js';

const FACTS = { now: '2026-02-02T00:00:00.000Z', actorId: 'usr_bob' };

const holder = (role: Role): Principal => ({
  actorId: 'usr_bob',
  actorType: 'user',
  displayName: 'Bob',
  tenantId: 'acme',
  authMethod: 'jwt',
  environmentIds: ['production'],
  narrowed: false,
  groups: [],
  grants: [{ bindingId: 'rb_1', role, scope: { scopeType: 'tenant' }, expiresAt: null }],
  permissions: null,
  tokenId: null,
  persons: ['usr_ada'],
  tokenExpiresAt: null,
});

const TARGET = {
  tenantId: 'acme',
  environmentId: 'production',
  resourceId: 'pv_1',
  ownerTeam: 'risk',
};

const allowed = (role: Role, status: PolicyStatus): string[] =>
  allowedActions(
    policyActions,
    { state: status, facts: { hash_matches: true, validation_passes: true } },
    mayOn(holder(role), TARGET),
  );

describe('the states of a policy version', () => {
  it('are a table over exactly the statuses', () => {
    expect(policyVersionMachine.states).to.deep.equal(POLICY_STATUSES);
  });

  it('lead where the decisions say', () => {
    const held = { hash_matches: true, validation_passes: true };
    const table = Object.fromEntries(
      POLICY_STATUSES.map((status) => [
        status,
        Object.fromEntries(
          policyVersionMachine.triggers.map((trigger) => {
            const stepped = step(policyVersionMachine, status, trigger, held);
            return [trigger, stepped.moved ? stepped.to : null];
          }),
        ),
      ]),
    );
    expect(table).to.deep.equal({
      draft: { edit: 'draft', validate: 'draft', publish: 'active', supersede: null, archive: 'archived' },
      active: { edit: null, validate: 'active', publish: null, supersede: 'superseded', archive: null },
      superseded: {
        edit: null,
        validate: 'superseded',
        publish: 'active',
        supersede: null,
        archive: 'archived',
      },
      archived: { edit: null, validate: null, publish: null, supersede: null, archive: null },
    });
  });

  it('offer each verb in the states in which it succeeds', () => {
    expect(
      Object.fromEntries(POLICY_STATUSES.map((status) => [status, allowed('policy_admin', status)])),
    ).to.deep.equal({
      draft: ['archive', 'diff', 'publish', 'read', 'simulate', 'update', 'validate'],
      active: ['diff', 'read', 'simulate', 'validate'],
      superseded: ['archive', 'diff', 'publish', 'read', 'simulate', 'validate'],
      archived: ['diff', 'read', 'simulate'],
    });
    expect(allowed('viewer', 'draft')).to.deep.equal(['diff', 'read', 'simulate']);
    expect(allowed('auditor', 'draft')).to.deep.equal([]);
  });

  it('offer exactly what the decisions then allow', () => {
    for (const status of POLICY_STATUSES) {
      const policy = policyOf({ status });
      const succeeds = {
        archive: decideArchive(policy, FACTS).ok,
        publish: published(policy),
        update: decideEdit(policy, policy, FACTS).ok,
        validate: decideValidate(policy, [], FACTS).ok,
      };
      const offered = allowed('policy_admin', status);
      for (const [verb, succeeded] of Object.entries(succeeds))
        expect(offered.includes(verb), `${verb} of ${status}`).to.equal(succeeded);
    }
  });

  it('have at most one active version, whatever is requested in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom('publish', 'archive', 'validate', 'edit')), {
          maxLength: 40,
        }),
        (calls) => {
          let policies = ['pv_0', 'pv_1', 'pv_2', 'pv_3'].map((policyVersion) => policyOf({ policyVersion }));
          for (const [index, verb] of calls) {
            const before = policies;
            policies = applied(policies, policies[index] ?? policyOf(), verb);
            expect(policies.filter((policy) => policy.status === 'active').length).to.be.at.most(1);
            before.forEach((policy, i) => {
              expect(
                lawful(policy, policies[i] ?? policy),
                `${policy.status} to ${policies[i]?.status}`,
              ).to.equal(true);
            });
          }
        },
      ),
    );
  });
});

const activeOf = (policies: readonly PolicyVersion[]): PolicyVersion | undefined =>
  policies.find((policy) => policy.status === 'active');

const published = (policy: PolicyVersion): boolean => {
  const decided = decidePublish(policy, undefined, {
    ...FACTS,
    findings: [],
    manifestHash: policy.manifestHash,
  });
  return decided.ok && decided.value.kind === 'published';
};

const applied = (policies: PolicyVersion[], target: PolicyVersion, verb: string): PolicyVersion[] => {
  const written = changesOf(policies, target, verb);
  return policies.map(
    (policy) => written.find((change) => change.policyVersion === policy.policyVersion) ?? policy,
  );
};

const changesOf = (policies: PolicyVersion[], target: PolicyVersion, verb: string): PolicyVersion[] => {
  if (verb === 'publish') {
    const facts = { ...FACTS, findings: [], manifestHash: target.manifestHash };
    const decided = decidePublish(target, activeOf(policies), facts);
    if (!decided.ok || decided.value.kind !== 'published') return [];
    const { policyVersion, superseded } = decided.value;
    expect(policyVersion.previousPolicyVersion).to.equal(activeOf(policies)?.policyVersion ?? null);
    return superseded === null ? [policyVersion] : [policyVersion, superseded];
  }
  const changed =
    verb === 'archive'
      ? decideArchive(target, FACTS)
      : verb === 'edit'
        ? decideEdit(target, { ...target, description: `${target.description ?? ''}x` }, FACTS)
        : ok({ policyVersion: target });
  return changed.ok ? [changed.value.policyVersion] : [];
};

// Every change of status follows some row of the table.
const lawful = (before: PolicyVersion, after: PolicyVersion): boolean =>
  before.status === after.status ||
  policyVersionMachine.rows.some((row) => row.from === before.status && row.to === after.status);
