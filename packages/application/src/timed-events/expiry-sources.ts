import type { ApiToken, CredentialBinding, Instant, RoleBinding } from '@govgate/domain';
import type { ExpirySource } from '@govgate/domain/internal';
import {
  apiTokenKind,
  credentialBindingKind,
  roleBindingKind,
  type StopSignal,
  tenantKind,
} from '@govgate/ports';
import type { AuditFacts } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { eachEnvironment } from '../jobs/each-environment.js';
import { everyRecord } from '../paging/every-record.js';

/** Something that expired, as recorded in the trail. */
export interface Ending {
  readonly at: Instant;
  /** Unique among those of its source. */
  readonly id: string;
  readonly tenantId: string;
  readonly facts: AuditFacts;
}

type Deps = Pick<Ports, 'records' | 'timer'>;

/** From a time to another, both included. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** Everything that ends by the clock alone: per source, what ended in a time span. What somebody ended earlier is left out. */
export const EXPIRY_SOURCE_ROWS: Readonly<
  Record<ExpirySource, (deps: Deps, span: Span, stop: StopSignal) => AsyncIterable<Ending>>
> = {
  async *api_token(deps, span) {
    const query = within('endedAt', span);
    for (const { record } of await everyRecord(deps, apiTokenKind, { installation: true }, query))
      yield* tokenEnding(record);
  },
  async *role_binding(deps, span, stop) {
    const query = within('endedAt', span);
    for await (const { record } of deps.records.all(tenantKind)) {
      if (stop.aborted) return;
      const { tenantId } = record;
      for (const binding of await everyRecord(deps, roleBindingKind, { tenantId }, query))
        yield* grantEnding(binding.record);
    }
  },
  async *credential_binding(deps, span, stop) {
    const query = within('rotationDueAt', span);
    for await (const scope of eachEnvironment(deps, stop))
      for (const { record } of await everyRecord(deps, credentialBindingKind, scope, query))
        yield rotationEnding(record);
  },
};

// The end of a range is excluded.
const within = <A extends string>(attribute: A, { from, to }: Span) =>
  ({
    where: { range: { attribute, from, to: `${to} ` } },
    order: { by: attribute, direction: 'asc' },
    most: Number.POSITIVE_INFINITY,
  }) as const;

const tokenEnding = ({ expiresAt, revokedAt, tokenId, tenantId, subjectId }: ApiToken): readonly Ending[] => {
  if (expiresAt === null || (revokedAt !== null && revokedAt <= expiresAt)) return [];
  const facts: AuditFacts = {
    eventType: 'api_token.expired',
    action: 'expire',
    environmentId: null,
    resourceId: tokenId,
    reasonCode: 'expired',
    relatedIds: [subjectId],
  };
  return [{ at: expiresAt, id: tokenId, tenantId, facts }];
};

const grantEnding = ({
  expiresAt,
  disabledAt,
  bindingId,
  tenantId,
  subject,
  scope,
}: RoleBinding): readonly Ending[] => {
  if (expiresAt === null || (disabledAt !== null && disabledAt <= expiresAt)) return [];
  const facts: AuditFacts = {
    eventType: 'role_binding.expired',
    action: 'expire',
    environmentId: scope.scopeType === 'tenant' ? null : scope.environmentId,
    resourceId: bindingId,
    reasonCode: 'expired',
    relatedIds: [subject.subjectId],
    subjectType: subject.subjectType,
  };
  return [{ at: expiresAt, id: `${tenantId} ${bindingId}`, tenantId, facts }];
};

/** A credential does not expire by itself: what passes is its rotation date. */
const rotationEnding = ({
  rotation,
  credentialBindingId,
  tenantId,
  environmentId,
}: CredentialBinding): Ending => ({
  at: rotation.nextRotationDueAt,
  id: `${tenantId} ${environmentId} ${credentialBindingId}`,
  tenantId,
  facts: {
    eventType: 'credential_binding.rotation_overdue',
    action: 'expire',
    environmentId,
    resourceId: credentialBindingId,
    version: rotation.versionRef,
    reasonCode: 'rotation_overdue',
    outcome: 'failure',
  },
});
