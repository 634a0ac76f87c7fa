import type { Scope } from '@govgate/domain';
import type { TokenSealer } from '@govgate/ports';

/** A denial that an approval can lift, as its id contains it; the call is included only as its digest. */
export interface RequestableDenial extends Scope {
  readonly policyVersion: string;
  readonly ruleId: string;
  /** How long the decision lets the approval last. */
  readonly ttlSeconds: number;
  readonly callDigest: string;
  readonly expiresAt: string;
}

const CONTEXT = 'authzen_denial';

/** Creates the id of a denial. Every process of the installation can read it, so mere questions are not stored. */
export const sealDenial = (sealer: TokenSealer, denial: RequestableDenial): string => {
  const { tenantId, environmentId, policyVersion, ruleId, ttlSeconds, callDigest, expiresAt } = denial;
  const facts = [tenantId, environmentId, policyVersion, ruleId, ttlSeconds, callDigest, expiresAt];
  return sealer.seal(CONTEXT, JSON.stringify(facts));
};

/** Reads the id of a denial; undefined if this installation did not create it. */
export const openDenial = (sealer: TokenSealer, evaluationId: string): RequestableDenial | undefined => {
  const text = sealer.open(CONTEXT, evaluationId);
  if (text === undefined) return undefined;
  const [tenantId, environmentId, policyVersion, ruleId, ttlSeconds, callDigest, expiresAt] =
    JSON.parse(text);
  return { tenantId, environmentId, policyVersion, ruleId, ttlSeconds, callDigest, expiresAt };
};
