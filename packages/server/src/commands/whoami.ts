import { atRunningService, type ServiceAddress } from './at-service.js';
import { printLine } from './print-line.js';

/** `govgate whoami`: who the token's bearer is for the service. */
export const whoami = (options: ServiceAddress & { readonly json?: boolean }): Promise<void> =>
  atRunningService(options, async ({ client }) => {
    const me = await client.readIdentity();
    if (options.json) return printLine(me);
    const lines = [
      `${me.actor_type} ${me.actor_id} (${me.display_name}) of tenant ${me.tenant_id}, by ${me.auth_method}`,
      `environments: ${me.environment_ids.join(', ') || 'none'}`,
      ...(me.groups.length === 0 ? [] : [`groups: ${me.groups.join(', ')}`]),
      ...me.role_bindings.map(({ role, scope }) => `role: ${role} ${scopeWords(scope)}`),
      `permissions: ${me.permissions.join(', ') || 'none'}`,
      ...(me.token_expires_at === null ? [] : [`the token ends at ${me.token_expires_at}`]),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  });

/** A scope in words. */
export const scopeWords = (scope: {
  readonly scope_type: string;
  readonly environment_id: string | null;
  readonly owner_team: string | null;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
}): string => {
  const where = scope.environment_id === null ? 'in every environment' : `in ${scope.environment_id}`;
  switch (scope.scope_type) {
    case 'tenant':
      return 'in the whole tenant';
    case 'owner_team':
      return `over what team ${scope.owner_team} owns ${where}`;
    case 'resource':
      return `over ${scope.resource_type} ${scope.resource_id} ${where}`;
    default:
      return where;
  }
};
