import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { JwtIssuer } from '../identity/jwt-settings.js';
import { type SettingSchema, urlOrFile, webAddress } from './setting-schemas.js';

/** When an issuer's token of somebody unknown creates their user. */
export const JWT_PROVISIONS = ['off', 'first_sign_in'] as const;
export type JwtProvision = (typeof JWT_PROVISIONS)[number];

const Text = v.pipe(v.string(), v.minLength(1));

const Issuers = v.pipe(
  v.array(
    v.pipe(
      v.strictObject({
        issuer: Text,
        audience: Text,
        jwks: urlOrFile,
        user_claim: v.optional(Text, 'sub'),
        tenant_claim: v.optional(Text, 'tenant_id'),
        groups_claim: v.optional(Text, 'groups'),
        environments_claim: v.optional(Text, 'environments'),
        provision: v.optional(v.picklist(JWT_PROVISIONS), 'off'),
        signals_url: v.optional(webAddress),
        signals_token_file: v.optional(Text),
      }),
      v.check((one) => (one.signals_url === undefined) === (one.signals_token_file === undefined)),
    ),
  ),
  v.minLength(1),
  v.maxLength(100),
);

const EXPECTED =
  'must be a JSON list of {issuer, audience, jwks, user_claim, tenant_claim, groups_claim, environments_claim, provision, signals_url and signals_token_file or neither}, or a file of it';

/** Several issuers, each with its own settings. */
export const issuerList: SettingSchema<readonly JwtIssuer[]> = v.pipe(
  v.string(),
  v.transform((text) => v.safeParse(Issuers, jsonOf(text.trim()))),
  v.check(({ success }) => success, EXPECTED),
  v.transform(({ success, output }) => (success ? output.map(issuerOf) : [])),
);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text.startsWith('[') ? text : readFileSync(text, 'utf8'));
  } catch {
    return undefined;
  }
};

const issuerOf = (one: v.InferOutput<typeof Issuers>[number]): JwtIssuer => ({
  issuer: one.issuer,
  audience: one.audience,
  jwks: one.jwks,
  userClaim: one.user_claim,
  tenantClaim: one.tenant_claim,
  groupsClaim: one.groups_claim,
  environmentsClaim: one.environments_claim,
  provision: one.provision === 'first_sign_in',
  signals: signalsAt(one.signals_url, one.signals_token_file),
});

/** Where an issuer's signals are polled, if both are given. */
export const signalsAt = (url: string | undefined, tokenFile: string | undefined): JwtIssuer['signals'] =>
  url === undefined || tokenFile === undefined ? undefined : { url, tokenFile };
