import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Seconds } from './file-order.js';
import type { TimedFile } from './totals.js';

const FILE = fileURLToPath(new URL('./seconds.json', import.meta.url));
/** What takes less comes in any order. */
const LONG_SECONDS = 1;

/** How long each file took that took long, when that was remembered last. */
export const rememberedSeconds = (): Seconds => JSON.parse(readFileSync(FILE, 'utf8')) as Seconds;

/** Remembers how long files took, for the order of later runs. */
export const rememberSeconds = (files: readonly TimedFile[]): void => {
  const long = files
    .filter(({ seconds }) => seconds >= LONG_SECONDS)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, seconds, cpuSeconds = seconds }) => [
      name,
      { seconds: Math.round(seconds), cpu: Math.round(cpuSeconds) },
    ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
};
