import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 60_000;

/** What to run, and how to know that it serves. */
export interface ServicePlan {
  readonly name: string;
  readonly url: string;
  readonly command: string;
  readonly args: readonly string[];
  /** True once the service answers. Asked again and again; an exception counts as "not yet". */
  readonly isReady: () => Promise<boolean>;
  readonly probeEveryMs?: number;
  /** How long the start may take; 30 seconds by default. */
  readonly readyWithinMs?: number;
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The service's own folder: its data and its log. `dispose` removes it. */
  readonly folder: string;
}

// A service that nobody stopped must not be left behind: they all end with this process.
const alive = new Map<ChildProcess, { readonly folder: string }>();
process.once('exit', () => {
  for (const [child, { folder }] of alive) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** A folder of its own for one service. */
export const serviceFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `govgate-${name}-`));

/** A service in a process of ours, on loopback. It keeps its port and its data over `kill` or `stop` and `start`. */
export class LocalService {
  #child: ChildProcess | undefined;

  private constructor(private readonly plan: ServicePlan) {}

  /** Starts the service and waits until it answers; if it dies or hangs, the error holds the end of its log. */
  static async start(plan: ServicePlan): Promise<LocalService> {
    const service = new LocalService(plan);
    try {
      await service.start();
      return service;
    } catch (error) {
      await service.dispose();
      throw error;
    }
  }

  get url(): string {
    return this.plan.url;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.plan.name} does not run`);
    return pid;
  }

  async start(): Promise<void> {
    const log = openSync(this.#logFile, 'a');
    const child = spawn(this.plan.command, this.plan.args, {
      cwd: this.plan.folder,
      env: { ...process.env, ...this.plan.env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.unref();
    alive.set(child, this.plan);
    child.once('exit', () => alive.delete(child));
    child.once('error', () => alive.delete(child));
    this.#child = child;
    await this.#waitUntilReady(child);
  }

  /** Ends the service as an operator would (SIGTERM), and with SIGKILL where that takes too long. */
  async stop(): Promise<void> {
    const impatience = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#end('SIGTERM');
    clearTimeout(impatience);
  }

  /** Ends the service as a crash would (SIGKILL). */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Freezes the service: connections stay open and nobody answers. */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  /** Kills the service where it still runs and removes its folder. */
  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.plan.folder, { recursive: true, force: true });
  }

  /** The last lines that the service wrote. */
  logTail(lines = 20): string {
    if (!existsSync(this.#logFile)) return '';
    return readFileSync(this.#logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  get #logFile(): string {
    return join(this.plan.folder, 'service.log');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async #waitUntilReady(child: ChildProcess): Promise<void> {
    let spawnError: Error | undefined;
    child.once('error', (error) => {
      spawnError = error;
    });
    const pauseMs = this.plan.probeEveryMs ?? 25;
    const limitMs = this.plan.readyWithinMs ?? READY_LIMIT_MS;
    for (const limit = Date.now() + limitMs; Date.now() < limit; await delay(pauseMs)) {
      if (spawnError !== undefined) throw new Error(`${this.plan.name}: ${spawnError.message}`);
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${this.plan.name} died at its start; the end of its log:\n${this.logTail()}`);
      }
      if (await this.plan.isReady().catch(() => false)) return;
    }
    await this.kill();
    throw new Error(
      `${this.plan.name} was not ready within ${limitMs} ms; the end of its log:\n${this.logTail()}`,
    );
  }
}
