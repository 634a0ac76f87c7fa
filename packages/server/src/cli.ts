#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { makeProgram } from './commands/program.js';
import { commandFailureOf, EXIT } from './system/command-failure.js';

// By itself the heap may grow to four times of what is alive before garbage is collected, which machines of many processes pay for.
setFlagsFromString('--heap-growing-percent=50');
// Threads that look for garbage take the only core away from the one that answers: twice as long a turn of the event loop (ADR 4).
if (availableParallelism() === 1) setFlagsFromString('--no-concurrent-marking');

// One place where a command's failure becomes words and an exit code; a stack trace is never shown to an operator.
const fail = (fault: unknown): void => {
  const failure = commandFailureOf(fault);
  if (failure !== undefined) {
    process.stderr.write(`govgate: ${failure.message}\n`);
    process.exitCode = failure.exitCode;
    return;
  }
  const { code, exitCode } = fault as { code?: unknown; exitCode?: unknown };
  if (typeof code === 'string' && code.startsWith('commander.')) {
    process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
    return;
  }
  const name = fault instanceof Error ? fault.name : 'Error';
  process.stderr.write(
    `govgate: the command failed inside (${name}). Run it again with GOVGATE_LOG_LEVEL=debug and report it.\n`,
  );
  if (process.env.GOVGATE_LOG_LEVEL === 'debug')
    process.stderr.write(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
  process.exitCode = EXIT.refused;
};

// A reader that has seen enough, such as `head`, closes the pipe; that is no failure.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (fault.code === 'EPIPE') process.exit(EXIT.done);
  throw fault;
});

const endOfOutput = (output: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => output.write('', () => resolve()));

try {
  await makeProgram().parseAsync();
} catch (fault) {
  fail(fault);
  // What was opened before the failure (connections, timers of the background work) must not keep a failed command alive.
  await endOfOutput(process.stdout);
  process.exit();
}
