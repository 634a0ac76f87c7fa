import type { Command } from 'commander';
import type { PlanOptions } from '../as-code.js';
import { withServiceOptions } from '../at-service.js';

/** Changes as code. */
export const addAsCodeCommands = (program: Command): void => {
  planning(program.command('plan'))
    .description('show what it takes to bring a service in line with files')
    .requiredOption('-f, --file <path>', 'a YAML file, or a folder of them: one resource per document')
    .option('-o, --out <file>', 'write the plan too, for `apply`')
    .option(
      '--detailed-exitcode',
      'exit 0 when there is nothing to do, 2 when there is, 1 when something is wrong',
    )
    .action(async (options: PlanOptions) => (await import('../as-code.js')).plan(options));
  planning(program.command('apply'))
    .description('bring a service in line with files, or carry out a plan')
    .argument('[plan]', 'a plan written by `plan --out`: carried out as reviewed, or refused')
    .option('-f, --file <path>', 'or the files, planned first')
    .action(async (plan: string | undefined, options: Omit<PlanOptions, 'file'> & { file?: string }) =>
      (await import('../as-code.js')).apply(plan, options),
    );
};

const planning = (command: Command): Command =>
  withServiceOptions(command)
    .option(
      '--set <name>',
      'name under which the service keeps what was applied from these files; default: default',
    )
    .option(
      '--prune <kind...>',
      'remove resources of these kinds that were applied before and are no longer in the files',
    )
    .option(
      '--overwrite',
      'let the files win over edits by hand, and over resources never applied from them',
    );
