import type { GovgateClient } from '@govgate/client';
import type { Command } from 'commander';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** The service that a command acts on, and the scope there. */
export interface ServiceAddress {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly tenant?: string;
  readonly environment?: string;
  /** Whether a trail is enough of a tenant: it may have lost its record. */
  readonly ofTrail?: boolean;
}

/** A service as a command calls it: one that runs elsewhere, or one over the store of this machine. */
export interface CalledService {
  readonly client: GovgateClient;
  /** The tenant and environment for calls that require both: as given, else the caller's own. */
  scope(): Promise<{ readonly tenant_id: string; readonly environment_id: string }>;
}

/** A command that can act on a running service. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'use a running service instead of the local store; default: GOVGATE_URL')
    .option(
      '--token-file <file>',
      'file with the token for it, - for standard input; default: GOVGATE_TOKEN',
    );

/**
 * Runs a command against a service: the one that `--url` or GOVGATE_URL names, as the bearer of a token; otherwise one composed in this
 * process over the local store, as its operator.
 */
export const atService = async (
  place: ServiceAddress,
  run: (service: CalledService) => Promise<void>,
): Promise<void> => {
  const url = urlOf(place);
  if (url === undefined) return (await import('./local-service.js')).withLocalService(place, run);
  return run(await (await import('./remote-service.js')).openRemoteService({ ...place, url }));
};

/** The same for a command that needs a service of its own: whose token is asked about, or which files are applied to. */
export const atRunningService = (
  place: ServiceAddress,
  run: (service: CalledService) => Promise<void>,
): Promise<void> => {
  if (urlOf(place) === undefined)
    throw new CommandFailure('Name the service with --url or GOVGATE_URL.', EXIT.usage);
  return atService(place, run);
};

/** The address of the service, where one is named. */
export const urlOf = ({ url }: ServiceAddress): string | undefined =>
  url ?? (process.env.GOVGATE_URL || undefined);
