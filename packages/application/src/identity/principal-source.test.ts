import type { Instant } from '@govgate/domain';
import { newRoleBinding } from '@govgate/domain/internal';
import { type RecordStore, roleBindingKind, tenantKind, userKind } from '@govgate/ports';
import { anEvent, createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { resolvePrincipal } from './principal-source.js';

const NOW: Instant = '2026-06-01T00:00:00.000Z';
const LONG_AGO: Instant = '2026-01-01T00:00:00.000Z';
const AHEAD: Instant = '2026-07-01T00:00:00.000Z';

const binding = (
  bindingId: string,
  given: { disabledAt?: Instant; expiresAt?: Instant; notBefore?: Instant } = {},
) => ({
  ...newRoleBinding(
    {
      tenantId: 'acme',
      role: 'viewer',
      subject: { subjectType: 'user', subjectId: 'ada' },
      scope: { scopeType: 'tenant' },
      reasonCode: 'joined',
      reason: null,
      notBefore: given.notBefore ?? null,
      expiresAt: given.expiresAt ?? null,
    },
    { bindingId, grantedBy: 'root', now: LONG_AGO },
  ),
  disabledAt: given.disabledAt ?? null,
});

/** A store that counts the records that its pages returned. */
const counting = (records: RecordStore): { readonly records: RecordStore; read: number } => {
  const counted = { records, read: 0 };
  const page: RecordStore['page'] = async (kind, scope, query) => {
    const found = await records.page(kind, scope, query);
    counted.read += found.items.length;
    return found;
  };
  return Object.assign(counted, { records: { ...records, page } });
};

describe('a caller', () => {
  it('is judged by the role bindings in force, and former ones cost nothing', async () => {
    const store = createMemoryStore();
    const ended = Array.from({ length: 1_000 }, (_, i) =>
      binding(`rb_${i}`, i % 2 === 0 ? { disabledAt: LONG_AGO } : { expiresAt: LONG_AGO }),
    );
    const standing = [
      binding('rb_now'),
      binding('rb_until', { expiresAt: AHEAD }),
      binding('rb_later', { notBefore: AHEAD }),
    ];
    const user = {
      tenantId: 'acme',
      userId: 'ada',
      displayName: 'Ada',
      disabledAt: null,
      externalId: null,
      removedAt: null,
    };
    await store.unitOfWork.commit({
      changes: [
        {
          kind: tenantKind,
          record: { tenantId: 'acme', environments: ['production'] },
          expectedVersion: null,
        },
        { kind: userKind, record: user as never, expectedVersion: null },
        ...[...ended, ...standing].map((record) => ({
          kind: roleBindingKind,
          record,
          expectedVersion: null,
        })),
      ],
      audit: [anEvent({ tenantId: 'acme' })],
    });
    const counted = counting(store.records);
    const resolved = await resolvePrincipal(
      { records: counted.records, clock: { now: () => NOW, epochMs: () => Date.parse(NOW) } },
      {
        tenantId: 'acme',
        subjectId: 'ada',
        subjectType: 'user',
        authMethod: 'jwt',
        groups: [],
        environments: undefined,
        permissions: null,
        tokenId: null,
        madeBy: [],
        expiresAt: null,
      },
    );
    expect(resolved.ok && resolved.value.principal.grants.map(({ bindingId }) => bindingId)).to.deep.equal([
      'rb_now',
      'rb_until',
    ]);
    expect(resolved.ok && resolved.value.changesAt).to.equal(AHEAD);
    expect(counted.read).to.equal(3);
  });
});
