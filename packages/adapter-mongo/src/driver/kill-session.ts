import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, MongoClient } from 'mongodb';
import { within } from './time-limit.js';

/** Milliseconds after which the server ends a transaction by itself. */
const LIFETIME_MS = 60_000;
const ANSWER_MS = 1_000;
const PAUSE_MS = 250;

/**
 * Ends whatever a session still has open at the server. The driver sends no abort for a transaction whose commit was sent, and one whose
 * commit never arrived would keep its tenant's head locked for as long as the server lets a transaction live. A committed one stays
 * committed. Retried until the server answers: it may be temporarily away.
 */
export const killSession = async (client: MongoClient, session: ClientSession): Promise<void> => {
  const { id } = session;
  if (id === undefined) return;
  for (const until = performance.now() + LIFETIME_MS; performance.now() < until; await pause(PAUSE_MS)) {
    const killed = within(ANSWER_MS, client.db('admin').command({ killSessions: [id] }));
    if (
      await killed.then(
        () => true,
        () => false,
      )
    )
      return;
  }
};
