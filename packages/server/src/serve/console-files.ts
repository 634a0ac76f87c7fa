import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the build puts the console: next to the bundled command, or in `dist` when running from source. */
const FOLDERS = ['../console/', '../../dist/console/'];

/** The folder of the built console; undefined where there was no build. */
export const consoleFolder = (): URL | undefined =>
  FOLDERS.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(fileURLToPath(place)));
