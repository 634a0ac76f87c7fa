import type { Command } from 'commander';
import type { PlanOptions } from '../as-code.js';
import { orThere } from '../here-or-there.js';

const planning = (command: Command): Command =>
  orThere(command)
    .option(
      '--state <file>',
      'where what was applied last is kept; default: .govgate-applied.ndjson beside the files',
    )
    .option(
      '--prune <kind...>',
      'remove resources of these kinds that were applied once and are in the files no more',
    )
    .option('--overwrite', 'let the files win over edits by hand, and over what was never applied from them');

/** Changes as code. */
export const addAsCodeCommands = (program: Command): void => {
  planning(program.command('plan'))
    .description('tell what is to be done so that a service is as files say')
    .requiredOption('-f, --file <path>', 'a YAML file, or a folder of them: a resource a document')
    .option('-o, --out <file>', 'write the plan too, for `apply`')
    .option(
      '--detailed-exitcode',
      'exit 0 when there is nothing to do, 2 when there is, 1 when something is wrong',
    )
    .action(async (options: PlanOptions) => (await import('../as-code.js')).plan(options));
  planning(program.command('apply'))
    .description('make a service as files say, or do what a plan says')
    .argument('[plan]', 'what `plan --out` wrote: it is done as it was reviewed, or refused')
    .option('-f, --file <path>', 'or the files, which are planned first')
    .action(async (plan: string | undefined, options: Omit<PlanOptions, 'file'> & { file?: string }) =>
      (await import('../as-code.js')).apply(plan, options),
    );
};
