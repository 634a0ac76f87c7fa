import type { Command } from 'commander';
import { ofEnvironment } from './session-commands.js';

/** MCP servers. */
export const addMcpServerCommands = (program: Command): void => {
  const server = program.command('mcp-server').description('MCP servers');
  ofEnvironment(server, 'register', 'register an MCP server from its server.json; it waits for a review')
    .argument('<id>', 'the server; unique in its environment')
    .requiredOption('--server-json <file>', 'its server.json, - for standard input')
    .requiredOption('--team <id>', 'the team that is accountable')
    .option('--owner <user>', 'the user who is; default: the caller')
    .option('--escalation <contact>', 'whom to reach in an emergency; default: the owner')
    .option('--on-call <rotation>', 'the rota whose member is called first; default: the team')
    .option('--credential-mode <mode>', 'whose credential the gateway presents', 'none')
    .option('--endpoint <address>', 'where it is reached; default: the first remote of the server.json')
    .option('--docs <address>', 'where people read about it; default: its website or repository')
    .option('--tools <file>', 'what its tools/list answers; default: they are read from its endpoint')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (id: string, options: import('../mcp-server.js').RegisterServerOptions) =>
      (await import('../mcp-server.js')).registerServer(id, options),
    );
};
