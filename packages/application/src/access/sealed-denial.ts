import { canonicalHash, type Json, type Scope } from '@govgate/domain';
import type { TokenSealer } from '@govgate/ports';
import type { AccessQuestion } from './access-question.js';

/** The parts of a question an approval is bound to: the profile's subject, resource and action. */
export type AskedFor = Pick<AccessQuestion, 'subject' | 'action' | 'resource'>;

/** A denial that an approval can lift. */
export interface RequestableDenial extends Scope {
  readonly policyVersion: string;
  readonly ruleId: string;
  readonly asked: AskedFor;
  readonly expiresAt: string;
}

/** What can be recovered of a denial from its id; the request itself is included only as a digest. */
export type KnownDenial = Omit<RequestableDenial, 'asked'> & { readonly callDigest: string };

const CONTEXT = 'authzen_denial';

/** The digest of a call asked about over AuthZEN: SHA-256 of the RFC 8785 form of subject, resource and action. */
export const digestOfAsked = ({ subject, action, resource }: AskedFor): string =>
  canonicalHash(plain({ subject, action, resource }) as Json);

/** Creates the id of a denial. Every process of the installation can read it, so mere questions are not stored. */
export const sealDenial = (
  sealer: TokenSealer,
  { tenantId, environmentId, policyVersion, ruleId, asked, expiresAt }: RequestableDenial,
): string =>
  sealer.seal(
    CONTEXT,
    JSON.stringify([tenantId, environmentId, policyVersion, ruleId, digestOfAsked(asked), expiresAt]),
  );

/** Reads the id of a denial; undefined if this installation did not create it. */
export const openDenial = (sealer: TokenSealer, evaluationId: string): KnownDenial | undefined => {
  const text = sealer.open(CONTEXT, evaluationId);
  if (text === undefined) return undefined;
  const [tenantId, environmentId, policyVersion, ruleId, callDigest, expiresAt] = JSON.parse(
    text,
  ) as string[];
  return { tenantId, environmentId, policyVersion, ruleId, callDigest, expiresAt } as KnownDenial;
};

// Absent members are also absent from the canonical form.
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
