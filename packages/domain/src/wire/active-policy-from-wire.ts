import type { Sha256Hex } from '../canonical-json.js';
import type { PolicyManifest } from '../policy/manifest.js';
import type { Scope } from '../scope.js';
import { policyFromWire } from './policy-from-wire.js';
import { type Read, readAnswer, readId, readList, readMember, readObject, readWord } from './read-wire.js';

/** The policy version currently in force in an environment. */
export interface ActivePolicy extends Scope {
  readonly policyVersion: string;
  readonly manifest: PolicyManifest;
}

/**
 * Reads an answer of `GET /v1/policies?status=active&include=body` (docs/spec/policies.md#record) and returns the version to enforce, null if none
 * is active: then every call is denied. Its manifest is read as by `policyFromWire`.
 * @throws TypeError for anything that is no such answer: for a version that is not active, and for more than one.
 * @public Gateways call it.
 * @example const active = activePolicyFromWire(await answer.json()); active === null // nothing may be called
 */
export const activePolicyFromWire = (answer: unknown, hash?: Sha256Hex): ActivePolicy | null => {
  const list = readAnswer(answer, 'policies');
  const items = readMember(list, 'items', readList(readObject), 'policies');
  const [item, another] = items;
  if (another !== undefined) throw new TypeError('more than one version is active: look at policies.items');
  if (item === undefined) return null;
  const member = <T>(name: string, read: Read<T>): T => readMember(item, name, read, 'policies.items[0]');
  member('status', readWord(['active']));
  return {
    tenantId: member('tenant_id', readId),
    environmentId: member('environment_id', readId),
    policyVersion: member('policy_version', readId),
    manifest: policyFromWire(item, hash),
  };
};
