import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The tail of a file, limited in bytes and starting at a line; "" if it is no regular file. */
export const endOfFile = (path: string, mostBytes: number): string => {
  let file: number;
  try {
    // Non-blocking: a pipe without a writer would hold up the start.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return '';
    throw fault;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return '';
    const from = Math.max(0, stat.size - mostBytes);
    const bytes = Buffer.alloc(stat.size - from);
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
};

/** Checks that a file can be appended to, creating it if missing. */
export const assertAppends = (path: string): void => {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  closeSync(openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, 0o600));
};

/** Appends to a file and waits until it is on disk. Anything else, such as a pipe, is written without that guarantee. */
export const appendDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(text);
    await syncOrPass(file);
  } finally {
    await file.close();
  }
};

/** Replaces a file atomically: readers, even after a crash, find either all of the old text or all of the new one. */
export const replaceDurably = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.${process.pid}`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (fault) {
    await rm(temporary, { force: true });
    throw fault;
  }
  await syncPath(dirname(path));
};

/** Waits until a file's content, or a folder's entries, are on disk. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await syncOrPass(handle);
  } finally {
    await handle.close();
  }
};

const syncOrPass = async (file: FileHandle): Promise<void> => {
  try {
    await file.sync();
  } catch (fault) {
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(fault) ?? '')) throw fault;
  }
};

const codeOf = (fault: unknown): string | undefined => (fault as NodeJS.ErrnoException).code;
