import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';

/** Longer than any secret, in bytes. */
const MAX_BYTES = 65_536;

// Follows no link placed there meanwhile, and does not wait on a pipe.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file by its real path. A folder on the way may be replaced by a link between check and opening, so the opened file's path is
 * verified: the kernel reports it directly; elsewhere the path is checked again.
 */
export const readSecretFile = async (real: string): Promise<string | undefined> => {
  const file = await open(real, FLAGS);
  try {
    const facts = await file.stat();
    const mayRead = facts.isFile() && facts.size <= MAX_BYTES && (await liesAt(file, real));
    return mayRead ? await readAll(file) : undefined;
  } finally {
    await file.close();
  }
};

const liesAt = async (file: FileHandle, real: string): Promise<boolean> => {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${file.fd}`)) === real;
  const [opened, found] = await Promise.all([file.stat({ bigint: true }), lstat(real, { bigint: true })]);
  return (await realpath(real)) === real && opened.ino === found.ino && opened.dev === found.dev;
};

// The reported size is no limit: a file may grow meanwhile, and kernel files report none.
const readAll = async (file: FileHandle): Promise<string | undefined> => {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) return buffer.toString('utf8', 0, filled);
    filled += bytesRead;
  }
  return undefined;
};
