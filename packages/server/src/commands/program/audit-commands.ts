import type { Command } from 'commander';
import { withServiceOptions } from '../at-service.js';

/** The audit trail. */
export const addAuditCommands = (program: Command): void => {
  const audit = program.command('audit').description('the audit trail');
  addReadingCommands(audit);
  addKeepingCommands(audit);
};

const addReadingCommands = (audit: Command): void => {
  audit
    .command('verify')
    .description('verify the trail of the store, or an exported file')
    .argument('[file]', 'an NDJSON export')
    .option('--tenant <id>', 'only this tenant of the store')
    .option(
      '--key <public...>',
      'with a file: trusted keys, as printed by `audit key`, or files containing them',
    )
    .option('--checkpoint <file...>', 'files with checkpoints kept elsewhere')
    .option('--allow-unsigned', 'exit 0 even when no checkpoint covers the end of an intact chain')
    .action(async (file: string | undefined, options: import('../audit-verify.js').AuditVerifyOptions) =>
      (await import('../audit-verify.js')).auditVerify(file, options),
    );
  withServiceOptions(audit.command('export'))
    .description("print a tenant's trail as NDJSON, with the checkpoint that covers it")
    .option('--tenant <id>', 'the tenant; optional if there is only one')
    .option('--from <date-time>', 'from this time, inclusive')
    .option('--to <date-time>', 'up to this time, exclusive')
    .action(async (options: import('../audit-trail.js').AuditExportOptions) =>
      (await import('../audit-trail.js')).auditExport(options),
    );
};

const addKeepingCommands = (audit: Command): void => {
  audit
    .command('checkpoint')
    .description("sign the current head of a tenant's trail, and print the checkpoint")
    .option('--tenant <id>', 'the tenant; optional if there is only one')
    .option('--rebuild', 'read the whole trail and rebuild its kept subtrees')
    .action(async (options: import('../audit-trail.js').AuditCheckpointOptions) =>
      (await import('../audit-trail.js')).auditCheckpoint(options),
    );
  audit
    .command('seal')
    .description(
      "remove events past their retention from a tenant's trail; their hashes stay, so that it still verifies",
    )
    .option('--tenant <id>', 'the tenant; optional if there is only one')
    .option('--older-than <days>', 'events older than this many days; default: GOVGATE_AUDIT_RETENTION_DAYS')
    .option(
      '--archive <file>',
      'first write the removed events to this new file, in the format of `audit export`',
    )
    .option(
      '--past-destinations',
      'include events that enabled destinations have not received; they are notified',
    )
    .action(async (options: import('../audit-seal.js').AuditSealOptions) =>
      (await import('../audit-seal.js')).auditSeal(options),
    );
  audit
    .command('key')
    .description('print the public key that verifies checkpoints')
    .option('--tenant <id>', 'under the name of this tenant only')
    .option('--pem', 'as PEM')
    .action(async (options: { tenant?: string; pem?: boolean }) =>
      (await import('../audit-trail.js')).auditKey(options),
    );
};
