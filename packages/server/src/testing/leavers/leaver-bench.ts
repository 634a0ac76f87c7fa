import { canonicalHash, type Json, type ManifestBody } from '@govgate/domain';
import { clientSessionKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import type { Service } from '../../service.js';
import { readSettings } from '../../settings/read-settings.js';
import { sampleDraft } from '../samples/policy-samples.js';
import { sampleSession } from '../samples/session-samples.js';
import type { Answered, Call } from '../test-service.js';
import { putServiceAccount, putUser } from '../worlds/callers.js';
import type { JwtIssuer } from '../worlds/jwt-issuer.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, tokenFor } from '../worlds/world.js';

/** Somebody with a session at a gateway and an API token. */
export interface Leaver {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  /** Where they call from: refused tokens count against it. */
  readonly address: string;
}

/** Lets leavers call from addresses of their own. */
export const LEAVER_SETTINGS = { GOVGATE_TRUSTED_PROXIES: '127.0.0.0/8' };

/** How a service hears that somebody left. */
export const WAYS = ['SCIM', 'shared signals', 'back-channel logout'] as const;
export type Way = (typeof WAYS)[number];

/** People who leave, told to one process while they call on another. */
export interface LeaverBench {
  hire(userId: string): Promise<Leaver>;
  /** Tells of a leaver; resolves with the acknowledgement. */
  tell(way: Way, leaver: Leaver): Promise<Answered>;
  /** What the leaver calls, each answering whether it was accepted. A sign-out ends sessions and no API token. */
  callsOf(way: Way, leaver: Leaver, onB: Call): readonly (() => Promise<boolean>)[];
  stop(): Promise<void>;
}

/** Everybody may read. */
const POLICY: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'read',
      effect: 'allow',
      subjects: {},
      targets: { api_source_ids: ['record'], operation_ids: ['read'] },
      reason_code: 'may_read',
    },
  ],
};
const DISABLED = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';

/** Fills the store that the processes share. `onA` is told of the leavers. */
export const startLeaverBench = async (
  settings: Readonly<Record<string, string>>,
  issuer: JwtIssuer,
  onA: Call,
): Promise<LeaverBench> => {
  const service = await composed(settings);
  const { ports } = service;
  const tokens = await makeWorld(ports);
  const scim = await provisioningToken(service);
  const gateway = await putServiceAccount(ports, 'gateway', { role: 'data_plane_agent' });
  const manifestHash = canonicalHash(POLICY as unknown as Json);
  const policy = sampleDraft('pv_leavers', { status: 'active', body: POLICY, manifestHash });
  await putRecords(ports, TENANT, [{ kind: policyVersionKind, record: policy }]);
  const ends = await onA(`/v1/environments/${PRODUCTION}`, {
    method: 'PUT',
    token: tokens.admin,
    body: { sessions: { end_on_logout: true } },
  });
  expect(ends.status, ends.text).to.equal(200);

  const reported = {
    SCIM: async ({ userId }: Leaver) =>
      onA(`/scim/v2/Users/${userId}`, {
        method: 'PATCH',
        token: scim,
        headers: { 'content-type': 'application/scim+json' },
        body: {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'active', value: false }],
        },
      }),
    'shared signals': async ({ userId }: Leaver) =>
      onA('/v1/identity/signals', {
        method: 'POST',
        headers: { 'content-type': 'application/secevent+jwt' },
        body: await issuer.signalOf(userId, DISABLED),
      }),
    'back-channel logout': async ({ userId }: Leaver) =>
      onA('/v1/identity/backchannel-logout', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: await issuer.logoutTokenOf(userId) }).toString(),
      }),
  };

  let hired = 0;
  return {
    hire: async (userId) => {
      hired += 1;
      const address = `10.0.${hired >> 8}.${hired & 255}`;
      const token = await putUser(ports, userId);
      const sessionId = `sess_${userId}`;
      const session = sampleSession(sessionId, { userId, agentId: null, credentialBindingIds: [] });
      await putRecords(ports, TENANT, [{ kind: clientSessionKind, record: session }]);
      return { userId, sessionId, token, address };
    },
    tell: (way, leaver) => reported[way](leaver),
    callsOf: (way, { sessionId, token, address }, onB) => {
      const decided = async (): Promise<boolean> => {
        const answer = await onB(`/v1/authzen/${PRODUCTION}/access/v1/evaluation`, {
          token: gateway,
          body: {
            subject: { type: 'client_session', id: sessionId },
            action: { name: 'read' },
            resource: { type: 'record', id: 'r1' },
          },
        });
        expect(answer.status, answer.text).to.equal(200);
        return answer.json.decision;
      };
      const known = async (): Promise<boolean> => {
        const headers = { 'x-forwarded-for': address };
        const answer = await onB('/v1/identity/me', { token, headers });
        expect(answer.status, answer.text).to.be.oneOf([200, 401]);
        return answer.status === 200;
      };
      return way === 'back-channel logout' ? [decided] : [decided, known];
    },
    stop: () => service.store.close(),
  };
};

const composed = async (settings: Readonly<Record<string, string>>): Promise<Service> => {
  const read = readSettings({ GOVGATE_PORT: '0', GOVGATE_LOG_LEVEL: 'silent', ...settings });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return compose(read.settings, { makes: true });
};

const provisioningToken = async ({ ports }: Service): Promise<string> => {
  await putServiceAccount(ports, 'idp', { role: 'security_admin' });
  return tokenFor(ports, {
    subjectType: 'service_account',
    subjectId: 'idp',
    permissions: ['local_identity.manage'],
  });
};
