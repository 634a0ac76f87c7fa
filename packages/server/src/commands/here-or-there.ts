import type { Command } from 'commander';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import type { RemoteService } from './remote/remote-service.js';

/** The service a command addresses, and the scope there. */
export interface There {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly tenant?: string;
  readonly environment?: string;
}

/** The default environment of commands on the local store. */
export const LOCAL_ENVIRONMENT = 'production';

/** A command that a running service can carry out. */
export const orThere = (command: Command): Command =>
  command
    .option('--url <url>', 'use a running service instead of the local store; default: GOVGATE_URL')
    .option(
      '--token-file <file>',
      'file with the token for it, - for standard input; default: GOVGATE_TOKEN',
    );

/**
 * The one place that decides where a command acts: on the service named by `--url` or GOVGATE_URL, as the bearer of a token, otherwise on
 * the local store, as its operator.
 */
export const hereOrThere = async <Options extends There>(
  options: Options,
  here: (options: Options) => Promise<void>,
  there: (service: RemoteService) => Promise<void>,
): Promise<void> => (urlOf(options) === undefined ? here(options) : atService(options, there));

/** The same for a command that only a service can answer. */
export const onlyThere = async (
  options: There,
  there: (service: RemoteService) => Promise<void>,
): Promise<void> => {
  if (urlOf(options) === undefined)
    throw new CommandFailure('Name the service with --url or GOVGATE_URL.', EXIT.usage);
  return atService(options, there);
};

/** The address of the service. */
export const urlOf = ({ url }: There): string | undefined => url ?? (process.env.GOVGATE_URL || undefined);

const atService = async (options: There, there: (service: RemoteService) => Promise<void>): Promise<void> => {
  const { openService } = await import('./remote/remote-service.js');
  return there(await openService({ ...options, url: urlOf(options) ?? '' }));
};
