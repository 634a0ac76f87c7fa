import { ROOT } from '../place.js';
import type { ConsolePage } from './page.js';
import { PAGES } from './registry.js';

/** A page, and the rest of the address below it. */
export interface PageAt {
  readonly page: ConsolePage;
  readonly rest: readonly string[];
}

/** The page of an address; undefined if there is none. */
export const pageAt = (path: string): PageAt | undefined => {
  const parts = partsOf(path);
  if (parts === undefined) return undefined;
  const [first = '', ...rest] = parts;
  const page = PAGES.find((one) => one.path === first);
  return page && { page, rest };
};

/** The path segments below the console's root; undefined if malformed. */
const partsOf = (path: string): string[] | undefined => {
  try {
    return path
      .slice(ROOT.length)
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
};
