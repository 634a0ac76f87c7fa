import type { GovgateClient, ListSessionsInput } from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type ServiceAddress } from './at-service.js';
import { checkedId, checkedReason } from './checked.js';
import { printLine } from './print-line.js';
import type { Searched } from './searched.js';

export interface EndSessionOptions extends ServiceAddress {
  readonly reason: string;
  readonly wait?: boolean;
  readonly timeout: string;
}

export interface ListSessionsOptions extends ServiceAddress, Searched {
  readonly state?: string;
  readonly user?: string;
  readonly agent?: string;
}

/** `govgate session list`: one session per line. */
export const listSessions = (options: ListSessionsOptions): Promise<void> =>
  atService(options, async ({ client }) => {
    const state = options.state as ListSessionsInput['state'];
    const sort = options.sort as ListSessionsInput['sort'];
    const { user, agent, search: q } = options;
    const criteria = { state, user_id: user, agent_id: agent, q, sort, limit: 200 };
    for await (const session of client.listSessions.items(criteria)) printLine(session);
  });

const LONGEST_WAIT_SECONDS = 3_600;
/** The service delays an answer no longer than this. */
const LONGEST_POLL_SECONDS = 30;

/**
 * `govgate session end`: ends a session at once. With `--wait` it reports which planes have applied the revocation, as JSON on stdout;
 * exit code 1 unless all have in time.
 */
export const endSession = (id: string, options: EndSessionOptions): Promise<void> => {
  const { reason } = options;
  checkedId('session', id);
  checkedReason(reason, 'incident');
  const waitSeconds = options.wait === true ? secondsOf(options.timeout) : undefined;
  return atService(options, async ({ client }) => {
    const ended = await client.terminateSession({ client_session_id: id, body: { reason_code: reason } });
    const { client_session_id, previous_state, next_state, revocation_id } = ended;
    const summary = { client_session_id, previous_state, next_state, revocation_id };
    if (waitSeconds === undefined || revocation_id === null) return printLine(summary);
    const { complete, applied, pending, items } = await planesOnce(client, revocation_id, waitSeconds);
    if (!complete) process.exitCode = EXIT.refused;
    const planes = items.map(({ last_revocation_sequence: _, ...plane }) => plane);
    printLine({ ...summary, complete, applied, pending, planes });
  });
};

const secondsOf = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) <= LONGEST_WAIT_SECONDS) return Number(text);
  throw new CommandFailure(`--timeout must be whole seconds, up to ${LONGEST_WAIT_SECONDS}.`, EXIT.usage);
};

const planesOnce = async (client: GovgateClient, revocation_id: string, seconds: number) => {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const wait = Math.min(left, LONGEST_POLL_SECONDS);
    const { planes } = await client.readRevocation({ revocation_id, wait });
    if (planes.complete || wait === left) return planes;
  }
};
