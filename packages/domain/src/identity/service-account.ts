import type { Instant } from '../instant.js';

/** A non-human caller. A disabled one cannot authenticate. */
export interface ServiceAccount {
  readonly serviceAccountId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly disabledAt: Instant | null;
}
