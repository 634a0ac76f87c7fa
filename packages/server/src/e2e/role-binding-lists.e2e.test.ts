import { compareText, type RoleBinding } from '@govgate/domain';
import { ROLE_BINDING_STATUSES } from '@govgate/domain/internal';
import { roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { onEveryStore } from '../testing/stores/on-every-store.js';
import type { TestService } from '../testing/test-service.js';
import {
  makeWorld,
  OTHER_TEAM,
  type PersonName,
  PRODUCTION,
  putRecords,
  STAGING,
  TEAM,
  TENANT,
  type Tokens,
} from '../testing/worlds/world.js';

const PAST = '2026-01-02T00:00:00.000Z';
const FUTURE = '2099-01-01T00:00:00.000Z';
const COUNT = 84;

const SCOPES: readonly RoleBinding['scope'][] = [
  { scopeType: 'tenant' },
  { scopeType: 'environment', environmentId: PRODUCTION },
  { scopeType: 'environment', environmentId: STAGING },
  { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: TEAM },
  { scopeType: 'owner_team', environmentId: STAGING, ownerTeam: OTHER_TEAM },
  { scopeType: 'owner_team', environmentId: null, ownerTeam: TEAM },
  { scopeType: 'resource', environmentId: STAGING, resourceType: 'agent', resourceId: 'a' },
];

const LIVES: readonly Partial<RoleBinding>[] = [
  {},
  { expiresAt: FUTURE, notBefore: PAST },
  { expiresAt: PAST },
  { notBefore: FUTURE },
  { disabledAt: PAST, disabledBy: 'ada', disableReasonCode: 'sample', expiresAt: FUTURE },
];

const bindingOf = (i: number): RoleBinding => ({
  bindingId: `rb_list_${String(i).padStart(3, '0')}`,
  tenantId: TENANT,
  role: i % 2 === 0 ? 'viewer' : 'auditor',
  subject: { subjectType: 'user', subjectId: `user_${i % 6}` },
  scope: SCOPES[i % SCOPES.length] ?? { scopeType: 'tenant' },
  reasonCode: 'sample',
  reason: null,
  grantedBy: 'bea',
  createdAt: PAST,
  notBefore: null,
  expiresAt: null,
  disabledBy: null,
  disabledAt: null,
  disableReasonCode: null,
  ...LIVES[i % LIVES.length],
});

interface Listed {
  readonly binding_id: string;
  readonly role: string;
  readonly status: string;
  readonly scope: { readonly environment_id: string | null; readonly owner_team: string | null };
}

const idsOf = (listed: readonly Listed[]): string[] => listed.map(({ binding_id }) => binding_id);

/** Whose scope lies where the grants of each of these reach. */
const READERS: readonly (readonly [PersonName, (scope: Listed['scope']) => boolean])[] = [
  ['admin', () => true],
  ['viewer', (scope) => scope.environment_id === PRODUCTION],
  ['staging', (scope) => scope.environment_id === STAGING],
  ['team', (scope) => scope.environment_id === PRODUCTION && scope.owner_team === TEAM],
];

onEveryStore('lists of role bindings', (start) => {
  let service: TestService;
  let tokens: Tokens;
  let all: readonly Listed[];

  before(async function () {
    this.timeout(120_000);
    service = await start();
    tokens = await makeWorld(service.ports);
    const records = Array.from({ length: COUNT }, (_, i) => ({
      kind: roleBindingKind,
      record: bindingOf(i),
    }));
    await putRecords(service.ports, TENANT, records);
    all = await everyPage('admin', {});
  });

  after(() => service.stop());

  const pageOf = async (person: PersonName, query: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ tenant_id: TENANT, ...query });
    const answer = await service.call(`/v1/admin/role-bindings?${search}`, { token: tokens[person] });
    expect(answer.status, answer.text).to.equal(200);
    return JSON.parse(answer.text) as {
      readonly items: readonly Listed[];
      readonly page: { readonly total_count: number; readonly next_cursor?: string };
    };
  };

  const everyPage = async (person: PersonName, filters: Readonly<Record<string, string>>) => {
    const seen: Listed[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const query = { ...filters, limit: '40', ...(cursor === undefined ? {} : { cursor }) };
      const { items, page } = await pageOf(person, query);
      seen.push(...items);
      cursor = page.next_cursor;
      if (cursor === undefined) expect(page.total_count).to.equal(seen.length);
    }
    return seen;
  };

  it('have them all, by id', () => {
    const ids = idsOf(all);
    expect(ids).to.deep.equal([...ids].sort(compareText));
    expect(ids.filter((id) => id.startsWith('rb_list_')).length).to.equal(COUNT);
  });

  for (const [person, reaches] of READERS)
    it(`have by each status, for ${person}, those of them that have it and that the caller reads`, async () => {
      const read = all.filter(({ scope }) => reaches(scope));
      expect(idsOf(await everyPage(person, {}))).to.deep.equal(idsOf(read));
      for (const status of ROLE_BINDING_STATUSES) {
        const having = read.filter((one) => one.status === status);
        expect(having.length, status).to.be.greaterThan(0);
        expect(idsOf(await everyPage(person, { status })), status).to.deep.equal(idsOf(having));
        const viewers = await everyPage(person, { status, role: 'viewer' });
        expect(idsOf(viewers), status).to.deep.equal(idsOf(having.filter(({ role }) => role === 'viewer')));
      }
    });
});
