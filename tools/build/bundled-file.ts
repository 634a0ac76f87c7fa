import { join } from 'node:path';

/** Test files that import sources of ours by paths which they find out as they run; a bundle cannot know them, and would have each twice. */
const UNBUNDLED = [
  /\/domain\/src\/machines\.test\.ts$/,
  /\/domain\/src\/redaction\/record-classes\.test\.ts$/,
];

/** Whether a test file runs as it is written, with a compiler beside it. */
export const isUnbundled = (file: string): boolean => UNBUNDLED.some((one) => one.test(file));

/** The file that a source of ours is in once it is bundled into a folder. */
export const bundledFile = (folder: string, source: string): string =>
  join(folder, source.replace(/\.ts$/, '.mjs'));
