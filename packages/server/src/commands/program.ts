import { Command } from 'commander';
import { version } from '../system/version.js';

/** The command line. Each command's code is loaded when it runs, so that `--help` and short commands start at once. */
export const makeProgram = (): Command => {
  const program = new Command('govgate')
    .description(
      'Administration service of a governance gateway between AI agents and MCP servers or API sources',
    )
    .version(version(), '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(run with --help for the usage)');
  program
    .command('serve')
    .description('serve the API; without Redis this process does the background work too')
    .option('--accept-older-store', 'go on from a store that ends before what was signed; this is audited')
    .option('--new-keys', 'go on with other server keys than those that signed; this is audited')
    .action(async (options: import('./serve.js').ServeOptions) =>
      (await import('./serve.js')).serve(options),
    );
  program
    .command('work')
    .description('do the jobs in Redis; without GOVGATE_REDIS_URL `serve` does them itself')
    .action(async () => (await import('./work.js')).work());
  program
    .command('demo')
    .description('serve with demonstration data and a printed token; nothing else to install')
    .option('--fresh', 'forget the demonstration data of an earlier run')
    .action(async (options: { fresh?: boolean }) => (await import('./demo.js')).demo(options));
  addFirstDayCommands(program);
  addDataCommands(program);
  addAuditCommands(program);
  addTokenCommands(program);
  addDestinationCommands(program);
  addSessionCommands(program);
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
    .option('--url <url>', 'where it listens; default: what the settings say')
    .action(async (options: { url?: string }) => (await import('./healthcheck.js')).healthcheck(options));
  return program;
};

const addFirstDayCommands = (program: Command): void => {
  program
    .command('init')
    .description('make the first administrator of a store, and print their token once')
    .requiredOption('--tenant <id>', 'the tenant')
    .requiredOption('--environment <id>', 'its environment')
    .requiredOption('--admin <user>', 'the user, as the identity provider names them')
    .action(async (options: import('./init.js').InitOptions) => (await import('./init.js')).init(options));
  program
    .command('tenant')
    .description('tenants')
    .command('create')
    .description('make a tenant')
    .argument('<id>', 'the tenant')
    .action(async (id: string) => (await import('./tenant.js')).createTenant(id));
  ofTenant(program.command('environment').description('environments'), 'create', 'make an environment')
    .argument('<id>', 'the environment')
    .action(async (id: string, options: { tenant: string }) =>
      (await import('./tenant.js')).createEnvironment(id, options),
    );
  addPeopleCommands(program);
};

const ofTenant = (program: Command, name: string, description: string): Command =>
  program.command(name).description(description).option('--tenant <id>', 'its tenant', 'default');

const addPeopleCommands = (program: Command): void => {
  const user = program.command('user').description('users');
  ofTenant(user, 'create', 'make a user, who may do nothing until a role is granted')
    .argument('<id>', 'the user, as the identity provider names them')
    .option('--name <text>', 'their name for people')
    .action(async (id: string, options: { tenant: string; name?: string }) =>
      (await import('./people.js')).createUser(id, options),
    );
  ofTenant(user, 'disable', 'disable a user, end their sessions and revoke their tokens')
    .argument('<id>', 'the user')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (id: string, options: { tenant: string; reason: string }) =>
      (await import('./people.js')).disableUser(id, options),
    );
  ofTenant(user, 'list', 'print the users, a JSON object a line')
    .option('--status <status>', 'active or disabled')
    .action(async (options: { tenant: string; status?: string }) =>
      (await import('./people.js')).listUsers(options),
    );
  const group = program.command('group').description('local groups');
  ofTenant(group, 'create', 'make a group without members')
    .argument('<id>', 'the group')
    .option('--name <text>', 'its name for people')
    .action(async (id: string, options: { tenant: string; name?: string }) =>
      (await import('./people.js')).createGroup(id, options),
    );
  ofTenant(group, 'add', 'add a user to a group')
    .argument('<group>', 'the group')
    .argument('<user>', 'the user')
    .action(async (id: string, userId: string, options: { tenant: string }) =>
      (await import('./people.js')).addToGroup(id, userId, options),
    );
  ofTenant(program.command('role').description('roles'), 'grant', 'tell what a role would give, and grant it')
    .argument('<role>', 'the role, such as viewer')
    .option('--user <id>', 'who gets it')
    .option('--group <id>', 'or which group')
    .option('--service-account <id>', 'or which service account')
    .option('--environment <id>', 'in this environment; default: in the whole tenant')
    .option('--ttl <duration>', 'for how long, such as 12h; default: until it is withdrawn')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (role: string, options: import('./role.js').GrantOptions) =>
      (await import('./role.js')).grantRole(role, options),
    );
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
  program
    .command('export')
    .description('print everything but secrets as a bundle')
    .action(async () => (await import('./export-bundle.js')).exportBundle());
  program
    .command('backup')
    .description('write the embedded store as it is now into a file, while the service goes on')
    .argument('<file>', 'a new file')
    .option('--with-keys', 'the server keys too, in FILE.keys.json: keep them apart')
    .option('--force', 'overwrite files that are there')
    .action(async (file: string, options: import('./backup.js').BackupOptions) =>
      (await import('./backup.js')).backup(file, options),
    );
  program
    .command('restore')
    .description('put a backup into the data folder, once its trail is verified')
    .argument('<file>', 'what `backup` wrote')
    .option('--force', 'overwrite the store that is there; never one in use')
    .action(async (file: string, options: import('./restore.js').RestoreOptions) =>
      (await import('./restore.js')).restore(file, options),
    );
  program
    .command('policy')
    .description('policies')
    .command('test')
    .description("run a policy's tests, without a store; exit code 1 when one fails")
    .argument('<file>', 'a draft with body and tests, or a manifest: YAML or JSON, or - for standard input')
    .option('--tests <file>', 'where the tests are, if not in the same file')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: { tests?: string; json?: boolean }) =>
      (await import('./policy-test.js')).policyTest(file, options),
    );
};

const addAuditCommands = (program: Command): void => {
  const audit = program.command('audit').description('the audit trail');
  audit
    .command('verify')
    .description('verify the trail of the store, or an exported file')
    .argument('[file]', 'an NDJSON export')
    .option('--tenant <id>', 'only this tenant of the store')
    .option(
      '--key <public...>',
      'with a file: keys that are trusted, as `audit key` prints them, or files of them',
    )
    .option('--checkpoint <file...>', 'files with checkpoints that were kept elsewhere')
    .option('--allow-unsigned', 'exit 0 also when nothing signed covers the end of a whole chain')
    .action(async (file: string | undefined, options: import('./audit-verify.js').AuditVerifyOptions) =>
      (await import('./audit-verify.js')).auditVerify(file, options),
    );
  audit
    .command('export')
    .description("print a tenant's trail as NDJSON, with the checkpoint that covers it")
    .option('--tenant <id>', 'the tenant; may be left out where there is one')
    .option('--from <date-time>', 'from the first event of this time on')
    .option('--to <date-time>', 'up to, without, the first event of this time')
    .action(async (options: import('./audit-trail.js').AuditExportOptions) =>
      (await import('./audit-trail.js')).auditExport(options),
    );
  audit
    .command('checkpoint')
    .description("sign a tenant's trail as it is now, and print the checkpoint")
    .option('--tenant <id>', 'the tenant; may be left out where there is one')
    .option('--rebuild', 'read the whole trail and make what is kept of its tree anew')
    .action(async (options: import('./audit-trail.js').AuditCheckpointOptions) =>
      (await import('./audit-trail.js')).auditCheckpoint(options),
    );
  audit
    .command('seal')
    .description(
      "take out of a tenant's trail what is older than it is kept; hashes stay, so that it still verifies",
    )
    .option('--tenant <id>', 'the tenant; may be left out where there is one')
    .option('--older-than <days>', 'events from before so many days; default: GOVGATE_AUDIT_RETENTION_DAYS')
    .option('--archive <file>', 'write what leaves to this new file first, as `audit export` prints it')
    .option('--past-destinations', 'also what enabled destinations have not come to; they are told')
    .action(async (options: import('./audit-seal.js').AuditSealOptions) =>
      (await import('./audit-seal.js')).auditSeal(options),
    );
  audit
    .command('key')
    .description('print the public key that checkpoints are verified with')
    .option('--tenant <id>', 'under the name of this tenant only')
    .option('--pem', 'as PEM')
    .action(async (options: { tenant?: string; pem?: boolean }) =>
      (await import('./audit-trail.js')).auditKey(options),
    );
};

const addTokenCommands = (program: Command): void => {
  const token = program.command('token').description('API tokens');
  token
    .command('create')
    .description('make an API token for a user or service account and print it once')
    .requiredOption('--tenant <id>', 'the tenant')
    .option('--user <id>', 'the user it belongs to; beside --service-account, the user who keeps it')
    .option('--service-account <id>', 'the service account it belongs to')
    .option('--environment <id...>', 'narrow every grant to these environments')
    .option('--permission <name...>', 'narrow every grant to these permissions, such as policy.read')
    .option('--ttl <duration>', 'how long it lives, such as 30m, 12h or 90d; default: until it is revoked')
    .action(async (options: import('./token.js').CreateTokenOptions) =>
      (await import('./token.js')).createToken(options),
    );
  ofTenant(token, 'list', 'print the API tokens, a JSON object a line, never what they are')
    .option('--subject <id>', 'only those of this user or service account')
    .action(async (options: { tenant: string; subject?: string }) =>
      (await import('./people.js')).listTokens(options),
    );
  token
    .command('revoke')
    .description('revoke an API token; it stops counting with the next call')
    .argument('<id>', 'the 12 id characters after ggw_')
    .action(async (id: string) => (await import('./token.js')).revokeToken(id));
};

const addSessionCommands = (program: Command): void => {
  program
    .command('session')
    .description('client sessions')
    .command('end')
    .description('end a session at once; calls on it fail closed')
    .argument('<id>', 'the session')
    .option('--tenant <id>', 'its tenant', 'default')
    .option('--environment <id>', 'its environment', 'production')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .option('--wait', 'wait until every data plane has applied it; exit code 1 unless all have in time')
    .option('--timeout <seconds>', 'how long to wait', '60')
    .action(async (id: string, options: import('./session.js').EndSessionOptions) =>
      (await import('./session.js')).endSession(id, options),
    );
};

const addDestinationCommands = (program: Command): void => {
  const destination = program.command('destination').description('destinations of audit events');
  const named = (name: string, description: string): Command =>
    destination
      .command(name)
      .description(description)
      .argument('<id>', 'the destination')
      .option('--tenant <id>', 'its tenant', 'default')
      .option('--environment <id>', 'its environment', 'production');
  named('test', 'check a destination from this machine; exit code 1 unless the check was delivered').action(
    async (id: string, options: import('./destination.js').DestinationOptions) =>
      (await import('./destination.js')).testDestination(id, options),
  );
  named('status', 'how far continuous export has come, as JSON').action(
    async (id: string, options: import('./destination.js').DestinationOptions) =>
      (await import('./destination.js')).destinationStatus(id, options),
  );
  named('replay', 'have a range of the trail sent again')
    .option('--from-sequence <n>', 'where it begins')
    .option('--to-sequence <n>', 'where it ends; default: the end of the trail')
    .option('--from <time>', 'where it begins, by time')
    .option('--to <time>', 'where it ends, by time')
    .option('--reason <code>', 'a reason code for the trail', 'requested')
    .action(async (id: string, options: import('./destination.js').ReplayOptions) =>
      (await import('./destination.js')).replayDestination(id, options),
    );
};
