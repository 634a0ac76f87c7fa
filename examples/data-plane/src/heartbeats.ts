import { setTimeout as delay } from 'node:timers/promises';
import type { GovgateClient } from '@govgate/client';
import type { Known } from './known.js';
import type { Sessions } from './sessions.js';
import type { Settings } from './settings.js';

const BEAT_MS = 10_000;

/** Tells govgate how this gateway is and what it has applied: every ten seconds, and as soon as it is asked to. */
export const makeHeartbeats = (govgate: GovgateClient, known: Known, { data_plane_id }: Settings) => {
  let due = false;
  let wake = (): void => undefined;

  const beat = (sessions: Sessions): Promise<unknown> => {
    const policy = known.policy()?.version ?? '';
    const serving = policy !== '' && known.feedAgeSeconds() < Number.POSITIVE_INFINITY;
    const body = {
      version: { dataPlane: 'example-0.1.0', policy },
      readiness: { status: serving ? ('ready' as const) : ('not_ready' as const), serving },
      policySync: { observedVersion: policy },
      activeSessions: { total: sessions.count() },
      lastRevocationSequence: known.feed().lastSequence,
    };
    return govgate.reportHeartbeat({ data_plane_id, body });
  };

  return {
    tellSoon: (): void => {
      due = true;
      wake();
    },
    start: async (sessions: Sessions): Promise<never> => {
      for (;;) {
        due = false;
        await beat(sessions).catch(() => undefined);
        if (!due) await Promise.race([delay(BEAT_MS), new Promise<void>((resolve) => (wake = resolve))]);
        if (!due) await sessions.seeAllAgain();
      }
    },
  };
};
