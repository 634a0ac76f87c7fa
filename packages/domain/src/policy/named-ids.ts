import { ANY } from './manifest.js';

/** Whether an entry of a list of servers or tools is a prefix: `crm_*`, and not `*`. */
export const isPrefix = (entry: string): boolean => entry.length > ANY.length && entry.endsWith(ANY);

/** What the ids of a prefix begin with. */
export const beginningOf = (prefix: string): string => prefix.slice(0, -ANY.length);

/** A name in the normal form that names of tools are compared in (docs/spec/mcp-servers.md). */
export const inNfc = (name: string): string => name.normalize('NFC');

/** Whether a list of servers or tools has an id, itself or by a prefix; `*` is the prefix of all. */
export const isListed = (list: readonly string[], id: string): boolean => {
  const name = inNfc(id);
  return list
    .map(inNfc)
    .some((entry) => (entry.endsWith(ANY) ? name.startsWith(entry.slice(0, -1)) : entry === name));
};
