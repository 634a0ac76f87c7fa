import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK_MS = 100_000;

/** What a block printed, and whether its last command was well. */
export interface ShellOutcome {
  readonly isWell: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** One bash for a whole page, as a reader has one terminal: what a block exports, defines and starts, the next ones have. */
export interface PageShell {
  run(text: string): Promise<ShellOutcome>;
  /** Ends it with everything that it started. */
  end(): void;
}

/** Starts a shell in a folder. What a block prints goes to files, so that what goes on behind it disturbs nobody. */
export const openShell = (folder: string, env: Readonly<Record<string, string>>): PageShell => {
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // When this process goes, however it goes, the shell's input ends: with the shell goes everything that the page started.
  child.stdin?.write("trap 'kill -KILL -- -$$' EXIT\n");
  const end = (): void => {
    process.off('exit', end);
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  // A shell that waits in a loop for what its page started would not notice the end of its input.
  process.once('exit', end);
  let number = 0;
  return {
    run: async (text) => {
      number += 1;
      const block = join(folder, `.block-${number}`);
      writeFileSync(block, `set -euo pipefail\n${text}`);
      const isWell = await runBlock(child, block);
      return {
        isWell,
        stdout: readFileSync(`${block}.out`, 'utf8'),
        stderr: readFileSync(`${block}.err`, 'utf8'),
      };
    },
    end,
  };
};

const runBlock = (child: ChildProcess, block: string): Promise<boolean> =>
  new Promise((resolve) => {
    const finish = (isWell: boolean) => () => {
      clearTimeout(limit);
      child.stdout?.off('data', wellDone);
      child.off('exit', ended);
      resolve(isWell);
    };
    const wellDone = finish(true);
    const ended = finish(false);
    const limit = setTimeout(ended, BLOCK_MS);
    child.stdout?.on('data', wellDone);
    child.once('exit', ended);
    writeFileSync(`${block}.out`, '');
    writeFileSync(`${block}.err`, '');
    child.stdin?.write(`source ${block} > ${block}.out 2> ${block}.err < /dev/null; echo done\n`);
  });
