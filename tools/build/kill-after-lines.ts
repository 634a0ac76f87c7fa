import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Runs a bundled program and kills it after this many lines of its output; undefined: it may end. Returns what ended it. */
export const killAfterLines = async (
  program: string,
  args: readonly string[],
  lines?: number,
): Promise<NodeJS.Signals | null> => {
  const child = spawn(process.execPath, [program, ...args]);
  child.stderr.pipe(process.stderr);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal));
  });
  let seen = 0;
  for await (const _ of createInterface(child.stdout)) {
    seen += 1;
    if (seen === lines) child.kill('SIGKILL');
  }
  return ended;
};
