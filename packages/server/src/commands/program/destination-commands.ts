import type { Command } from 'commander';
import type { ServiceAddress } from '../at-service.js';
import { ofEnvironment } from './session-commands.js';

/** Destinations of audit events. */
export const addDestinationCommands = (program: Command): void => {
  const destination = program.command('destination').description('destinations of audit events');
  const named = (name: string, description: string): Command =>
    ofEnvironment(destination, name, description).argument('<id>', 'the destination');
  named(
    'test',
    'check a destination, from this machine or by the service; exit code 1 unless the check was delivered',
  ).action(async (id: string, options: ServiceAddress) =>
    (await import('../destination.js')).testDestination(id, options),
  );
  named('status', 'progress of continuous export, as JSON').action(
    async (id: string, options: ServiceAddress) =>
      (await import('../destination.js')).destinationStatus(id, options),
  );
  named('replay', 'send a range of the trail again')
    .option('--from-sequence <n>', 'where it begins')
    .option('--to-sequence <n>', 'where it ends; default: the end of the trail')
    .option('--from <time>', 'where it begins, by time')
    .option('--to <time>', 'where it ends, by time')
    .option('--reason <code>', 'a reason code for the trail', 'requested')
    .action(async (id: string, options: import('../destination.js').ReplayOptions) =>
      (await import('../destination.js')).replayDestination(id, options),
    );
};
