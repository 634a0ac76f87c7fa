/** A tenant's environment as answered. */
export interface EnvironmentView {
  readonly schemaVersion: '1.0';
  readonly environmentId: string;
  readonly tenantId: string;
}

export const environmentView = (tenantId: string, environmentId: string): EnvironmentView => ({
  schemaVersion: '1.0',
  environmentId,
  tenantId,
});
