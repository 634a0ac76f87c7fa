import { lookup as systemLookup } from 'node:dns/promises';
import { type AskDns, makeAskDns } from './dns-queries.js';
import type { Lookup } from './egress.js';
import { makeHostsFile } from './hosts-file.js';
import { makeSerialQueue } from './serial-queue.js';

export interface NameLookupParts {
  readonly hosts?: Lookup;
  readonly dns?: AskDns;
  readonly system?: Lookup;
}

/** Time limit for a name in the machine's own resolver, waiting included, in milliseconds. */
const SYSTEM_MS = 4_000;

/**
 * Finds the addresses of a name chosen by somebody else: in the hosts file, else from the name servers. Names unknown to both (search
 * domains, container networks, other sources of the machine) go to the machine's own resolver one at a time: each occupies one of the two
 * threads the process has for this until an answer comes, which may be never.
 */
export const makeNameLookup = ({
  hosts = makeHostsFile(),
  dns = makeAskDns(),
  system = ofSystem,
}: NameLookupParts = {}): Lookup => {
  const lane = makeSerialQueue(SYSTEM_MS);
  return async (hostname) => {
    const fixed = await hosts(hostname);
    if (fixed.length > 0) return fixed;
    // A single word is no network name; looking it up would only disclose it.
    const answer = hostname.includes('.') ? await dns(hostname) : 'no_such_name';
    if (answer === 'no_answer') throw new Error('no name server answered in time');
    return answer === 'no_such_name' ? lane(() => system(hostname)) : answer;
  };
};

const ofSystem: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' });
