import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Lookup, ResolvedAddress } from './egress.js';

const HOSTS = '/etc/hosts';
/** How long the parsed file is cached, in milliseconds. */
const RELOAD_AFTER_MS = 5_000;

type Names = ReadonlyMap<string, readonly ResolvedAddress[]>;

/** Parses a hosts file: an address and its names on each line. */
export const parseHosts = (text: string): Names => {
  const names = new Map<string, ResolvedAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...named] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of named.map((one) => one.toLowerCase()))
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
  }
  return names;
};

/** Answers from the machine's hosts file, which takes precedence over every resolver. An unreadable file contains no names. */
export const makeHostsFile = (path = HOSTS): Lookup => {
  let names: Names = new Map();
  let version = '';
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  const reload = async (): Promise<void> => {
    loadedAtMs = performance.now();
    const { mtimeMs, size } = await stat(path);
    if (version === `${mtimeMs} ${size}`) return;
    names = parseHosts(await readFile(path, 'utf8'));
    version = `${mtimeMs} ${size}`;
  };
  return async (hostname) => {
    if (performance.now() - loadedAtMs >= RELOAD_AFTER_MS) await reload().catch(() => undefined);
    return names.get(hostname.toLowerCase()) ?? [];
  };
};
