import { readJson } from './read-json.js';
import { Reading, Unreadable } from './reading.js';
import { positionsIn, type TextPosition } from './text-position.js';

/** Where a text stops being JSON, which `JSON.parse` does not report; undefined if it is JSON, or nested too deep to tell. */
export const jsonFaultIn = (text: string): TextPosition | undefined => {
  try {
    readJson(text, new Reading());
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Unreadable) || fault.problem.reasonCode !== 'schema_violation') return undefined;
    return positionsIn(text)(fault.problem.offset);
  }
};
