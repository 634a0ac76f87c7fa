import { lookup as systemLookup } from 'node:dns/promises';
import { type AskDns, makeAskDns } from './dns-queries.js';
import type { Lookup } from './egress.js';
import { makeHostsFile } from './hosts-file.js';
import { makeNarrowLane } from './narrow-lane.js';

export interface NameLookupParts {
  readonly hosts?: Lookup;
  readonly dns?: AskDns;
  readonly system?: Lookup;
}

/** How long a name may take in the machine's own resolver, its turn included, in milliseconds. */
const SYSTEM_MS = 4_000;

/**
 * Finds the addresses of a name that somebody else chose: in the hosts file, else from the name servers. What they do not know
 * (search domains, names of a container network, other sources of the machine) goes to the machine's own resolver, one name at a
 * time: it keeps one of the two threads that all of the process has for this until an answer comes, and it may never come.
 */
export const makeNameLookup = ({
  hosts = makeHostsFile(),
  dns = makeAskDns(),
  system = ofSystem,
}: NameLookupParts = {}): Lookup => {
  const lane = makeNarrowLane(SYSTEM_MS);
  return async (hostname) => {
    const fixed = await hosts(hostname);
    if (fixed.length > 0) return fixed;
    // A single word is no network name; looking it up would only reveal it to others.
    const answer = hostname.includes('.') ? await dns(hostname) : 'no_such_name';
    if (answer === 'no_answer') throw new Error('no name server answered in time');
    return answer === 'no_such_name' ? lane(() => system(hostname)) : answer;
  };
};

const ofSystem: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' });
