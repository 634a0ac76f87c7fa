import { makeProgram } from '@govgate/server';
import type { Command } from 'commander';
import { code, page, table } from './page.js';

/** Every command of the command line with its arguments and options, as `--help` tells them. */
export const cliPage = (): string =>
  page(
    'The command line',
    'Data goes to stdout, messages to stderr. Exit codes: 0 done, 1 refused, 2 usage, 78 settings. Commands with `--url` act on a running service where it or `GOVGATE_URL` names one, otherwise on the store of this machine.',
    ...leavesOf(makeProgram()).map(section),
  );

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const section = (command: Command): string => {
  const rows = [
    ...command.registeredArguments.map((one) => [code(one.name()), one.description]),
    ...command.options.map((one) => [code(one.flags), one.description]),
  ];
  const sentence = command.description();
  return [
    `## ${nameOf(command)}`,
    '',
    '```text',
    `${nameOf(command)} ${command.usage()}`,
    '```',
    '',
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    ...(rows.length === 0 ? [] : ['', table(['argument or option', ''], rows)]),
  ].join('\n');
};

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
