import { canonicalHash, type Sha256Hex } from '../canonical-json.js';
import { assertDecidableManifest } from '../policy/assert-decidable.js';
import type { PolicyManifest } from '../policy/manifest.js';
import { type ManifestBody, POLICY_BODY_FORMATS } from '../policy/policy-version.js';
import { validManifest } from '../policy/valid-manifest.js';
import { type Read, readAnswer, readMember, readObject, readText, readWord } from './read-wire.js';

/**
 * Reads an answer of `GET /v1/policies/{policy_version}` (docs/spec/policies.md#record) and returns the manifest. It is checked against its
 * `manifest_hash`, so that what is enforced is what was published, and for the shape that deciding requires. Whether the version is the one
 * to enforce is up to the gateway: `version_state.active_in_environment` says what is in force now.
 * @throws TypeError for anything that is no such answer; without a manifest every call is denied.
 * @example const policy = compilePolicy(policyFromWire(await answer.json()));
 */
export const policyFromWire = (answer: unknown, hash?: Sha256Hex): PolicyManifest => {
  const policy = readAnswer(answer, 'policy');
  const member = <T>(name: string, read: Read<T>): T => readMember(policy, name, read, 'policy');
  member('body_format', readWord(POLICY_BODY_FORMATS));
  const body = member('body', readObject) as ManifestBody;
  const named = member('manifest_hash', readText(/^sha256:[0-9a-f]{64}$/));
  if (named !== hashOf(body, hash)) throw new TypeError('the manifest has another hash: look at policy.body');
  assertManifest(body);
  return validManifest(body);
};

const hashOf = (body: ManifestBody, hash?: Sha256Hex): string => {
  try {
    return canonicalHash(body, hash);
  } catch {
    throw new TypeError('the manifest has no canonical form: look at policy.body');
  }
};

const assertManifest = (body: ManifestBody): void => {
  try {
    assertDecidableManifest(body);
  } catch {
    throw new TypeError('the manifest cannot be decided by: look at policy.body');
  }
};
