import type { Command } from 'commander';
import { withServiceOptions } from '../at-service.js';
import { searched } from './searched.js';

/** A command about an environment's records, locally or at a service. */
export const ofEnvironment = (program: Command, name: string, description: string): Command =>
  withServiceOptions(
    program
      .command(name)
      .description(description)
      .option('--tenant <id>', "its tenant; default: the token's own, here the bootstrap tenant")
      .option(
        '--environment <id>',
        "its environment; default: the token's only one, here the bootstrap environment",
      ),
  );

/** Client sessions. */
export const addSessionCommands = (program: Command): void => {
  const session = program.command('session').description('client sessions');
  searched(
    ofEnvironment(session, 'list', 'print the sessions of a service, one JSON object per line'),
    'name (the user), created or updated',
  )
    .option('--state <state>', 'only those in this state, such as active')
    .option('--user <id>', 'only those of this user')
    .option('--agent <id>', 'only those of this agent')
    .action(async (options: import('../session.js').ListSessionsOptions) =>
      (await import('../session.js')).listSessions(options),
    );
  ofEnvironment(session, 'end', 'end a session at once; calls on it fail closed')
    .argument('<id>', 'the session')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .option('--wait', 'wait until every data plane has applied it; exit code 1 unless all have in time')
    .option('--timeout <seconds>', 'how long to wait', '60')
    .action(async (id: string, options: import('../session.js').EndSessionOptions) =>
      (await import('../session.js')).endSession(id, options),
    );
};
