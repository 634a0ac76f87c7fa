/** The part of the world a call is about: every environment record lives in exactly one scope. */
export interface Scope {
  readonly tenantId: string;
  readonly environmentId: string;
}

/** How many environments a tenant has at most: what ends for somebody ends in each of them, in one commit. */
export const MAX_ENVIRONMENTS = 100;
