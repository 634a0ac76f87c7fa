import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Whether one of two paths contains or equals the other, through any links, mounts and letter cases. Never rejects. */
export const meets = async (one: string, other: string): Promise<boolean> => {
  const [ones, others] = await Promise.all([identities(one), identities(other)]);
  return ones.includes(others[0] ?? '') || others.includes(ones[0] ?? '');
};

/** The real path; a missing part is appended to its nearest existing folder. */
const realOf = async (path: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realOf(above), path.slice(above.length));
  }
};

// Device and inode, so that a second mount or another letter case of a folder counts as the same folder.
const identityOf = async (path: string): Promise<string> => {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return `missing ${path}`;
  }
};

const withAllAbove = (path: string): string[] => {
  const above = dirname(path);
  return above === path ? [path] : [path, ...withAllAbove(above)];
};

const identities = async (path: string): Promise<readonly string[]> =>
  Promise.all(withAllAbove(await realOf(resolve(path))).map(identityOf));
