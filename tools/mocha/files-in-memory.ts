import { mkdtempSync, readdirSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** Several times of what a run keeps there at most. */
const PLENTY_BYTES = 6 * 2 ** 30;

/**
 * Keeps temporary files of this process and of those it starts in memory where there is plenty of it. Tests open and flush small stores
 * thousands of times, and a disk lets them wait for each flush. What they prove stays the same: a killed process leaves its
 * files either way.
 */
export const keepFilesInMemory = (): void => {
  if (Math.min(freeBytesOf(SHARED_MEMORY), freemem()) < PLENTY_BYTES) return;
  const folder = mkdtempSync(join(SHARED_MEMORY, 'govgate-tests-'));
  // What tsx has compiled before stays in use.
  for (const compiled of readdirSync(tmpdir()).filter((name) => name.startsWith('tsx-')))
    symlinkSync(join(tmpdir(), compiled), join(folder, compiled));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};

const freeBytesOf = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
};
