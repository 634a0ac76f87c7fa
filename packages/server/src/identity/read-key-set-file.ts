import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { LoadKeySet } from './key-set.js';
import { KeySetFault, parseKeySet } from './parse-key-set.js';

const MAX_BYTES = 1_048_576;
// Do not wait on a pipe.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reads a key set from a file, again whenever the file changes, so that keys can be rotated without a restart. */
export const readKeySetFile = (path: string): LoadKeySet => {
  let read = '';
  return async () => {
    const file = await open(path, FLAGS).catch(() => undefined);
    if (file === undefined) throw new KeySetFault('the file cannot be opened');
    try {
      const facts = await file.stat({ bigint: true });
      const version = `${facts.dev}:${facts.ino}:${facts.size}:${facts.mtimeNs}`;
      if (version === read) return 'unchanged';
      if (!facts.isFile() || facts.size > MAX_BYTES)
        throw new KeySetFault('it is not a file of at most 1 MiB');
      const set = parseKeySet(await file.readFile('utf8'));
      read = version;
      return set;
    } finally {
      await file.close();
    }
  };
};
