import type { Instant, ServiceAccount } from '@govgate/domain';
import { serviceAccountClasses } from '@govgate/domain/internal';
import { serviceAccountKind } from '@govgate/ports';
import { eachShown, withoutNulls } from '../giving.js';
import { defineSection } from '../section.js';

export interface ServiceAccountItem {
  readonly serviceAccountId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly disabledAt?: Instant | null;
}

/** Service accounts. Their tokens are not part of a bundle. */
export const serviceAccountsSection = defineSection<ServiceAccountItem, ServiceAccount>({
  eventType: 'service_account.imported',
  kind: serviceAccountKind,
  keyOf: ({ tenantId, serviceAccountId }) => ({ tenantId, environmentId: null, id: serviceAccountId }),
  take: ({ serviceAccountId, tenantId, displayName, disabledAt = null }) => ({
    record: { serviceAccountId, tenantId, displayName, disabledAt },
  }),
  async *give(records) {
    for await (const account of eachShown(records, serviceAccountKind, serviceAccountClasses))
      yield withoutNulls(account, 'disabledAt');
  },
});
