/** The part of the world a call is about: every environment record lives in exactly one scope. */
export interface Scope {
  readonly tenantId: string;
  readonly environmentId: string;
}
