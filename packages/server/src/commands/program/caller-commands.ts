import type { Command } from 'commander';
import { type ServiceAddress, withServiceOptions } from '../at-service.js';

/** Who the caller is for a service, what they may do, and what is approved for them. */
export const addCallerCommands = (program: Command): void => {
  withServiceOptions(program.command('whoami'))
    .description('show who the token belongs to, and what they may do')
    .option('--json', 'print it as JSON')
    .action(async (options: ServiceAddress & { json?: boolean }) =>
      (await import('../whoami.js')).whoami(options),
    );
  addAccessCommands(program.command('access').description('access'));
  withServiceOptions(program.command('allowlist'))
    .description('print the approved MCP servers as the managed allow-list of a product')
    .requiredOption('--format <format>', 'claude-code, copilot, cursor or vscode')
    .option('--tenant <id>', "the tenant; default: the token's own")
    .option('--environment <id>', 'which environment; default: the only one')
    .action(async (options: import('../allowlist.js').AllowlistOptions) =>
      (await import('../allowlist.js')).printAllowlist(options),
    );
};

const addAccessCommands = (access: Command): void => {
  withServiceOptions(access.command('explain'))
    .description('explain why somebody may or may not do something; exit code 1 if they may not')
    .argument('<permission>', 'the permission, such as policy.publish: refusals name it')
    .option('--tenant <id>', "the tenant; default: the token's own")
    .option('--environment <id>', 'where; default: the only environment')
    .option('--resource <id>', 'to which record; default: to all of them')
    .option('--team <id>', 'or to the records of which team')
    .option('--user <id>', 'who; default: the caller')
    .option('--group <id>', 'or the members of which group')
    .option('--service-account <id>', 'or which service account')
    .option('--json', 'print it as JSON')
    .action(async (permission: string, options: import('../access.js').ExplainOptions) =>
      (await import('../access.js')).explainAccess(permission, options),
    );
  withServiceOptions(access.command('who-can'))
    .description('list everybody who holds a permission, and by which grants')
    .argument('<permission>', 'the permission, such as policy.publish')
    .option('--tenant <id>', "the tenant; default: the token's own")
    .option('--environment <id>', 'where; default: the only environment')
    .option('--resource <id>', 'on which record; default: on any')
    .option('--team <id>', 'or on the records of which team')
    .action(async (permission: string, options: import('../access.js').ExplainOptions) =>
      (await import('../access.js')).whoCan(permission, options),
    );
};
