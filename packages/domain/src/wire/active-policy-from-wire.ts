import type { Sha256Hex } from '../canonical-json.js';
import type { PolicyManifest } from '../policy/manifest.js';
import type { Scope } from '../scope.js';
import { policyFromWire } from './policy-from-wire.js';
import {
  type Read,
  readAnswer,
  readId,
  readList,
  readMember,
  readNullable,
  readObject,
  readWord,
} from './read-wire.js';

/** The policy version currently in force in an environment. */
export interface ActivePolicy extends Scope {
  readonly policyVersion: string;
  readonly manifest: PolicyManifest;
}

/**
 * Reads an answer of `GET /v1/active-policy` or of `GET /v1/policies?status=active&include=body` (docs/spec/policies.md#active) and returns
 * the version to enforce, null if none is active: then every call is denied. Its manifest is read as by `policyFromWire`.
 * @throws TypeError for anything that is no such answer: for a version that is not active, and for more than one.
 * @public Gateways call it.
 * @example const active = activePolicyFromWire(await answer.json()); active === null // nothing may be called
 */
export const activePolicyFromWire = (answer: unknown, hash?: Sha256Hex): ActivePolicy | null => {
  const found = theOne(answer);
  if (found === null) return null;
  const member = <T>(name: string, read: Read<T>): T => readMember(found.policy, name, read, found.at);
  member('status', readWord(['active']));
  return {
    tenantId: member('tenant_id', readId),
    environmentId: member('environment_id', readId),
    policyVersion: member('policy_version', readId),
    manifest: policyFromWire(found.policy, hash),
  };
};

interface PolicyAnswer {
  readonly policy: Readonly<Record<string, unknown>>;
  readonly at: string;
}

const theOne = (answer: unknown): PolicyAnswer | null => {
  const read = readAnswer(answer, 'policies');
  if (Object.hasOwn(read, 'policy')) {
    const policy = readMember(read, 'policy', readNullable(readObject), 'policies');
    return policy === null ? null : { policy, at: 'policies.policy' };
  }
  const [policy, another] = readMember(read, 'items', readList(readObject), 'policies');
  if (another !== undefined) throw new TypeError('more than one version is active: look at policies.items');
  return policy === undefined ? null : { policy, at: 'policies.items[0]' };
};
