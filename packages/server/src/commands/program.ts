import { Command } from 'commander';
import { version } from '../system/version.js';
import { type ServiceAddress, withServiceOptions } from './at-service.js';
import { addAccessReviewCommands } from './program/access-review-commands.js';
import { addAsCodeCommands } from './program/as-code-commands.js';
import { addAuditCommands } from './program/audit-commands.js';
import { addCallerCommands } from './program/caller-commands.js';
import { addDestinationCommands } from './program/destination-commands.js';
import { addMcpServerCommands } from './program/mcp-server-commands.js';
import { addPeopleCommands, ofTenant } from './program/people-commands.js';
import { addPolicyCommands } from './program/policy-commands.js';
import { addSessionCommands } from './program/session-commands.js';
import { addTokenCommands } from './program/token-commands.js';

/** The command line. A command's code is loaded when it runs, so that `--help` and short commands start quickly. */
export const makeProgram = (): Command => {
  const program = new Command('govgate')
    .description(
      'Administration service of a governance gateway between AI agents and MCP servers or API sources',
    )
    .version(version(), '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(run with --help for the usage)');
  addServiceCommands(program);
  addFirstDayCommands(program);
  addDataCommands(program);
  addCallerCommands(program);
  addAccessReviewCommands(program);
  addMcpServerCommands(program);
  addPolicyCommands(program);
  addAsCodeCommands(program);
  addAuditCommands(program);
  addTokenCommands(program);
  addDestinationCommands(program);
  addSessionCommands(program);
  addToolCommands(program);
  return program;
};

const addServiceCommands = (program: Command): void => {
  program
    .command('serve')
    .description('serve the API; without Redis this process does the background work too')
    .option('--accept-older-store', 'continue from a store that ends before what was signed; this is audited')
    .option('--new-keys', 'continue with other server keys than those that signed; this is audited')
    .action(async (options: import('./serve.js').ServeOptions) =>
      (await import('./serve.js')).serve(options),
    );
  program
    .command('work')
    .description('run the jobs in Redis; without GOVGATE_REDIS_URL `serve` runs them itself')
    .action(async () => (await import('./work.js')).work());
  program
    .command('demo')
    .description('serve with demonstration data and a printed token; nothing else to install')
    .option('--fresh', 'discard the demonstration data of an earlier run')
    .action(async (options: { fresh?: boolean }) => (await import('./demo.js')).demo(options));
};

const addToolCommands = (program: Command): void => {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document')
    .action(async () => (await import('./openapi.js')).openapi());
  program
    .command('completion')
    .description('print the completion of this command line for a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string) => (await import('./completion.js')).completion(shell, program));
  program
    .command('healthcheck')
    .description('ask a running service whether it is ready; exit code 1 when it is not')
    .option('--url <url>', 'its address; default: from the settings')
    .action(async (options: { url?: string }) => (await import('./healthcheck.js')).healthcheck(options));
};

const addFirstDayCommands = (program: Command): void => {
  program
    .command('init')
    .description('create the first administrator of a store, and print their token once')
    .requiredOption('--tenant <id>', 'the tenant')
    .requiredOption('--environment <id>', 'its environment')
    .requiredOption('--admin <user>', 'the user, as the identity provider names them')
    .action(async (options: import('./init.js').InitOptions) => (await import('./init.js')).init(options));
  program
    .command('tenant')
    .description('tenants')
    .command('create')
    .description('create a tenant')
    .argument('<id>', 'the tenant')
    .action(async (id: string) => (await import('./tenant.js')).createTenant(id));
  ofTenant(program.command('environment').description('environments'), 'create', 'create an environment')
    .argument('<id>', 'the environment')
    .action(async (id: string, options: ServiceAddress) =>
      (await import('./environment.js')).createEnvironment(id, options),
    );
  addPeopleCommands(program);
};

const addDataCommands = (program: Command): void => {
  program
    .command('import')
    .description('import a bundle, all or nothing')
    .argument('<file>', 'a JSON bundle, or - for standard input')
    .option('--dry-run', 'check everything and write nothing')
    .option('--on-conflict <rule>', 'fail, skip or replace records that exist', 'fail')
    .action(async (file: string, options: { dryRun?: boolean; onConflict: string }) =>
      (await import('./import-bundle.js')).importFile(file, options),
    );
  withServiceOptions(program.command('export'))
    .description(
      "print everything but secrets as a bundle; with --as-files a service's resources as files for `plan`",
    )
    .option('--as-files <folder>', 'write the resources of a running service as files into a folder')
    .option('--set <name>', 'with --as-files: name under which `plan` and `apply` find them again')
    .action(async ({ asFiles, ...place }: ServiceAddress & { asFiles?: string; set?: string }) =>
      asFiles === undefined
        ? (await import('./export-bundle.js')).exportBundle()
        : (await import('./as-code.js')).exportAsFiles(asFiles, place),
    );
  program
    .command('backup')
    .description('back up the embedded store into a file, while the service keeps running')
    .argument('<file>', 'a new file')
    .option('--with-keys', 'the server keys too, in FILE.keys.json: store them separately')
    .option('--force', 'overwrite existing files')
    .action(async (file: string, options: import('./backup.js').BackupOptions) =>
      (await import('./backup.js')).backup(file, options),
    );
  program
    .command('restore')
    .description('restore a backup into the data folder, once its trail is verified')
    .argument('<file>', 'what `backup` wrote')
    .option('--force', 'overwrite an existing store; never one in use')
    .action(async (file: string, options: import('./restore.js').RestoreOptions) =>
      (await import('./restore.js')).restore(file, options),
    );
};
