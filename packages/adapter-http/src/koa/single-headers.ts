import type { IncomingMessage } from 'node:http';

// Node would take the first of several: what is in front may have taken another one.
const SINGLE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);
const LENGTHS: ReadonlySet<number> = new Set([...SINGLE].map((name) => name.length));

/** Whether headers that count once are given at most once, and `Host` where HTTP/1.1 requires it (RFC 9112, section 3.2). */
export const areHeadersPlain = ({
  rawHeaders,
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>): boolean => {
  if (headers.host === undefined && httpVersion === '1.1') return false;
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? '';
    if (!LENGTHS.has(sent.length)) continue;
    const name = sent.toLowerCase();
    if (SINGLE.has(name) && seen.size === seen.add(name).size) return false;
  }
  return true;
};
