import { allOperations } from '@govgate/adapter-http';
import type { GrantScope, Permission, Role, RoleBinding } from '@govgate/domain';
import { ROLES } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { groupKind, roleBindingKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import { sampleUrl } from '../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { putUser } from '../testing/worlds/callers.js';
import {
  importedBinding,
  makeWorld,
  PRODUCTION,
  putRecords,
  STAGING,
  TEAM,
  TENANT,
  type Tokens,
  tokenFor,
} from '../testing/worlds/world.js';

const NOT_YOURS = ['permission_denied', 'scope_forbidden', 'not_found'];

/** Operations whose answer shows whether the caller may, with the parameter that names the resource, if it is about one. */
const PROBES: readonly (readonly [operation: string, idParam?: string])[] = [
  ['readPolicy', 'policy_version'],
  ['listPolicies'],
  ['publishPolicy', 'policy_version'],
  ['archivePolicy', 'policy_version'],
  ['validatePolicy', 'policy_version'],
  ['readCredentialBinding', 'credential_binding_id'],
  ['revokeCredentialBinding', 'credential_binding_id'],
  ['readMcpServer', 'server_id'],
  ['listMcpServers'],
  ['readClientSurface', 'client_surface_id'],
  ['revokeClientSurface', 'client_surface_id'],
  ['readAgent', 'agent_id'],
  ['disableAgent', 'agent_id'],
  ['listAgents'],
  ['readSession', 'client_session_id'],
  ['terminateSession', 'client_session_id'],
  ['readDataPlane', 'data_plane_id'],
  ['listDataPlanes'],
  ['drainDataPlane', 'data_plane_id'],
  ['readDestination', 'destination_id'],
  ['testDestination', 'destination_id'],
  ['readApproval', 'approval_id'],
  ['approveCall', 'approval_id'],
  ['disableRoleBinding', 'binding_id'],
  ['readGroup', 'group_id'],
  ['listUsers'],
  ['disableUser', 'user_id'],
  ['listAuditEvents'],
];

const sampleId = (id: string, param: string): string => OPERATION_SAMPLES[id]?.params[param] ?? `no ${param}`;

const scopes: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.constant<GrantScope>({ scopeType: 'tenant' }),
  fc
    .constantFrom(PRODUCTION, PRODUCTION, STAGING)
    .map((environmentId): GrantScope => ({ scopeType: 'environment', environmentId })),
  fc
    .tuple(fc.constantFrom(null, PRODUCTION, STAGING), fc.constantFrom(TEAM, 'search'))
    .map(([environmentId, ownerTeam]): GrantScope => ({ scopeType: 'owner_team', environmentId, ownerTeam })),
  fc
    .constantFrom(
      ['policy', sampleId('readPolicy', 'policy_version')] as const,
      ['agent', sampleId('disableAgent', 'agent_id')] as const,
      ['session', sampleId('readSession', 'client_session_id')] as const,
      ['data_plane', sampleId('readDataPlane', 'data_plane_id')] as const,
      ['approval', sampleId('approveCall', 'approval_id')] as const,
    )
    .map(
      ([resourceType, resourceId]): GrantScope => ({
        scopeType: 'resource',
        environmentId: PRODUCTION,
        resourceType,
        resourceId,
      }),
    ),
);

const PAST = '2026-01-02T00:00:00.000Z';
const AHEAD = '2099-01-01T00:00:00.000Z';

const given = fc.record({
  role: fc.constantFrom(...ROLES) as fc.Arbitrary<Role>,
  scope: scopes,
  byGroup: fc.boolean(),
  window: fc.constantFrom<Partial<RoleBinding>>(
    {},
    {},
    { expiresAt: PAST },
    { expiresAt: AHEAD },
    { notBefore: AHEAD },
    { disabledAt: PAST, disabledBy: 'ada', disableReasonCode: 'over' },
  ),
});

const people = fc.record({
  grants: fc.array(given, { minLength: 1, maxLength: 4 }),
  groupIsDisabled: fc.constantFrom(false, false, true),
  environmentIds: fc.constantFrom(null, null, [PRODUCTION], [STAGING]),
  permissions: fc.constantFrom<readonly Permission[] | null>(null, null, ['policy.read', 'agent.disable']),
});
type Person = typeof people extends fc.Arbitrary<infer P> ? P : never;

/** May do what a role grants to some records only; too rare among those drawn to be left to chance. */
const OF_A_TEAM: Person = {
  grants: [
    {
      role: 'platform_admin',
      scope: { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: TEAM },
      byGroup: false,
      window: {},
    },
  ],
  groupIsDisabled: false,
  environmentIds: null,
  permissions: null,
};

describe('GET /v1/access/explain', () => {
  let service: TestService;
  let tokens: Tokens;
  let made = 0;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
  });

  after(() => service.stop());

  const put = async ({ grants, groupIsDisabled, environmentIds, permissions }: Person) => {
    made += 1;
    const userId = `u${made}`;
    const groupId = `g${made}`;
    const record = userOf(userId);
    const group = {
      groupId,
      tenantId: TENANT,
      displayName: groupId,
      createdAt: PAST,
      disabledAt: groupIsDisabled ? PAST : null,
      members: [userId],
    };
    const bindings = grants.map(({ role, scope, byGroup, window }, i) => ({
      kind: roleBindingKind,
      record: importedBinding({
        bindingId: `rb_${made}_${i}`,
        role,
        scope,
        subject: byGroup
          ? { subjectType: 'group', subjectId: groupId }
          : { subjectType: 'user', subjectId: userId },
        ...window,
      }),
    }));
    await putRecords(service.ports, TENANT, [
      { kind: userKind, record },
      { kind: groupKind, record: group },
      ...bindings,
    ]);
    return {
      userId,
      token: await tokenFor(service.ports, { subjectId: userId, environmentIds, permissions }),
    };
  };

  const explain = async (token: string, request: Record<string, string>) =>
    service.call(`/v1/access/explain?${new URLSearchParams(request)}`, { token });

  const probe = async (token: string, [id, idParam]: (typeof PROBES)[number]) => {
    const operation = allOperations.find((one) => one.id === id);
    const sample = OPERATION_SAMPLES[id];
    if (operation === undefined || sample === undefined) throw new Error(`no operation ${id}`);
    const isOfTenant = ['local_identity', 'audit', 'role_binding'].includes(
      operation.permission.split('.')[0] ?? '',
    );
    const request = {
      permission: operation.permission,
      ...(isOfTenant ? {} : { environment_id: PRODUCTION }),
      ...(idParam === undefined ? {} : { resource_id: sample.params[idParam] ?? `no ${idParam}` }),
    };
    const explained = await explain(token, request);
    expect(explained.status, `${id}: ${explained.text}`).to.equal(200);
    const answer = await service.call(sampleUrl(operation.path, sample), {
      method: operation.method.toUpperCase(),
      token,
      // Whatever is allowed is then refused by If-Match, so that the world stays unchanged.
      headers: operation.method === 'get' ? {} : { 'if-match': '"elsewhere"' },
      ...(operation.body === undefined ? {} : { body: sample.body ?? {} }),
    });
    const isDenied = answer.status >= 400 && NOT_YOURS.includes(answer.json?.reasonCode);
    return { id, explained: explained.json, isDenied, told: answer.text };
  };

  it('matches what the service does, whatever somebody was granted', async function () {
    this.timeout(300_000);
    const verdicts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(people, async (person) => {
        const { token } = await put(person);
        for (const one of PROBES) {
          const { id, explained, isDenied, told } = await probe(token, one);
          verdicts.set(explained.verdict, (verdicts.get(explained.verdict) ?? 0) + 1);
          expect([id, explained.verdict === 'denied', explained], told).to.deep.equal([
            id,
            isDenied,
            explained,
          ]);
        }
      }),
      { numRuns: process.env.GOVGATE_TEST_LONG === '1' ? 500 : 40, examples: [[OF_A_TEAM]] },
    );
    expect([...verdicts.keys()].sort()).to.deep.equal(['allowed', 'denied', 'for_some']);
  });

  it('lists each grant, the group it came through and why it does not count, and what would', async () => {
    const { userId, token } = await put({
      grants: [
        {
          role: 'policy_admin',
          scope: { scopeType: 'environment', environmentId: STAGING },
          byGroup: true,
          window: {},
        },
        {
          role: 'security_admin',
          scope: { scopeType: 'tenant' },
          byGroup: false,
          window: { expiresAt: PAST },
        },
        { role: 'viewer', scope: { scopeType: 'tenant' }, byGroup: false, window: {} },
      ],
      groupIsDisabled: false,
      environmentIds: null,
      permissions: null,
    });
    const request = { permission: 'policy.publish', environment_id: PRODUCTION };
    const own = await explain(token, request);
    const none = { owner_team: null, resource_type: null, resource_id: null };
    const grant = { not_before: null, expires_at: null, applies: false };
    const tenant = { scope_type: 'tenant', environment_id: null, ...none };
    expect(own.json).to.deep.equal({
      schema_version: '1.0',
      tenant_id: TENANT,
      environment_id: PRODUCTION,
      permission: 'policy.publish',
      subject: { subject_type: 'user', subject_id: userId },
      verdict: 'denied',
      reason_code: 'expired',
      grants: [
        {
          ...grant,
          binding_id: `rb_${made}_1`,
          role: 'security_admin',
          scope: tenant,
          group_id: null,
          status: 'expired',
          expires_at: PAST,
          reason_code: 'expired',
        },
        {
          ...grant,
          binding_id: `rb_${made}_0`,
          role: 'policy_admin',
          scope: { scope_type: 'environment', environment_id: STAGING, ...none },
          group_id: `g${made}`,
          status: 'active',
          reason_code: 'other_environment',
        },
        {
          ...grant,
          binding_id: `rb_${made}_2`,
          role: 'viewer',
          scope: tenant,
          group_id: null,
          status: 'active',
          reason_code: 'role_lacks_permission',
        },
      ],
      grant_count: 3,
      withheld_grant_count: 0,
      needed: {
        roles: ['policy_admin', 'security_admin'],
        scopes: [{ scope_type: 'environment', environment_id: PRODUCTION, ...none }, tenant],
      },
    });
    const others = await explain(tokens.admin, { ...request, subject_id: userId });
    expect(others.json).to.deep.equal(own.json);
  });

  it('explains others only to readers of all role bindings, and groups only to readers of groups', async () => {
    const { userId } = await put({
      grants: [{ role: 'viewer', scope: { scopeType: 'tenant' }, byGroup: true, window: {} }],
      groupIsDisabled: false,
      environmentIds: null,
      permissions: null,
    });
    const request = { permission: 'policy.read', environment_id: PRODUCTION, subject_id: userId };
    // A viewer of one environment reads some role bindings, not all.
    expect((await explain(tokens.viewer, request)).json.reasonCode).to.equal('permission_denied');
    const all = await putUser(service.ports, 'reader', { role: 'viewer', scope: { scopeType: 'tenant' } });
    expect((await explain(all, request)).json.grants[0].group_id).to.equal(`g${made}`);
    const bindingsOnly = await tokenFor(service.ports, {
      subjectId: 'reader',
      permissions: ['role_binding.read'],
    });
    const { verdict, grants, grant_count, withheld_grant_count } = (await explain(bindingsOnly, request))
      .json;
    expect([verdict, grants, grant_count, withheld_grant_count]).to.deep.equal(['allowed', [], 1, 1]);
    const named = await explain(bindingsOnly, { ...request, resource_id: 'pv_active' });
    expect(named.json.reasonCode).to.equal('permission_denied');
    const unknown = await explain(all, { ...request, subject_id: 'nobody-here' });
    expect([unknown.json.reasonCode, unknown.json.field]).to.deep.equal(['unknown_reference', 'subject_id']);
  });

  it('gives the disabled user as the reason', async () => {
    const { userId } = await put({
      grants: [{ role: 'viewer', scope: { scopeType: 'tenant' }, byGroup: false, window: {} }],
      groupIsDisabled: false,
      environmentIds: null,
      permissions: null,
    });
    await service.call(`/v1/users/${userId}/disable`, { token: tokens.admin, body: { reason_code: 'left' } });
    const request = { permission: 'policy.read', environment_id: PRODUCTION, subject_id: userId };
    const { verdict, reason_code } = (await explain(tokens.admin, request)).json;
    expect([verdict, reason_code]).to.deep.equal(['denied', 'subject_disabled']);
  });

  it('gives the same answer for a record of another team and an absent one', async () => {
    const token = await putUser(service.ports, 'outsider', {
      role: 'security_admin',
      scope: { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: 'nobodys' },
    });
    for (const [permission, there] of [
      ['policy.read', 'pv_active'],
      ['agent.disable', 'agent_active'],
      ['approval.read', 'apr_approved'],
    ] as const) {
      const request = { permission, environment_id: PRODUCTION };
      const present = await explain(token, { ...request, resource_id: there });
      const absent = await explain(token, { ...request, resource_id: 'none_such' });
      const text = (answer: string): string => answer.replaceAll(there, 'none_such');
      expect([present.status, text(present.text)]).to.deep.equal([200, absent.text]);
    }
  });
});
