import { Resolver } from 'node:dns/promises';
import type { ResolvedAddress } from './egress.js';

/** The name servers' answer: addresses, none, or nothing in time. */
export type DnsAnswer = readonly ResolvedAddress[] | 'no_such_name' | 'no_answer';

export type AskDns = (hostname: string) => Promise<DnsAnswer>;

export interface DnsSettings {
  /** Name servers to use instead of the machine's, for tests. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** How long the addresses of one family wait for those of the other. */
const GRACE_MS = 250;
/** How long the machine's resolver configuration is cached. */
const RENEW_MS = 60_000;

/**
 * Queries the name servers over the network without threads: a hundred names whose servers hang cost a hundred timers. IPv4 comes first, as
 * a machine without IPv6 may not know that it lacks it.
 */
export const makeAskDns = ({ servers, timeoutMs = TIMEOUT_MS }: DnsSettings = {}): AskDns => {
  let resolver: Resolver | undefined;
  let renewAtMs = 0;
  const current = (): Resolver => {
    if (resolver !== undefined && performance.now() < renewAtMs) return resolver;
    renewAtMs = performance.now() + RENEW_MS;
    resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    return resolver;
  };
  return async (hostname) => {
    const dns = current();
    const requests = [lookUpFamily(dns.resolve4(hostname), 4), lookUpFamily(dns.resolve6(hostname), 6)];
    const answers = await inTime(requests);
    const found = answers.flatMap((answer) => (typeof answer === 'string' ? [] : answer));
    if (found.length > 0) return found;
    return answers.every((answer) => answer === 'no_such_name') ? 'no_such_name' : 'no_answer';
  };
};

const lookUpFamily = (request: Promise<string[]>, family: number): Promise<DnsAnswer> =>
  request.then(
    (addresses) => addresses.map((address) => ({ address, family })),
    (fault: unknown) => (isNoSuchName(fault) ? 'no_such_name' : 'no_answer'),
  );

/** Waits for all, but only a little longer than the first one with addresses. Late answers are ignored. */
const inTime = async (requests: readonly Promise<DnsAnswer>[]): Promise<readonly DnsAnswer[]> => {
  const answers: DnsAnswer[] = requests.map(() => 'no_answer');
  let enough: () => void = () => undefined;
  const grace = new Promise<void>((resolve) => {
    enough = resolve;
  });
  let timer: NodeJS.Timeout | undefined;
  const noting = requests.map(async (one, place) => {
    const answer = await one;
    answers[place] = answer;
    if (typeof answer !== 'string') timer ??= setTimeout(enough, GRACE_MS);
  });
  await Promise.race([Promise.all(noting), grace]);
  clearTimeout(timer);
  return answers;
};

const isNoSuchName = (fault: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes((fault as NodeJS.ErrnoException).code ?? '');
