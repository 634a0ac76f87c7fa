import { join } from 'node:path';

/** The file that a source of ours is in once it is bundled into a folder. */
export const bundledFile = (folder: string, source: string): string =>
  join(folder, source.replace(/\.ts$/, '.mjs'));
