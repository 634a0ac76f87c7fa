import type { Instant } from '../instant.js';

/** A local user. A disabled one cannot authenticate. */
export interface User {
  readonly userId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly disabledAt: Instant | null;
  /** What the identity provider that provisions them calls them; null: none said. */
  readonly externalId: string | null;
  /** Since when the identity provider knows them no more: they are absent to it, and disabled here. */
  readonly removedAt: Instant | null;
}
