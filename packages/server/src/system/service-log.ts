import type { RequestLine, ServiceLog } from '@govgate/ports';
import pino from 'pino';
import { limitRefusals } from './limit-refusals.js';
import type { LogLevel } from './log-level.js';

/** The service's log on stderr as JSON lines: metadata only. Reads are logged at debug, changes and refusals at info, refused callers at warn. */
export const makeServiceLog = (level: LogLevel): ServiceLog & { flush(): void } => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0 });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const refusals = limitRefusals({
    write: (line) => log.warn(line, 'call'),
    sumUp: (counts) => log.warn(counts, 'refused authentications that were not logged one by one'),
  });
  return {
    request: (line) => {
      if (isRefusedCaller(line)) refusals.tell(line);
      else if (line.status >= 500) log.error(line, 'call');
      else if (line.reasonCode !== undefined || line.isWrite) log.info(line, 'call');
      else log.debug(line, 'call');
    },
    failure: (what, cause, about = {}) => log.error({ ...about, cause: causeOf(cause) }, what),
    warn: (what, about = {}) => log.warn(about, what),
    info: (what, about = {}) => log.info(about, what),
    flush: () => {
      refusals.close();
      destination.flushSync();
    },
  };
};

const isRefusedCaller = ({ status, reasonCode }: RequestLine): boolean =>
  status === 401 || reasonCode === 'identity_provider_unavailable';

// Messages of foreign errors can quote requests, so only names, codes and stack positions are kept.
const causeOf = (cause: unknown): Record<string, unknown> => {
  if (!(cause instanceof Error)) return { name: typeof cause };
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = (cause as { code?: unknown }).code;
  return {
    name: cause.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    at: frames.slice(0, 8).map((frame) => frame.trim()),
    ...(cause.cause === undefined ? {} : { cause: causeOf(cause.cause) }),
  };
};
