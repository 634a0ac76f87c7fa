import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandFailure, EXIT } from './command-failure.js';
import { withoutMark } from './without-mark.js';

/** The content of a file, or of standard input for `-`. */
export const readText = async (file: string): Promise<string> => {
  try {
    return withoutMark(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  } catch {
    throw new CommandFailure(`The file ${file} cannot be read.`, EXIT.refused);
  }
};
