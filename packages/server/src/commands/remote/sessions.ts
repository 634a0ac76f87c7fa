import type { InputOf, Operations } from '@govgate/client';
import { EXIT } from '../../system/command-failure.js';
import { printLine } from '../print-line.js';
import type { RemoteService } from './remote-service.js';

/** The service delays an answer no longer than this. */
const LONGEST_POLL_SECONDS = 30;

/** `govgate session list`: one session per line. */
export const listSessions = async (
  { client }: RemoteService,
  filters: { readonly state?: string; readonly user?: string; readonly agent?: string },
): Promise<void> => {
  const state = filters.state as InputOf<Operations['listSessions']['data']>['state'];
  const asked = { state, user_id: filters.user, agent_id: filters.agent, limit: 200 };
  for await (const session of client.listSessions.items(asked)) printLine(session);
};

/** `govgate session end` at a service; with `--wait` it reports which planes have applied it, with exit code 1 unless all have in time. */
export const endSession = async (
  { client }: RemoteService,
  id: string,
  { reason, waitSeconds }: { readonly reason: string; readonly waitSeconds: number | undefined },
): Promise<void> => {
  const body = { reason_code: reason };
  const ended = await client.terminateSession({ client_session_id: id, body });
  const { client_session_id, previous_state, next_state, revocation_id } = ended;
  const told = { client_session_id, previous_state, next_state, revocation_id };
  if (waitSeconds === undefined || revocation_id === null) return printLine(told);
  const { complete, applied, pending, items } = await planesOnce(client, revocation_id, waitSeconds);
  if (!complete) process.exitCode = EXIT.refused;
  const planes = items.map(({ last_revocation_sequence: _, ...plane }) => plane);
  printLine({ ...told, complete, applied, pending, planes });
};

const planesOnce = async (client: RemoteService['client'], revocation_id: string, seconds: number) => {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const wait = Math.min(left, LONGEST_POLL_SECONDS);
    const { planes } = await client.readRevocation({ revocation_id, wait });
    if (planes.complete || wait === left) return planes;
  }
};
