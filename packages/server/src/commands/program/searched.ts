import type { Command } from 'commander';

/** Adds what every list can be asked. */
export const searched = (list: Command, sorts: string): Command =>
  list
    .option('--search <text>', 'only those with this text in their id or name')
    .option('--sort <order>', `${sorts}; - in front reverses it`);
