import type { Command } from 'commander';
import type { ServiceAddress } from '../at-service.js';
import type { Searched } from '../searched.js';
import { ofTenant } from './people-commands.js';
import { searched } from './searched.js';

/** API tokens. */
export const addTokenCommands = (program: Command): void => {
  const token = program.command('token').description('API tokens');
  ofTenant(token, 'create', 'create an API token for a user or service account and print it once')
    .option('--user <id>', 'the user it belongs to; beside --service-account, the user who keeps it')
    .option('--service-account <id>', 'the service account it belongs to')
    .option('--environment <id...>', 'narrow every grant to these environments')
    .option('--permission <name...>', 'narrow every grant to these permissions, such as policy.read')
    .option('--ttl <duration>', 'how long it lives, such as 30m or 12h, or never; default: 90d')
    .action(async (options: import('../token.js').CreateTokenOptions) =>
      (await import('../token.js')).createToken(options),
    );
  searched(
    ofTenant(token, 'list', 'print the API tokens, one JSON object per line, never their text'),
    'name (its bearer) or created',
  )
    .option('--subject <id>', 'only those of this user or service account')
    .action(async (options: ServiceAddress & Searched & { subject?: string }) =>
      (await import('../people.js')).listTokens(options),
    );
  ofTenant(token, 'revoke', 'revoke an API token, effective with the next call')
    .argument('<id>', 'the 12 id characters after ggw_')
    .action(async (id: string, options: ServiceAddress) =>
      (await import('../token.js')).revokeToken(id, options),
    );
};
