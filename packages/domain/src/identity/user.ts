import type { Instant } from '../instant.js';

/** A local user. A disabled one cannot authenticate. */
export interface User {
  readonly userId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly disabledAt: Instant | null;
}
