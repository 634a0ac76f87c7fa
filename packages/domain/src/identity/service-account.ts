import type { Instant } from '../instant.js';

/** A caller that is no person. A disabled one cannot authenticate. */
export interface ServiceAccount {
  readonly serviceAccountId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly disabledAt: Instant | null;
}
