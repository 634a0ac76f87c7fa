import { Worker } from 'node:worker_threads';

const SWAPPING = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const { workerData: { folder, elsewhere, stop } } = require('node:worker_threads');
  const flag = new Int32Array(stop);
  while (Atomics.load(flag, 0) === 0) {
    renameSync(folder, folder + '.aside');
    symlinkSync(elsewhere, folder);
    unlinkSync(folder);
    renameSync(folder + '.aside', folder);
  }
`;

/** Swaps a folder for a link to another one and back, again and again, in a separate thread until it is stopped. */
export const swapForLink = (folder: string, elsewhere: string): { stop(): Promise<void> } => {
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(SWAPPING, { eval: true, workerData: { folder, elsewhere, stop } });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.once('error', reject);
  });
  return {
    stop: async () => {
      Atomics.store(new Int32Array(stop), 0, 1);
      await ended;
    },
  };
};
