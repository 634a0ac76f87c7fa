import type { AccessReview, AccessReviewItem, Instant } from '@govgate/domain';
import { grantScopeFields, type ListedTo, type ReviewedKind } from '@govgate/domain/internal';
import {
  type AnyKind,
  apiTokenKind,
  credentialBindingKind,
  inForceFrom,
  type Query,
  type RecordFor,
  type RecordStore,
  roleBindingKind,
  type ScopeOfKind,
  scopeKey,
  serviceAccountKind,
} from '@govgate/ports';

/** What a review's item says of a grant. */
export type ReviewedGrant = Pick<AccessReviewItem, 'resourceId' | 'subject' | 'access'>;

/** Some of a place's grants, by id, and whether there are more. */
export interface GrantsPage {
  readonly grants: readonly ReviewedGrant[];
  readonly more: boolean;
}

/** Which grants are read: of a kind and an environment, behind an id. */
interface GrantsQuery extends ListedTo {
  readonly tenantId: string;
  readonly now: Instant;
  readonly limit: number;
}

/** Reads some grants that are in force. */
export const pageOfGrants = (records: RecordStore, query: GrantsQuery): Promise<GrantsPage> =>
  READERS[query.kind](records, query);

/** Where the grants of a review are: its kinds, each in the environments that its records have. */
export const placesOf = (
  { kinds, environmentId }: AccessReview,
  environments: readonly string[],
): readonly Omit<ListedTo, 'resourceId'>[] =>
  kinds.flatMap((kind): readonly Omit<ListedTo, 'resourceId'>[] => {
    if (kind !== 'credential_binding') return [{ kind, environmentId: environmentId ?? '' }];
    const wanted = environmentId === null ? environments : [environmentId];
    return wanted.map((one) => ({ kind, environmentId: one }));
  });

/** The records of a kind that are grants, and what each grants. */
interface GrantRecords<K extends AnyKind> {
  readonly kind: K;
  readonly scope: ScopeOfKind<K>;
  readonly where: NonNullable<Query<K>['where']>;
  readonly grantOf: (record: RecordFor<K>) => Omit<ReviewedGrant, 'resourceId'>;
}

const pageOf = async <K extends AnyKind>(
  records: RecordStore,
  { resourceId, limit }: GrantsQuery,
  { kind, scope, where, grantOf }: GrantRecords<K>,
): Promise<GrantsPage> => {
  const after = resourceId === '' ? {} : { after: { value: resourceId, id: resourceId } };
  const { items, more } = await records.page(kind, scope, { where, limit, ...after });
  const grants = items.map(({ record }) => ({ resourceId: kind.idOf(record), ...grantOf(record) }));
  return { grants, more };
};

const READERS: Readonly<
  Record<ReviewedKind, (records: RecordStore, query: GrantsQuery) => Promise<GrantsPage>>
> = {
  role_binding: (records, query) => {
    const { environmentId, tenantId, now } = query;
    const has = { scope: scopeKey({ scopeType: 'environment', environmentId }) };
    return pageOf(records, query, {
      kind: roleBindingKind,
      scope: { tenantId },
      where: { range: inForceFrom(now), ...(environmentId === '' ? {} : { has }) },
      grantOf: ({ subject, role, scope }) => {
        const words = Object.values(grantScopeFields(scope)).filter((word) => word !== null);
        return { subject, access: `${role} (${words.join(' ')})` };
      },
    });
  },
  api_token: (records, query) =>
    pageOf(records, query, {
      kind: apiTokenKind,
      scope: { installation: true },
      where: { is: { tenantId: query.tenantId }, range: inForceFrom(query.now) },
      grantOf: ({ subjectType, subjectId, permissions, environmentIds }) => ({
        subject: { subjectType, subjectId },
        access: [
          permissions?.join(', ') ?? 'whatever its bearer may',
          ...(environmentIds === null ? [] : [`in ${environmentIds.join(', ')}`]),
        ].join(' '),
      }),
    }),
  service_account: (records, query) =>
    pageOf(records, query, {
      kind: serviceAccountKind,
      scope: { tenantId: query.tenantId },
      where: { is: { status: 'active' } },
      grantOf: ({ serviceAccountId, displayName }) => ({
        subject: { subjectType: 'service_account', subjectId: serviceAccountId },
        access: `signing in as ${displayName}`,
      }),
    }),
  credential_binding: (records, query) =>
    pageOf(records, query, {
      kind: credentialBindingKind,
      scope: query,
      where: { is: { approvalStatus: [...CREDENTIALS_THAT_LIVE] } },
      grantOf: ({ owner, source }) => ({
        subject: { subjectType: 'user', subjectId: owner.userId },
        access: `calling ${source.sourceType} ${source.sourceId}`,
      }),
    }),
};

const CREDENTIALS_THAT_LIVE = [
  'draft',
  'pending_review',
  'changes_requested',
  'approved',
  'rejected',
] as const;
