import { type ChildProcess, spawn } from 'node:child_process';

/** How a command is run. */
export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the output while it runs; otherwise it is collected. */
  readonly show?: boolean;
  /** The command is killed after this time. */
  readonly limitMs?: number;
}

/** How a command ended. A command that was killed or could not start has code 1 at least. */
export interface CommandOutcome {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

// When we are ended, so is what we run.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

/** Runs a command in the checkout's root and waits for its end. */
export const runCommand = (
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const started = Date.now();
    const output: string[] = [];
    const child = spawn(command, args, {
      env: { ...process.env, ...options.env },
      stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      ...(options.limitMs === undefined ? {} : { timeout: options.limitMs, killSignal: 'SIGKILL' as const }),
    });
    running.add(child);
    const collect = (chunk: Buffer) => output.push(chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const end = (code: number) => {
      running.delete(child);
      resolve({ code, output: output.join(''), seconds: (Date.now() - started) / 1_000 });
    };
    child.once('error', (error) => {
      output.push(error.message);
      end(1);
    });
    child.once('close', (code, signal) => {
      if (signal !== null) output.push(`ended by ${signal}`);
      end(code ?? 1);
    });
  });
