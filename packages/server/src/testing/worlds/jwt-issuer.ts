import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { TENANT } from './world.js';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'govgate';

/** An identity provider with one key in a file, and the settings of a service that accepts its tokens. */
export interface JwtIssuer {
  readonly settings: Readonly<Record<string, string>>;
  /** A valid token, of a user of the tenant unless `claims` say otherwise. */
  readonly jwtOf: (subject: string, claims?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** A logout token with its own id, of a user of the tenant; `claims` replace its claims, and undefined ones are left out. */
  readonly logoutTokenOf: (subject: string, claims?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** A Security Event Token of one event about a user of the tenant, by the same rule. */
  readonly signalOf: (
    subject: string,
    eventType: string,
    claims?: Readonly<Record<string, unknown>>,
    type?: string,
  ) => Promise<string>;
  readonly dispose: () => void;
}

/** Starts an identity provider. */
export const makeJwtIssuer = async (): Promise<JwtIssuer> => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const folder = mkdtempSync(join(tmpdir(), 'govgate-issuer-'));
  const jwks = join(folder, 'jwks.json');
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  writeFileSync(jwks, JSON.stringify({ keys: [key] }));
  return {
    settings: { GOVGATE_JWT_ISSUER: ISSUER, GOVGATE_JWT_AUDIENCE: AUDIENCE, GOVGATE_JWT_JWKS: jwks },
    jwtOf: (subject, claims = {}) =>
      new SignJWT({ tenant_id: TENANT, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    logoutTokenOf: (subject, claims = {}) => {
      const iat = Math.floor(Date.now() / 1000);
      const usual = { iss: ISSUER, aud: AUDIENCE, sub: subject, iat, exp: iat + 120, jti: randomUUID() };
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const payload = JSON.parse(JSON.stringify({ tenant_id: TENANT, ...usual, events, ...claims }));
      const header = { alg: 'ES256', typ: 'logout+jwt', kid: 'k1' };
      return new SignJWT(payload).setProtectedHeader(header).sign(privateKey);
    },
    signalOf: (subject, eventType, claims = {}, type = 'secevent+jwt') => {
      const iat = Math.floor(Date.now() / 1000);
      const usual = { iss: ISSUER, aud: AUDIENCE, iat, jti: randomUUID(), tenant_id: TENANT };
      const about = { sub_id: { format: 'iss_sub', iss: ISSUER, sub: subject }, events: { [eventType]: {} } };
      const payload = JSON.parse(JSON.stringify({ ...usual, ...about, ...claims }));
      return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: type, kid: 'k1' }).sign(privateKey);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
};
