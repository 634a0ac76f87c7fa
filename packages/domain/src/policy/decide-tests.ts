import { changedFields } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { PolicyTests } from './cases/policy-tests.js';
import { validatePolicyTests } from './cases/validate-policy-tests.js';
import type { PolicyChange } from './policy-change.js';
import { notValidated } from './policy-validation.js';
import type { PolicyVersion } from './policy-version.js';
import { NO_GUARDED_FACTS, policyVersionMachine } from './policy-version.machine.js';

/**
 * Gives a draft other tests, or with null none; every other state is `invalid_state`, as tests are published with what they test.
 * A validation made before knows nothing of them. No changed fields: the draft has just these already.
 */
export const decideTests = (
  target: PolicyVersion,
  tests: unknown,
  facts: { readonly now: Instant },
): Result<PolicyChange> => {
  const accepted = acceptTests(tests);
  if (!accepted.ok) return accepted;
  const stepped = step(policyVersionMachine, target.status, 'edit', NO_GUARDED_FACTS);
  if (!stepped.moved) return refuse('invalid_state');
  const changed = withTests(target, accepted.value);
  if (changedFields(target, changed).length === 0) return ok({ policyVersion: target, changedFields: [] });
  const policyVersion: PolicyVersion = {
    ...changed,
    status: stepped.to,
    validation: notValidated(target.body),
    updatedAt: facts.now,
  };
  return ok({ policyVersion, changedFields: changedFields(target, policyVersion) });
};

/** Tests that can be run, or none. Refused by the first thing that is wrong with them, as a field of the body that holds them. */
export const acceptTests = (tests: unknown): Result<PolicyTests | null> => {
  if (tests === null) return ok(null);
  const [first] = validatePolicyTests(tests);
  if (first === undefined) return ok(tests as PolicyTests);
  const { reasonCode, path, detail, expected } = first;
  if (reasonCode === 'forbidden_material') return refuse('forbidden_material', fieldOf(path));
  return refuse(reasonCode === 'unknown_reference' ? reasonCode : 'invalid_request', fieldOf(path), {
    ...(detail === undefined ? {} : { detail }),
    ...(expected === undefined ? {} : { expected }),
  });
};

/** A version with other tests, or with none. */
export const withTests = (policy: PolicyVersion, tests: PolicyTests | null): PolicyVersion => {
  const { tests: _, ...rest } = policy;
  return tests === null ? rest : { ...rest, tests };
};

const fieldOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
