import type { Command } from 'commander';
import { orThere } from '../here-or-there.js';

/** The audit trail. */
export const addAuditCommands = (program: Command): void => {
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
    .action(async (file: string | undefined, options: import('../audit-verify.js').AuditVerifyOptions) =>
      (await import('../audit-verify.js')).auditVerify(file, options),
    );
  orThere(audit.command('export'))
    .description("print a tenant's trail as NDJSON, with the checkpoint that covers it")
    .option('--tenant <id>', 'the tenant; may be left out where there is one')
    .option('--from <date-time>', 'from the first event of this time on')
    .option('--to <date-time>', 'up to, without, the first event of this time')
    .action(async (options: import('../audit-trail.js').AuditExportOptions) =>
      (await import('../audit-trail.js')).auditExport(options),
    );
  audit
    .command('checkpoint')
    .description("sign a tenant's trail as it is now, and print the checkpoint")
    .option('--tenant <id>', 'the tenant; may be left out where there is one')
    .option('--rebuild', 'read the whole trail and make what is kept of its tree anew')
    .action(async (options: import('../audit-trail.js').AuditCheckpointOptions) =>
      (await import('../audit-trail.js')).auditCheckpoint(options),
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
    .action(async (options: import('../audit-seal.js').AuditSealOptions) =>
      (await import('../audit-seal.js')).auditSeal(options),
    );
  audit
    .command('key')
    .description('print the public key that checkpoints are verified with')
    .option('--tenant <id>', 'under the name of this tenant only')
    .option('--pem', 'as PEM')
    .action(async (options: { tenant?: string; pem?: boolean }) =>
      (await import('../audit-trail.js')).auditKey(options),
    );
};
