import { Worker } from 'node:worker_threads';

const EVERY_MS = 1_000;

/**
 * Reports every second on stderr how far a file has grown, from a separate thread: the writer may block this one. Anything shorter than a
 * second reports nothing.
 */
export const reportGrowth = (file: string, ofBytes: number): { stop(): Promise<void> } => {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { file, ofBytes, everyMs: EVERY_MS } });
  worker.unref();
  // A failing report must not end what it reports on.
  worker.on('error', () => undefined);
  return { stop: async () => void (await worker.terminate()) };
};

// Plain Node code, so that it runs the same from a bundle and from source. Output via the main thread's stderr would wait for that thread.
const PROGRAM = `
const { statSync, writeSync } = require('node:fs');
const { file, ofBytes, everyMs } = require('node:worker_threads').workerData;
const mb = (bytes) => (bytes / 1e6).toFixed(0);
setInterval(() => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  writeSync(2, mb(size) + ' of about ' + mb(Math.max(size, ofBytes)) + ' MB\\n');
}, everyMs);
`;
