import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type DoManifestTask, type ManifestTask, manifestTaskDone, TenantQueue } from '@govgate/application';
import { PortUnavailable } from '@govgate/ports';
import { withinTime } from '@govgate/worker/in-process';

/** Parses long manifests in a separate thread. */
export interface ManifestThread {
  readonly done: DoManifestTask;
  stop(): Promise<void>;
}

/** Time limit for one item once the thread runs; the worst text of 256 KiB takes a quarter of a second. */
export interface ThreadLimits {
  readonly taskMs: number;
  readonly heapMb: number;
}

const LIMITS: ThreadLimits = { taskMs: 3_000, heapMb: 96 };
/** Texts up to this length, in characters, are parsed faster than they can be handed over. */
const SHORT = 8 * 1024;
/** Queued items of a tenant; beyond that the service reports that it is busy. */
const MOST_WAITING = 100;
/** How long an idle thread is kept. */
const IDLE_MS = 30_000;
const START_MS = 20_000;

/** Creates the parser: short texts are parsed directly, long ones one after the other, by tenant in turn, in a thread started on demand. */
export const makeManifestThread = (limits = LIMITS): ManifestThread => {
  let busy: Promise<unknown> = Promise.resolve();
  const queue = new TenantQueue(() => busy);
  const { run, stop } = makeThread(limits);
  return {
    stop,
    done: async (tenantId, task) => {
      const { text } = task.task === 'read' ? task : task.submitted;
      if (text.length <= SHORT) return manifestTaskDone(task);
      if (queue.waiting(tenantId) >= MOST_WAITING) throw new PortUnavailable('dependency');
      return new Promise((settle) =>
        queue.enqueue(tenantId, () => {
          const running = run(task);
          busy = running;
          settle(running);
        }),
      );
    },
  };
};

/** A thread that starts with its first item, and ends when it is idle. */
const makeThread = (limits: ThreadLimits) => {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const running = worker;
    worker = undefined;
    await running?.terminate();
  };
  const runNext = async (task: ManifestTask): Promise<string | undefined> => {
    if (worker === undefined) {
      worker = startWorker(limits);
      if ((await answerOf(worker, START_MS)) === undefined) return undefined;
    }
    worker.postMessage(task);
    return answerOf(worker, limits.taskMs);
  };
  const run = async (task: ManifestTask): Promise<string | undefined> => {
    clearTimeout(idle);
    const result = await runNext(task);
    // A thread that took too long, or died, is not reused.
    if (result === undefined) await stop();
    idle = setTimeout(() => void stop(), IDLE_MS).unref();
    return result;
  };
  return { run, stop };
};

// In a build, the bundle next to this one; in development, a source that the thread must be told how to load.
const entryOf = (): URL => {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const entry = new URL(`./manifest-worker${extension}`, import.meta.url);
  if (extension !== '.ts') return entry;
  const loader = import.meta.resolve('tsx/esm/api');
  const source = `import { register } from '${loader}'; register(); await import('${entry.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
};

const startWorker = ({ heapMb }: ThreadLimits): Worker => {
  const worker = new Worker(entryOf(), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
  worker.unref();
  // A waiting caller learns that it ended; between two items nobody waits.
  worker.on('error', () => undefined);
  return worker;
};

/** The thread's next message; undefined: none in time, or the thread is gone. */
const answerOf = (worker: Worker, waitMs: number): Promise<string | undefined> => {
  const over = new AbortController();
  const { signal } = over;
  const answer = once(worker, 'message', { signal }).then(([result]) => result as string);
  const gone = once(worker, 'exit', { signal }).then(() => undefined);
  // `once` also rejects with the thread's error.
  const first = Promise.race([answer, gone]).catch(() => undefined);
  return withinTime(first, waitMs, () => undefined).finally(() => over.abort());
};
