import { instantOf } from '@govgate/domain';
import { isPrincipalId } from '@govgate/domain/internal';
import type { TokenClaims } from '@govgate/ports';
import type { JWTPayload } from 'jose';
import type { JwtIssuer } from './jwt-settings.js';

/** What a verified token says, or the claim that says it wrongly. */
export type ReadClaims = { readonly claims: TokenClaims } | { readonly wrongClaim: string };

/** Reads a verified token's claims as its issuer's settings name them. */
export const readClaims = (payload: JWTPayload, issuer: JwtIssuer): ReadClaims => {
  const { userClaim, tenantClaim, environmentsClaim, groupsClaim } = issuer;
  const subjectId = claimAt(payload, userClaim);
  const tenantId = claimAt(payload, tenantClaim);
  const environments = claimAt(payload, environmentsClaim);
  const listed = environments === undefined ? undefined : texts(environments);
  const groups = texts(claimAt(payload, groupsClaim) ?? []);
  if (typeof subjectId !== 'string' || !isPrincipalId(subjectId)) return { wrongClaim: userClaim };
  if (typeof tenantId !== 'string') return { wrongClaim: tenantClaim };
  if (payload.exp === undefined) return { wrongClaim: 'exp' };
  // Nothing but an absent claim means every environment.
  if (environments !== undefined && listed === undefined) return { wrongClaim: environmentsClaim };
  if (groups === undefined) return { wrongClaim: groupsClaim };
  return {
    claims: {
      subjectId,
      tenantId,
      environments: listed,
      groups,
      provision: issuer.provision,
      expiresAt: instantOf(payload.exp * 1000),
    },
  };
};

/** What a claim says: the member of that name, or where there is none what the path leads to (`realm_access.roles`). */
export const claimAt = (payload: object, path: string): unknown => {
  if (Object.hasOwn(payload, path)) return memberOf(payload, path);
  return path.split('.').reduce<unknown>(memberOf, payload);
};

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** A list of texts, or a text with spaces or commas between them; undefined for anything else. */
const texts = (claim: unknown): readonly string[] | undefined => {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((item) => item !== '');
  return Array.isArray(claim) && claim.every((item) => typeof item === 'string') ? claim : undefined;
};

/** Whether a token names groups elsewhere because they are too many for it (Entra ID's overage claim). */
export const hasOverage = (payload: JWTPayload, { groupsClaim }: JwtIssuer): boolean =>
  memberOf(payload._claim_names, groupsClaim) !== undefined || payload.hasgroups === true;

/** What only ID tokens, logout tokens and other security events contain (OpenID Connect Core, 2 and 3.3.2.11; RFC 8417). */
const NOT_OF_ACCESS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];
/** How Keycloak names what is no access token, in the payload. */
const OTHER_TYPES = new Set(['id', 'refresh', 'offline', 'logout']);

/** The claim that shows a token to be another kind than an access token. */
export const claimOfOtherKind = (payload: JWTPayload): string | undefined => {
  const { typ } = payload;
  if (typeof typ === 'string' && OTHER_TYPES.has(typ.toLowerCase())) return 'typ';
  return NOT_OF_ACCESS.find((name) => Object.hasOwn(payload, name));
};
