import type { ChildProcess } from 'node:child_process';

const START_MS = 90_000;

/** A process that has said what was waited for. */
export interface FollowedProcess {
  readonly process: ChildProcess;
  /** Of what was waited for, what stands in parentheses. */
  readonly said: string;
  /** Everything that it wrote. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Follows a process until one of its outputs says something; rejects where it ends before, or takes too long. */
export const followUntil = async (child: ChildProcess, says: RegExp): Promise<FollowedProcess> => {
  const output = { stdout: '', stderr: '' };
  const exited = exitOf(child);
  const said = await new Promise<string>((resolve, reject) => {
    let isOver = false;
    const end = (why: string): void => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`${child.spawnargs.join(' ')} ${why}: ${output.stdout}${output.stderr}`));
    };
    const limit = setTimeout(() => end('did not start'), START_MS);
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (chunk: Buffer) => {
        output[name] += chunk;
        // What logs each call writes megabytes afterwards.
        const found = isOver ? null : says.exec(output[name]);
        if (found === null) return;
        isOver = true;
        clearTimeout(limit);
        resolve(found[1] ?? '');
      });
    child.once('exit', (code) => end(`ended with ${code}`));
  });
  return {
    process: child,
    said,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
};

/** The exit code of a process, once all that it wrote was read. */
export const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', resolve));
