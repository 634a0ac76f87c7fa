import { accessSync, constants, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** Where the build puts the console: next to the bundled command, or in `dist` when running from source. */
const FOLDERS = ['../console/', '../../dist/console/'];

/** The folder of the built console; undefined where there was no build. */
export const consoleFolder = (): URL | undefined => {
  const folder = FOLDERS.map((place) => new URL(place, import.meta.url)).find((place) =>
    existsSync(fileURLToPath(place)),
  );
  if (folder !== undefined) checkReadable(fileURLToPath(folder));
  return folder;
};

const checkReadable = (path: string): void => {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch {
    throw new CommandFailure(
      `The console's files in ${path} cannot be read by this user. Make them readable, or set GOVGATE_CONSOLE to false.`,
      EXIT.settings,
    );
  }
};
