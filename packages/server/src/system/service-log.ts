import type { RequestLine, ServiceLog } from '@govgate/ports';
import pino from 'pino';
import { limitLines } from './limit-lines.js';
import type { LogLevel } from './log-level.js';

/**
 * The service's log on stderr as JSON lines: metadata only. Reads are logged at debug, changes and refusals at info, refused callers at warn.
 * Lines that somebody without a token, or beyond a quota, could bring about are limited.
 */
export const makeServiceLog = (level: LogLevel): ServiceLog & { flush(): void } => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0 });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const write = (line: RequestLine): void => log[levelOf(line)](line, 'call');
  const refusedCallers = limitLines({
    write,
    sumUp: (counts) => log.warn(counts, 'refused authentications that were not logged one by one'),
  });
  const others = limitLines({
    write,
    sumUp: (counts) => log.info(counts, 'calls of nobody or beyond a limit that were not logged one by one'),
  });
  return {
    request: (line) => {
      if (isRefusedCaller(line)) refusedCallers.log(line);
      else if (isUnbounded(line) && levelOf(line) !== 'debug') others.log(line);
      else write(line);
    },
    failure: (what, cause, about = {}) => log.error({ ...about, cause: causeOf(cause) }, what),
    warn: (what, about = {}) => log.warn(about, what),
    info: (what, about = {}) => log.info(about, what),
    flush: () => {
      refusedCallers.close();
      others.close();
      destination.flushSync();
    },
  };
};

const levelOf = (line: RequestLine): 'error' | 'warn' | 'info' | 'debug' => {
  if (isRefusedCaller(line)) return 'warn';
  if (line.status >= 500) return 'error';
  return line.reasonCode !== undefined || line.isWrite ? 'info' : 'debug';
};

const isRefusedCaller = ({ status, reasonCode }: RequestLine): boolean =>
  status === 401 || reasonCode === 'identity_provider_unavailable';

// All other lines are of callers whose quota bounds them.
const isUnbounded = ({ actorId, reasonCode }: RequestLine): boolean =>
  actorId === undefined || reasonCode === 'rate_limited';

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
