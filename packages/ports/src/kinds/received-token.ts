import type { Instant } from '@govgate/domain';
import { defineKind, text } from '../record-kind.js';

/** A token of an identity provider that counts once, such as a logout token, by the hash of its issuer and id. */
export interface ReceivedToken {
  readonly tenantId: string;
  readonly tokenHash: string;
  readonly receivedAt: Instant;
}

/** Bookkeeping, hence observed: the event of what the token brought about is in the same commit. */
export const receivedTokenKind = defineKind<ReceivedToken>()({
  name: 'received_token',
  scoping: 'tenant',
  governed: false,
  idOf: ({ tokenHash }) => tokenHash,
  scopeOf: ({ tenantId }) => ({ tenantId }),
  attributes: { receivedAt: text((token: ReceivedToken) => token.receivedAt) },
  indexes: [['receivedAt']],
});
