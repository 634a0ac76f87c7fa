import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a TypeScript program of the checkout in a process of its own, and gives what it printed. */
export const runSource = async (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=@govgate/source', program, ...args],
    { env: { ...process.env, ...env }, maxBuffer: 1e8 },
  );
  return stdout;
};
