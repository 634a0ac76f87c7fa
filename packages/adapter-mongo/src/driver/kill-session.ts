import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, MongoClient } from 'mongodb';
import { within } from './time-limit.js';

/** After so many milliseconds the server has ended a transaction by itself. */
const LIFETIME_MS = 60_000;
const ANSWER_MS = 1_000;
const PAUSE_MS = 250;

/**
 * Ends whatever a session still has open at the server. The driver sends no abort for a transaction whose commit was sent, and one
 * that never arrived would keep the head of its tenant locked for as long as the server lets a transaction live. One that
 * was committed stays committed. Tried until the server answers: it may be away just now.
 */
export const killSession = async (client: MongoClient, session: ClientSession): Promise<void> => {
  const { id } = session;
  if (id === undefined) return;
  for (const until = performance.now() + LIFETIME_MS; performance.now() < until; await pause(PAUSE_MS)) {
    const told = within(ANSWER_MS, client.db('admin').command({ killSessions: [id] }));
    if (
      await told.then(
        () => true,
        () => false,
      )
    )
      return;
  }
};
