import type { Service } from '../service.js';
import { version } from '../system/version.js';

/** Logs that a process starts to serve or work, with its version and store. */
export const logStart = ({ log, settings }: Service, role: 'serve' | 'work', url = ''): void =>
  log.info('govgate started', { ...about(settings, role), ...(url === '' ? {} : { url }) });

/** Logs that the process stops, before the log is closed. */
export const logStop = ({ log, settings }: Service, role: 'serve' | 'work'): void =>
  log.info('govgate stopped', about(settings, role));

const about = ({ mongoUrl, redisUrl }: Service['settings'], role: string): Record<string, string> => ({
  role,
  version: version(),
  store: mongoUrl === undefined ? 'sqlite' : 'mongodb',
  queue: redisUrl === undefined ? 'process' : 'redis',
});
